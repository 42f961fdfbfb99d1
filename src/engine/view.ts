import type { Probe, ValueOf } from './probe.js';
import type { RecordingReader } from './recording/exchange.js';

/** Probes and views by the name under which they are read. */
export type Reads = Readonly<Record<string, Probe | View>>;
export type InputsOf<R extends Reads> = { [Name in keyof R]: ValueOf<R[Name]> };

/** A pure reading of the recording, built once for all rules that read it. */
export interface View<Value = unknown> {
  readonly id: string;
  readonly reads: Reads;
  build(inputs: Record<string, unknown>, reader: RecordingReader): Value;
  readonly value?: Value;
}

interface ViewDefinition<R extends Reads, Value> {
  id: string;
  reads: R;
  /** `reader` is for views over everything that was said; a view of some probes takes its inputs only. */
  build(inputs: InputsOf<R>, reader: RecordingReader): Value;
}

export function defineView<const R extends Reads, Value>(definition: ViewDefinition<R, Value>): View<Value> {
  return {
    id: definition.id,
    reads: definition.reads,
    build: (inputs, reader) => definition.build(inputs as InputsOf<R>, reader),
  };
}

export function isView(readable: Probe | View): readable is View {
  return 'build' in readable;
}

/** All probes under what a rule or view reads, views looked through. */
export function probesOf(reads: Reads): Set<Probe> {
  const found = new Set<Probe>();
  for (const readable of Object.values(reads)) {
    if (!isView(readable)) found.add(readable);
    else for (const probe of probesOf(readable.reads)) found.add(probe);
  }
  return found;
}

/** Whether something of it is read from all that was said in the run, so that it is known only when the run is over. */
export function readsWholeRun(reads: Reads): boolean {
  return Object.values(reads).some(
    (readable) => isView(readable) && (Object.keys(readable.reads).length === 0 || readsWholeRun(readable.reads)),
  );
}
