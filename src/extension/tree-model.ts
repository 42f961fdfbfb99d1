import type { Category, Report, TestResult } from '../engine/report.js';
import { isFailure } from './report-words.js';

export type CheckFilter = 'failures' | 'all';

export interface CheckGroup {
  category: Category;
  checks: TestResult[];
  /** Advice included, since it is shown here. */
  failed: number;
  total: number;
}

/** Checks by category, failures first in both; with the filter `failures` nothing else. */
export function checkGroups(report: Report, filter: CheckFilter): CheckGroup[] {
  const categories = [...new Set(report.tests.map(({ category }) => category))];
  const groups = categories.map((category): CheckGroup => {
    const own = report.tests.filter((test) => test.category === category);
    const checks = own.filter((test) => filter === 'all' || isFailure(test));
    return {
      category,
      checks: checks.toSorted((a, b) => rank(a) - rank(b)),
      failed: own.filter(isFailure).length,
      total: own.length,
    };
  });
  return groups
    .filter(({ checks }) => checks.length > 0)
    .toSorted((a, b) => Number(b.failed > 0) - Number(a.failed > 0));
}

/** Required failures, other failures, advice, what passed, what was not checked. */
function rank(test: TestResult): number {
  if (test.skipped) return 4;
  if (test.passed) return 3;
  return ['must', 'should', 'advice'].indexOf(test.level);
}
