import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SaveDebounce } from '../../../src/extension/save-debounce.js';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function debounce() {
  const calls: (readonly string[])[] = [];
  return { calls, saves: new SaveDebounce(500, (keys) => calls.push(keys)) };
}

describe('saves', () => {
  it('are handed over together after a quiet time', () => {
    const { calls, saves } = debounce();
    saves.add(['a']);
    vi.advanceTimersByTime(499);
    saves.add(['b', 'a']);
    vi.advanceTimersByTime(499);
    expect(calls).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(calls).toEqual([['a', 'b']]);
  });

  it('are handed over again after the next save', () => {
    const { calls, saves } = debounce();
    saves.add(['a']);
    vi.advanceTimersByTime(500);
    saves.add(['a']);
    vi.advanceTimersByTime(500);
    expect(calls).toEqual([['a'], ['a']]);
  });

  it('that concern no server change nothing', () => {
    const { calls, saves } = debounce();
    saves.add(['a']);
    vi.advanceTimersByTime(400);
    saves.add([]);
    vi.advanceTimersByTime(100);
    expect(calls).toEqual([['a']]);
    vi.advanceTimersByTime(1_000);
    expect(calls).toHaveLength(1);
  });

  it('come to nothing after disposal', () => {
    const { calls, saves } = debounce();
    saves.add(['a']);
    saves.dispose();
    vi.advanceTimersByTime(1_000);
    expect(calls).toEqual([]);
  });
});
