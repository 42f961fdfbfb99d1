import { afterAll, describe, expect, it, vi } from 'vitest';
import { catalog } from '../../src/engine/catalog.js';
import { RULES } from '../../src/engine/generated/rule-map.js';
import { type Graded, gradeWithFault } from './fault-run.js';
import { type FaultCase, faultCases } from './faults.js';
import { type FaultOutcome, summaryOf, tallyOf, withoutFault } from './tally.js';

// More runs at once would wait for each other on a small machine, and silent faults spend their time waiting.
vi.setConfig({ maxConcurrency: 3 });

const { rules } = catalog('2025-11-25');
const written = new Set<string>(RULES.keys());
const cases = faultCases(rules.map((rule) => rule.id)).map((fault) => ({
  ...fault,
  fails: fault.fails.filter((rule) => written.has(rule)),
}));
const uncovered = withoutFault(
  cases,
  rules.filter((rule) => written.has(rule.id)),
);
const outcomes: FaultOutcome[] = [];

/** What the graded server says of itself, so that a failing test shows why. */
function explain(graded: Graded): string[] {
  const { tests, startFailure } = graded.report;
  const failures = tests.filter((test) => !test.passed).map((test) => `${test.id}: ${test.details}`);
  return startFailure === null ? failures : [...failures, `start failure: ${startFailure.message}`];
}

async function checkFault(fault: FaultCase): Promise<void> {
  const graded = await gradeWithFault(fault.name, fault.transport, fault.mode);
  outcomes.push({ fault, failed: graded.failed });
  const broken = Object.entries(graded.skipped).filter(
    ([rule, cause]) => cause === 'engine-error' && written.has(rule),
  );
  expect(broken, 'rules that broke').toEqual([]);
  expect([...graded.failed].sort(), explain(graded).join('\n')).toEqual([...fault.fails].sort());
  if (fault.mode !== 'full') expect(graded.destructiveCalls).toEqual([]);
}

describe('faults', () => {
  it('every rule is written', () => {
    expect(rules.filter((rule) => !written.has(rule.id)).map((rule) => rule.id)).toEqual([]);
  });

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
