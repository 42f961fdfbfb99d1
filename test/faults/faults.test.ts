import { afterAll, describe, expect, it, vi } from 'vitest';
import { catalog } from '../../src/engine/catalog.js';
import { MODES } from '../../src/engine/options.js';
import type { SkipCause } from '../../src/engine/report.js';
import { CONFORMANT_SKIPS } from './conformant-skips.js';
import { type Graded, gradeWithFault } from './fault-run.js';
import { type FaultCase, faultCases, TRANSPORTS } from './faults.js';
import { Slots } from './slots.js';
import { type FaultOutcome, summaryOf, tallyOf, withoutFault } from './tally.js';

/** Runs that wait for silent servers cost nothing; of the others more would only wait for each other on a small machine. */
const WAITING_AT_ONCE = 8;
const BUSY_AT_ONCE = 3;
vi.setConfig({ maxConcurrency: WAITING_AT_ONCE });

const { rules } = catalog('2025-11-25');
// Those that wait come first, so that they fill the slots among themselves.
const cases = faultCases(rules.map((rule) => rule.id)).sort((a, b) => Number(b.waits) - Number(a.waits));
const busy = new Slots(BUSY_AT_ONCE);
const uncovered = withoutFault(cases, rules);
const outcomes: FaultOutcome[] = [];

/** What the grade rests on, so that a failing test shows why. */
function explain({ report }: Graded): string {
  const failures = report.tests.filter((test) => !test.passed).map((test) => `${test.id}: ${test.details}`);
  const start = report.startFailure === null ? [] : [`start failure: ${report.startFailure.message}`];
  return [...start, ...failures].join('\n');
}

function skippedBecause(graded: Graded, cause: SkipCause): string[] {
  return Object.keys(graded.skipped).filter((rule) => graded.skipped[rule] === cause);
}

async function checkFault(fault: FaultCase): Promise<void> {
  const outcome = { fault, failed: [] as string[] };
  outcomes.push(outcome);
  const grade = () => gradeWithFault(fault.name, fault.transport, fault.mode);
  const graded = await (fault.waits ? grade() : busy.run(grade));
  outcome.failed = graded.failed;
  expect(skippedBecause(graded, 'engine-error'), 'rules that broke').toEqual([]);
  expect([...graded.failed].sort(), explain(graded)).toEqual([...fault.fails].sort());
  if (fault.mode !== 'full') expect(graded.destructiveCalls, 'calls of a destructive tool').toEqual([]);
}

describe('the conformant server', () => {
  for (const transport of TRANSPORTS) {
    for (const mode of MODES) {
      it(`has no failure over ${transport} in mode ${mode}, and only the skips that are listed`, async () => {
        const graded = await gradeWithFault('', transport, mode);
        expect(graded.failed, explain(graded)).toEqual([]);
        expect(graded.skipped).toEqual(CONFORMANT_SKIPS[transport][mode]);
        expect(graded.report.grade).toBe('A');
        if (mode !== 'full') expect(graded.destructiveCalls, 'calls of a destructive tool').toEqual([]);
      });
    }
  }
});

describe('faults', () => {
  it('every rule has a fault on each of its transports', () => {
    expect(uncovered).toEqual([]);
  });

  for (const fault of cases) {
    it.concurrent(`${fault.transport} ${fault.name}: ${fault.note}`, () => checkFault(fault));
  }

  afterAll(() => {
    console.log(`${outcomes.length} runs with one fault each\n${summaryOf(tallyOf(outcomes), uncovered)}`);
  });
});
