import type { RuleId } from '../../src/engine/generated/catalog-types.js';
import type { Mode } from '../../src/engine/options.js';
import { FAULTS, type Fault } from './server/faults/index.mjs';

export type Transport = 'stdio' | 'http';

/** One run of one fault: which rules must fail, and that nothing else may. */
export interface FaultCase {
  name: string;
  /** The file that defines the fault. */
  table: Fault['table'];
  transport: Transport;
  mode: Mode;
  fails: readonly RuleId[];
  note: string;
  /** Whether a run spends its time waiting for time limits. */
  waits: boolean;
}

export const TRANSPORTS: readonly Transport[] = ['stdio', 'http'];

/**
 * Every fault on every transport that it is made for. The faults themselves, with what they must fail, stand in
 * server/faults/, one file for each category; `legal` variants must fail nothing.
 */
export function faultCases(knownRules: readonly RuleId[]): FaultCase[] {
  const known = new Map<string, RuleId>(knownRules.map((id) => [id, id]));
  return [...FAULTS.values()].flatMap((fault) =>
    (fault.transports ?? TRANSPORTS).map((transport) => ({
      name: fault.name,
      table: fault.table,
      transport,
      mode: fault.mode ?? 'safe',
      fails: failsOf(fault, transport).map((id) => ruleOf(known, id, fault.name)),
      note: fault.note,
      waits: fault.waits === true,
    })),
  );
}

function failsOf(fault: Fault, transport: Transport): readonly string[] {
  return 'stdio' in fault.fails ? fault.fails[transport] : fault.fails;
}

function ruleOf(known: ReadonlyMap<string, RuleId>, id: string, fault: string): RuleId {
  const rule = known.get(id);
  if (rule === undefined) throw new Error(`The fault ${fault} names the rule ${id}, which no catalog has`);
  return rule;
}
