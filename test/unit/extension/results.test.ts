import { describe, expect, it } from 'vitest';
import { type ResultStorage, Results, type ServerResult } from '../../../src/extension/results.js';
import { type ConfiguredServer, typedServer } from '../../../src/extension/servers.js';
import { sampleReport } from './sample-report.js';

function storage(initial: Record<string, ServerResult> = {}) {
  const kept = new Map(Object.entries(initial));
  const store: ResultStorage = {
    load: async () => new Map(kept),
    async save(key, result) {
      kept.set(key, result);
    },
    async remove(keys) {
      for (const key of keys) kept.delete(key);
    },
  };
  return { kept, store };
}

function results(initial?: Record<string, ServerResult>) {
  const { kept, store } = storage(initial);
  const errors: unknown[] = [];
  return { kept, errors, results: new Results(store, (error) => errors.push(error)) };
}

const server = (fingerprint: string) =>
  ({ kind: 'configured', key: 'k', name: 'weather', fingerprint }) as ConfiguredServer;

describe('results', () => {
  it('keep the report before', () => {
    const { results: store, kept } = results();
    const [first, second] = [sampleReport({ grade: 'C' }), sampleReport({ grade: 'B' })];
    store.setResult(server('1'), first, 1);
    store.setResult(server('1'), second, 2);
    expect(store.get('k').result).toEqual({ report: second, previous: first, fingerprint: '1', finishedAt: 2 });
    expect(kept.get('k')?.report).toBe(second);
  });

  it('are stale when the definition has changed', () => {
    const { results: store } = results();
    expect(store.isStale(server('1'))).toBe(false);
    store.setResult(server('1'), sampleReport(), 1);
    expect(store.isStale(server('1'))).toBe(false);
    expect(store.isStale(server('2'))).toBe(true);
  });

  it('of what was typed in are not stored, and their key does not tell what was typed', () => {
    const { results: store, kept } = results();
    const typed = typedServer('node server.mjs --token s3cret-value', {
      type: 'stdio',
      label: 'x',
      secrets: ['s3cret-value'],
      command: 'node',
      args: [],
      env: {},
    });
    store.setResult(typed, sampleReport(), 1);
    expect(store.get(typed.key).result).toBeDefined();
    expect(kept.size).toBe(0);
    expect(`${typed.key} ${typed.name}`).not.toContain('s3cret');
  });

  it('come back in the next window, without overriding what that has found out', async () => {
    const old = { report: sampleReport({ grade: 'D' }), fingerprint: '1', finishedAt: 1 };
    const { results: store } = results({ k: old, other: old });
    store.setResult(server('1'), sampleReport({ grade: 'A' }), 2);
    await store.restore();
    expect(store.get('k').result?.report.grade).toBe('A');
    expect(store.get('other').result?.report.grade).toBe('D');
  });

  it('are cleared, while runs go on', () => {
    const { results: store, kept } = results();
    store.setResult(server('1'), sampleReport(), 1);
    store.setRunning('k', { isWaiting: false, done: 0, total: 0, failures: 0 });
    store.clear();
    expect(store.get('k')).toEqual({ running: { isWaiting: false, done: 0, total: 0, failures: 0 } });
    expect(kept.size).toBe(0);
  });

  it('have a problem until the next result or another definition', () => {
    const { results: store } = results();
    store.setProblem(server('1'), { message: 'no input' });
    store.forgetOutdatedProblems([server('1')]);
    expect(store.get('k').problem?.message).toBe('no input');
    store.forgetOutdatedProblems([server('2')]);
    expect(store.get('k').problem).toBeUndefined();
    store.setProblem(server('2'), { message: 'no input' });
    store.setResult(server('2'), sampleReport(), 1);
    expect(store.get('k').problem).toBeUndefined();
  });

  it('tell of every change', () => {
    const { results: store } = results();
    const keys: string[] = [];
    store.onDidChange((key) => keys.push(key));
    store.setRunning('a', { isWaiting: true, done: 0, total: 0, failures: 0 });
    store.setRunning('a', undefined);
    store.setResult(server('1'), sampleReport(), 1);
    expect(keys).toEqual(['a', 'a', 'k']);
  });
});
