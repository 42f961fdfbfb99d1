import { describe, expect, it } from 'vitest';
import { type CatalogEntry, catalog } from '../../../src/engine/catalog.js';
import { gradeOf, letterOf, publishedGradeOf, scoreOf } from '../../../src/engine/grade.js';
import type { Level } from '../../../src/engine/report.js';
import type { Verdict } from '../../../src/engine/verdict.js';

const [sample] = catalog('2025-11-25').rules;

function verdicts(level: Level, passed: number, failed: number, facts: Partial<CatalogEntry> = {}): Verdict[] {
  if (sample === undefined) throw new Error('The catalog is empty.');
  const { fatal: _, ...entry } = { ...sample, level, set: 'core' as const, ...facts };
  const full: CatalogEntry = facts.fatal === true ? { ...entry, fatal: true } : entry;
  return Array.from({ length: passed + failed }, (_item, index) => ({
    entry: full,
    outcome: index < passed ? ('pass' as const) : ('fail' as const),
    texts: [],
    at: [],
    durationMs: 0,
  }));
}

function notChecked(count: number): Verdict[] {
  return verdicts('must', count, 0).map((verdict) => ({ ...verdict, outcome: 'skip', cause: 'not-checked' }));
}

describe('scoreOf', () => {
  it('weighs must 70 and should 30', () => {
    expect(scoreOf({ passed: 1, measured: 2 }, { passed: 1, measured: 1 })).toBe(65);
  });

  it('gives the weight of an empty pool to the other, and nothing for nothing', () => {
    expect(scoreOf({ passed: 3, measured: 4 }, { passed: 0, measured: 0 })).toBe(75);
    expect(scoreOf({ passed: 0, measured: 0 }, { passed: 1, measured: 2 })).toBe(50);
    expect(scoreOf({ passed: 0, measured: 0 }, { passed: 0, measured: 0 })).toBe(0);
  });
});

it.each([
  [100, 'A'],
  [90, 'A'],
  [89, 'B'],
  [75, 'B'],
  [74, 'C'],
  [60, 'C'],
  [59, 'D'],
  [40, 'D'],
  [39, 'F'],
])('%i points are %s', (score, letter) => {
  expect(letterOf(score)).toBe(letter);
});

describe('gradeOf', () => {
  it.each([
    [0, 'A', null],
    [1, 'B', 'B'],
    [2, 'B', 'B'],
    [3, 'C', 'C'],
    [5, 'C', 'C'],
    [6, 'D', 'D'],
  ])('limits the letter for %i failed required checks to %s', (failed, grade, cap) => {
    const result = gradeOf(verdicts('must', 100, failed), null);
    expect(result.grade).toBe(grade);
    expect(result.cap?.grade ?? null).toBe(cap);
  });

  it('names no cap where the score alone gives as little', () => {
    const result = gradeOf(verdicts('must', 1, 2), null);
    expect(result).toMatchObject({ score: 33, grade: 'F', cap: null });
  });

  it('gives F for a failure that no client can live with, however good the rest', () => {
    const result = gradeOf([...verdicts('must', 99, 0), ...verdicts('must', 0, 1, { fatal: true })], null);
    expect(result).toMatchObject({ grade: 'F', score: 99, overall: 'fail' });
    expect(result.cap?.rules).toEqual([sample?.id]);
  });

  it('gives no letter when less than 60 % of the required checks were measured', () => {
    expect(gradeOf([...verdicts('must', 6, 0), ...notChecked(4)], null).grade).toBe('A');
    const thin = gradeOf([...verdicts('must', 5, 0), ...notChecked(4)], null);
    expect(thin.grade).toBeNull();
    expect(thin.noGradeReason).toContain('5 of the 9');
  });

  it('leaves out what does not apply when it counts how much was measured', () => {
    const inapplicable = notChecked(50).map((verdict): Verdict => ({ ...verdict, cause: 'not-applicable' }));
    expect(gradeOf([...verdicts('must', 3, 0), ...inapplicable], null).grade).toBe('A');
  });

  it('never scores advice', () => {
    expect(gradeOf([...verdicts('must', 3, 0), ...verdicts('advice', 0, 20)], null)).toMatchObject({
      score: 100,
      grade: 'A',
    });
  });

  it('is partial when only recommendations failed, and says so when nothing was measured', () => {
    expect(gradeOf([...verdicts('must', 30, 0), ...verdicts('should', 9, 1)], null).overall).toBe('partial');
    expect(gradeOf([], null)).toMatchObject({ grade: null, noGradeReason: 'Nothing was measured', overall: 'partial' });
  });

  it('has no letter for a server that could not be reached', () => {
    expect(gradeOf(notChecked(3), 'Nothing listens there')).toMatchObject({ grade: null, score: 0, overall: 'fail' });
  });
});

it('publishes a grade by the published flags, without caps, over the core rules only', () => {
  const core = [...verdicts('advice', 9, 0), ...verdicts('must', 0, 1)];
  const extended = verdicts('must', 0, 30, { set: 'extended' });
  const published = publishedGradeOf([...core, ...extended], (entry) => entry.level === 'advice');
  expect(published).toEqual({ grade: 'C', score: 70 });
});
