import type { JsonObject, JsonValue } from './json.js';
import type { Mode } from './options.js';
import type { Exchange } from './recording/exchange.js';
import type { Revision } from './revision.js';
import type { Wire } from './wire.js';

/** What a probe can do to the server: read it, call tools, or send what is meant to hurt. */
export type Effect = 'read' | 'call' | 'hostile';

/**
 * When a probe is sent: `first` opens the main connection; `shared` overlaps with others on it; `spare` opens a second
 * connection with a handshake of its own kind, and `own` overlaps with others on that one, since it may poison it;
 * `fresh` gets a connection to itself, on which nothing has been sent (a server start on stdio: use it sparingly);
 * `last` runs alone when everything else is done.
 */
export type Lane = 'first' | 'shared' | 'spare' | 'own' | 'fresh' | 'last';

/** What a server said of itself in the handshake. */
export interface ServerFacts {
  revision: Revision;
  capabilities: JsonObject;
}

export interface ProbeContext<Needs> {
  wire: Wire;
  /** What the probes named in `needs` returned, and those in `wants` that were sent. */
  needs: Needs;
  server: ServerFacts;
  mode: Mode;
  /** Whether a tool may be called by the user's settings; the mode is checked by the engine. */
  isForbiddenTool(name: string): boolean;
  /** The prefix with a number that no other call in the run has got. */
  unique(prefix: string): string;
  /** The cheapest method that this server is known to serve. */
  served(): { method: string; params?: JsonObject };
  /** Bytes that are different in each run. */
  random(length: number): Uint8Array;
  /** Facts about the target that decide what can be probed. */
  target: { type: 'stdio' | 'http'; url: string | null; credential: boolean; loopback: boolean };
}

/** What a probe returns: JSON in which exchanges may stand anywhere. */
export type ProbeValue = JsonValue | Exchange | ProbeValue[] | { [member: string]: ProbeValue | undefined };

// The context is contravariant: a map of probes with different needs has no common type but this one.
export interface Probe<Value = unknown> {
  readonly id: string;
  readonly effect: Effect;
  readonly lane: Lane;
  readonly transports: readonly ('stdio' | 'http')[];
  /** Capability without which the probe is not sent, as a dotted path. */
  readonly capability: string | undefined;
  /** Whether it makes sense on a server that was reached but refused the handshake (HTTP only). */
  readonly withoutHandshake: boolean;
  /** Whether asking again would show something else, so that a failure is not confirmed by repeating. */
  readonly once: boolean;
  /** Whether it chooses ids by itself, so that it must not be asked twice on one connection: an id is used once. */
  readonly ownIds: boolean;
  readonly needs: Readonly<Record<string, Probe>>;
  /** Probes that come first where they are sent at all; it is sent without them, too. */
  readonly wants: Readonly<Record<string, Probe>>;
  run(context: ProbeContext<Record<string, unknown>>): Promise<ProbeValue>;
  /** Only for types: what rules that read this probe get. */
  readonly value?: Value;
}

export type ValueOf<P> = P extends { readonly value?: infer Value } ? Value : never;
type NeedsOf<N extends Record<string, Probe>> = { [Name in keyof N]: ValueOf<N[Name]> };

interface ProbeDefinition<N extends Record<string, Probe>, W extends Record<string, Probe>, Value> {
  id: string;
  effect: Effect;
  lane: Lane;
  transports?: readonly ('stdio' | 'http')[];
  capability?: string;
  withoutHandshake?: boolean;
  once?: boolean;
  ownIds?: boolean;
  needs?: N;
  wants?: W;
  /** Sends and returns what rules may read. Decides nothing. */
  run(context: ProbeContext<NeedsOf<N> & Partial<NeedsOf<W>>>): Promise<Value>;
}

/** Defines a probe. It sends something and keeps what came; it decides nothing. */
export function defineProbe<
  Value extends ProbeValue,
  N extends Record<string, Probe> = Record<never, Probe>,
  W extends Record<string, Probe> = Record<never, Probe>,
>(definition: ProbeDefinition<N, W, Value>): Probe<Value> {
  return {
    id: definition.id,
    effect: definition.effect,
    lane: definition.lane,
    transports: definition.transports ?? ['stdio', 'http'],
    capability: definition.capability,
    withoutHandshake: definition.withoutHandshake ?? false,
    once: definition.once ?? false,
    ownIds: definition.ownIds ?? false,
    needs: definition.needs ?? {},
    wants: definition.wants ?? {},
    // The engine passes exactly the values of `needs` and `wants`; their types are those of the definition.
    run: (context) => definition.run(context as ProbeContext<NeedsOf<N> & Partial<NeedsOf<W>>>),
  };
}
