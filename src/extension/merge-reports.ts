import { type CatalogEntry, catalog, isRequired } from '../engine/catalog.js';
import { gradeOf, isApplicable, publishedGradeOf, scoreOf } from '../engine/grade.js';
import type { CategorySummary, Report, ReportExchange, TestResult } from '../engine/report.js';
import type { Verdict } from '../engine/verdict.js';

/**
 * The report of all checks after some of them were run again: their new results take the place of the old ones, and the
 * grade is computed anew. When the server could not be started this time, that alone is the result.
 */
export function mergeReports(before: Report, partial: Report): Report {
  if (partial.startFailure) return partial;
  const offset = 1 + Math.max(-1, ...before.exchanges.map(({ id }) => id));
  const renewed = new Map(partial.tests.map((test) => [test.id, withOffset(test, offset)]));
  const tests = before.tests.map((test) => renewed.get(test.id) ?? test);
  const exchanges = [
    ...before.exchanges,
    ...partial.exchanges.map((exchange) => ({ ...exchange, id: exchange.id + offset })),
  ];
  return {
    ...partial,
    ...gradingOf(tests, partial),
    tests,
    exchanges: usedBy(tests, exchanges),
    warnings: before.warnings,
  };
}

function withOffset(test: TestResult, offset: number): TestResult {
  return {
    ...test,
    evidence: test.evidence.map((evidence) => ({ ...evidence, exchange: evidence.exchange + offset })),
  };
}

function usedBy(tests: readonly TestResult[], exchanges: readonly ReportExchange[]): ReportExchange[] {
  const used = new Set(tests.flatMap(({ evidence }) => evidence.map(({ exchange }) => exchange)));
  return exchanges.filter(({ id }) => used.has(id));
}

function gradingOf(tests: readonly TestResult[], { specVersion, serverInfo }: Report) {
  const entries = new Map<string, CatalogEntry>(catalog(specVersion).rules.map((entry) => [entry.id, entry]));
  const verdicts = tests.flatMap((test) => {
    const entry = entries.get(test.id);
    return entry ? [verdictOf(test, entry)] : [];
  });
  const measured = tests.filter(({ skipped }) => !skipped);
  const required = measured.filter((test) => test.required);
  return {
    ...gradeOf(verdicts, null),
    published: publishedGradeOf(verdicts, (entry) => isRequired(entry, serverInfo.capabilities)),
    summary: {
      total: tests.length,
      passed: measured.filter(({ passed }) => passed).length,
      failed: measured.filter(({ passed }) => !passed).length,
      skipped: tests.length - measured.length,
      required: required.length,
      requiredPassed: required.filter(({ passed }) => passed).length,
    },
    coverage: {
      applicable: verdicts.filter(isApplicable).length,
      measured: measured.length,
      notPermitted: verdicts.filter(({ cause }) => cause === 'not-permitted').length,
    },
    categories: categoriesOf(tests),
  };
}

function verdictOf(test: TestResult, entry: CatalogEntry): Verdict {
  return {
    entry,
    outcome: test.skipped ? 'skip' : test.passed ? 'pass' : 'fail',
    texts: [],
    at: [],
    durationMs: test.durationMs,
    ...(test.cause && { cause: test.cause }),
  };
}

function categoriesOf(tests: readonly TestResult[]): CategorySummary[] {
  return [...new Set(tests.map(({ category }) => category))].map((category) => {
    const own = tests.filter((test) => test.category === category);
    const measured = own.filter(({ skipped }) => !skipped);
    const pool = (level: TestResult['level']) => {
      const ofLevel = measured.filter((test) => test.level === level);
      return { measured: ofLevel.length, passed: ofLevel.filter(({ passed }) => passed).length };
    };
    const [must, should] = [pool('must'), pool('should')];
    return {
      category,
      passed: measured.filter(({ passed }) => passed).length,
      failed: measured.filter(({ passed }) => !passed).length,
      skipped: own.length - measured.length,
      score: must.measured + should.measured === 0 ? null : scoreOf(must, should),
    };
  });
}
