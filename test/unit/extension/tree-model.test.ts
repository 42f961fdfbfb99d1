import { describe, expect, it } from 'vitest';
import { checkGroups } from '../../../src/extension/tree-model.js';
import { sampleReport, sampleTest } from './sample-report.js';

const report = sampleReport({
  tests: [
    sampleTest({ id: 'l1', category: 'lifecycle' }),
    sampleTest({ id: 't1', category: 'tools', skipped: true, cause: 'not-applicable' }),
    sampleTest({ id: 't2', category: 'tools' }),
    sampleTest({ id: 't3', category: 'tools', passed: false, level: 'advice' }),
    sampleTest({ id: 't4', category: 'tools', passed: false, level: 'should' }),
    sampleTest({ id: 't5', category: 'tools', passed: false, level: 'must' }),
  ],
});

describe('the checks of a server', () => {
  it('come with failures first, in categories and in each of them', () => {
    const groups = checkGroups(report, 'all').map(({ category, checks }) => [category, checks.map(({ id }) => id)]);
    expect(groups).toEqual([
      ['tools', ['t5', 't4', 't3', 't2', 't1']],
      ['lifecycle', ['l1']],
    ]);
  });

  it('are failures only with that filter, counted over all', () => {
    const groups = checkGroups(report, 'failures');
    expect(groups).toMatchObject([{ category: 'tools', failed: 3, total: 5 }]);
    expect(groups[0]?.checks.map(({ id }) => id)).toEqual(['t5', 't4', 't3']);
  });
});
