import { describe, expect, it } from 'vitest';
import { catalog } from '../../../src/engine/catalog.js';
import type { ReportExchange, TestResult } from '../../../src/engine/report.js';
import { mergeReports } from '../../../src/extension/merge-reports.js';
import { sampleReport, sampleTest } from './sample-report.js';

function allTests(failed: readonly string[]): TestResult[] {
  return catalog('2025-11-25').rules.map(({ id, category, level }) =>
    sampleTest({ id, category, level, passed: !failed.includes(id) }),
  );
}

function exchange(id: number): ReportExchange {
  return {
    id,
    transport: 'stdio',
    atMs: 0,
    request: { body: `request ${id}` },
    response: null,
    elapsedMs: 1,
    end: 'silent',
  };
}

const evidence = (id: number) => [{ exchange: id, part: 'request' as const, pointer: '' }];

describe('a report after the failed checks were run again', () => {
  const before = sampleReport({
    grade: 'B',
    tests: allTests(['lifecycle-ping', 'tools-call']).map((test) =>
      test.passed ? test : { ...test, evidence: evidence(test.id === 'tools-call' ? 4 : 2) },
    ),
    exchanges: [exchange(2), exchange(4)],
  });

  it('has the new verdicts, the new grade and the old rest', () => {
    const tests = [sampleTest({ id: 'lifecycle-ping' }), sampleTest({ id: 'tools-call', category: 'tools' })];
    const merged = mergeReports(before, sampleReport({ tests, grade: null, score: 0 }));
    expect(merged.tests.map(({ id }) => id)).toEqual(before.tests.map(({ id }) => id));
    expect(merged).toMatchObject({ grade: 'A', score: 100, overall: 'pass', exchanges: [], cap: null });
    expect(merged.summary).toMatchObject({ total: before.tests.length, failed: 0 });
    expect(merged.categories.every(({ failed, score }) => failed === 0 && score !== 0)).toBe(true);
  });

  it('keeps every piece of evidence with its own exchange', () => {
    const tests = [sampleTest({ id: 'lifecycle-ping', passed: false, evidence: evidence(2) })];
    const partial = sampleReport({ tests, exchanges: [{ ...exchange(2), request: { body: 'again' } }] });
    const merged = mergeReports(before, partial);
    const bodyOf = (id: string) => {
      const place = merged.tests.find((test) => test.id === id)?.evidence[0]?.exchange;
      return merged.exchanges.find((candidate) => candidate.id === place)?.request?.body;
    };
    expect(bodyOf('lifecycle-ping')).toBe('again');
    expect(bodyOf('tools-call')).toBe('request 4');
    expect(merged.exchanges).toHaveLength(2);
    expect(new Set(merged.exchanges.map(({ id }) => id)).size).toBe(2);
    expect(merged.grade).toBe('B');
  });

  it('is the new report alone when the server did not start this time', () => {
    const failure = { kind: 'exited' as const, message: 'It ended.', hint: 'Look at its log.' };
    const partial = sampleReport({ grade: null, startFailure: failure });
    expect(mergeReports(before, partial)).toBe(partial);
  });
});
