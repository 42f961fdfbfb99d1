import type { Category, Level, Report, SkipCause, TestResult } from '../src/engine/report.js';
import type { PanelState } from '../src/rpc/report-protocol.js';
import { CATEGORY_NAMES, CAUSE_GROUPS, LEVEL_GROUPS, verdictOf } from './wording.js';

export interface Group {
  title: string;
  note: string;
  tests: TestResult[];
}

export type Filter = Pick<PanelState, 'verdict' | 'category' | 'level' | 'search'>;

function isChosen(test: TestResult, filter: Filter): boolean {
  if (filter.verdict === 'failures' && verdictOf(test) !== 'failed') return false;
  if (filter.verdict === 'skipped' && !test.skipped) return false;
  if (filter.category !== '' && test.category !== filter.category) return false;
  if (filter.level !== '' && test.level !== filter.level) return false;
  const text = [test.id, test.name, test.category, test.details, test.expected, test.actual].join('\n').toLowerCase();
  return filter.search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function grouped<K extends string>(
  tests: TestResult[],
  titles: Record<K, { title: string; note: string }>,
  keyOf: (test: TestResult) => K | undefined,
): Group[] {
  return (Object.keys(titles) as K[])
    .map((key) => ({ ...titles[key], tests: tests.filter((test) => keyOf(test) === key) }))
    .filter((group) => group.tests.length > 0);
}

const CATEGORY_GROUPS = Object.fromEntries(
  Object.entries(CATEGORY_NAMES).map(([category, title]) => [category, { title, note: '' }]),
) as Record<Category, { title: string; note: string }>;

/** The checks that the filter leaves: failures by what they weigh, skips by their cause, everything by category. */
export function groupsOf(report: Report, filter: Filter): Group[] {
  const chosen = report.tests.filter((test) => isChosen(test, filter));
  switch (filter.verdict) {
    case 'failures':
      return grouped<Level>(publishedFirst(chosen), LEVEL_GROUPS, (test) => test.level);
    case 'skipped':
      return grouped<SkipCause>(chosen, CAUSE_GROUPS, (test) => test.cause);
    case 'all':
      return grouped<Category>(chosen, CATEGORY_GROUPS, (test) => test.category);
  }
}

/** Within a level, what the published catalog requires too comes first. */
function publishedFirst(tests: TestResult[]): TestResult[] {
  return [...tests.filter((test) => test.required), ...tests.filter((test) => !test.required)];
}

export interface Changes {
  /** Ids of checks that failed before and pass now. */
  fixed: string[];
  /** Ids of checks that passed before and fail now. */
  broken: string[];
}

export function changesBetween(previous: Report, report: Report): Changes {
  const before = new Map(previous.tests.map((test) => [test.id, verdictOf(test)]));
  const turned = (from: string, to: string): string[] =>
    report.tests.filter((test) => before.get(test.id) === from && verdictOf(test) === to).map((test) => test.id);
  return { fixed: turned('failed', 'passed'), broken: turned('passed', 'failed') };
}
