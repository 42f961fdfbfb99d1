import type { FaultCase, Transport } from './faults.js';

export interface FaultOutcome {
  fault: FaultCase;
  failed: readonly string[];
}

export interface Tally {
  expected: number;
  found: number;
  /** Failures that must be and are not, and those that are and must not be; each with its fault. */
  misses: string[];
  extras: string[];
}

export function tallyOf(outcomes: readonly FaultOutcome[]): Tally {
  const misses = outcomes.flatMap(({ fault, failed }) =>
    fault.fails.filter((rule) => !failed.includes(rule)).map((rule) => lineOf(fault, rule)),
  );
  const extras = outcomes.flatMap(({ fault, failed }) =>
    failed.filter((rule) => !fault.fails.some((expected) => expected === rule)).map((rule) => lineOf(fault, rule)),
  );
  const expected = outcomes.reduce((sum, { fault }) => sum + fault.fails.length, 0);
  return { expected, found: expected - misses.length, misses, extras };
}

/** The rules that no fault fails, by transport. */
export function withoutFault(
  cases: readonly FaultCase[],
  rules: readonly { id: string; transports: readonly Transport[] }[],
): string[] {
  return rules.flatMap((rule) =>
    rule.transports
      .filter((transport) => !cases.some((fault) => fault.transport === transport && failsRule(fault, rule.id)))
      .map((transport) => `${transport} ${rule.id}`),
  );
}

export function summaryOf(tally: Tally, uncovered: readonly string[]): string {
  const { expected, found, misses, extras } = tally;
  return [
    `Recall ${percent(found, expected)} (${found} of ${expected} expected failures found)`,
    `Precision ${percent(found, found + extras.length)} (${extras.length} failures that must not be)`,
    ...misses.map((line) => `  missed: ${line}`),
    ...extras.map((line) => `  extra: ${line}`),
    uncovered.length === 0
      ? 'Every rule has a fault on each of its transports.'
      : `Rules without a fault: ${uncovered.join(', ')}`,
  ].join('\n');
}

function failsRule(fault: FaultCase, id: string): boolean {
  return fault.fails.some((rule) => rule === id);
}

function lineOf(fault: FaultCase, rule: string): string {
  return `${fault.transport} ${fault.name}: ${rule}`;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '100.0 %' : `${(Math.floor((part / whole) * 1000) / 10).toFixed(1)} %`;
}
