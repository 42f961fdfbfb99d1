import { describe, expect, it } from 'vitest';
import { hostContract, workerContract } from '../../../src/rpc/engine-protocol.js';
import { isReport } from '../../../src/rpc/report-guard.js';
import { sampleReport, sampleTest } from '../extension/sample-report.js';

const target = { type: 'stdio', label: 'x', secrets: [], command: 'node', args: ['a'], env: { A: 'b' } };

describe('the request to grade', () => {
  const { params } = hostContract.requests.assess;

  it.each([
    ['stdio', { runId: 'r', target, options: {} }],
    [
      'http',
      {
        runId: 'r',
        target: { type: 'http', label: 'x', secrets: ['s'], url: 'http://h/', headers: {} },
        options: { mode: 'full', limits: { requestMs: 1 }, only: ['tools'] },
      },
    ],
  ])('is accepted for %s', (_name, value) => {
    expect(params(value)).toBe(true);
  });

  it.each([
    ['no target', { runId: 'r', options: {} }],
    ['a target of no known kind', { runId: 'r', target: { ...target, type: 'pipe' }, options: {} }],
    ['arguments that are no texts', { runId: 'r', target: { ...target, args: [1] }, options: {} }],
    ['an environment with a number', { runId: 'r', target: { ...target, env: { A: 1 } }, options: {} }],
    ['an unknown mode', { runId: 'r', target, options: { mode: 'reckless' } }],
    ['a limit that is no number', { runId: 'r', target, options: { limits: { requestMs: '1' } } }],
    ['a limit that is not finite', { runId: 'r', target, options: { limits: { requestMs: Number.NaN } } }],
  ])('is refused with %s', (_name, value) => {
    expect(params(value)).toBe(false);
  });
});

describe('a report', () => {
  it('is accepted', () => {
    expect(isReport(sampleReport())).toBe(true);
    expect(isReport(structuredClone(sampleReport()))).toBe(true);
  });

  it.each<[string, object]>([
    ['another version', { schemaVersion: '2' }],
    ['a letter that does not exist', { grade: 'E' }],
    ['a test without id', { tests: [{ ...sampleTest(), id: undefined }] }],
    ['an unknown category', { tests: [{ ...sampleTest(), category: 'style' }] }],
    ['evidence that is none', { tests: [sampleTest(), { ...sampleTest(), evidence: [{}] }] }],
    ['an exchange that is none', { exchanges: [{}] }],
    ['a failure to start of an unknown kind', { startFailure: { kind: 'x', message: '', hint: '' } }],
  ])('is refused with %s', (_name, change) => {
    expect(isReport({ ...sampleReport(), ...change })).toBe(false);
  });
});

describe('events', () => {
  it('have to name their run and a process', () => {
    const { processStarted, progress } = workerContract.events;
    expect(processStarted({ runId: 'r', pid: 12 })).toBe(true);
    expect(processStarted({ runId: 'r', pid: '12' })).toBe(false);
    expect(progress({ runId: 'r', step: 's', done: 1 })).toBe(false);
  });
});
