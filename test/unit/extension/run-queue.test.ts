import { describe, expect, it } from 'vitest';
import { RunQueue } from '../../../src/extension/run-queue.js';

/** Runs that end when the test says so. */
function jobs() {
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const job = (name: string) => (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      log.push(`start ${name}`);
      ends.set(name, () => {
        log.push(`end ${name}`);
        resolve();
      });
      signal.addEventListener('abort', () => {
        log.push(`abort ${name}`);
        reject(new Error('aborted'));
      });
    });
  return { log, job, end: (name: string) => ends.get(name)?.() };
}

describe('the run queue', () => {
  it('runs as many at once as it may, the others in their order', async () => {
    const { log, job, end } = jobs();
    const queue = new RunQueue(2);
    const runs = ['a', 'b', 'c', 'd'].map((key) => queue.run(key, job(key)));
    expect(log).toEqual(['start a', 'start b']);
    expect(queue.stateOf('c')).toBe('waiting');
    end('b');
    await runs[1];
    expect(log).toEqual(['start a', 'start b', 'end b', 'start c']);
    end('a');
    await runs[0];
    end('c');
    end('d');
    expect(await Promise.all(runs)).toEqual(['done', 'done', 'done', 'done']);
    expect(queue.keys).toEqual([]);
  });

  it('cancels the run of a key when a new one is asked for, and starts that afterwards', async () => {
    const { log, job, end } = jobs();
    const queue = new RunQueue(2);
    const first = queue.run('a', job('first'));
    const second = queue.run('a', job('second'));
    expect(await first).toBe('superseded');
    expect(log).toEqual(['start first', 'abort first', 'start second']);
    end('second');
    expect(await second).toBe('done');
  });

  it('never runs one key twice at once', async () => {
    const queue = new RunQueue(4);
    let working = 0;
    let most = 0;
    let finish: () => void = () => undefined;
    const stubborn = async () => {
      working += 1;
      most = Math.max(most, working);
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      working -= 1;
    };
    const first = queue.run('a', stubborn);
    const second = queue.run('a', stubborn);
    finish();
    expect(await first).toBe('superseded');
    finish();
    expect(await second).toBe('done');
    expect(most).toBe(1);
  });

  it('keeps only the latest of several that wait', async () => {
    const { log, job, end } = jobs();
    const queue = new RunQueue(1);
    const busy = queue.run('other', job('other'));
    const waiting = ['one', 'two', 'three'].map((name) => queue.run('a', job(name)));
    end('other');
    await busy;
    end('three');
    expect(await Promise.all(waiting)).toEqual(['superseded', 'superseded', 'done']);
    expect(log).toEqual(['start other', 'end other', 'start three', 'end three']);
  });

  it('cancels what works and what waits', async () => {
    const { log, job } = jobs();
    const queue = new RunQueue(1);
    const working = queue.run('a', job('a'));
    const waiting = queue.run('b', job('b'));
    queue.cancelAll();
    expect(await working).toBe('cancelled');
    expect(await waiting).toBe('cancelled');
    expect(log).toEqual(['start a', 'abort a']);
  });

  it('hands on what a job throws, and goes on', async () => {
    const queue = new RunQueue(1);
    const failing = queue.run('a', async () => {
      throw new Error('broken');
    });
    const next = queue.run('b', async () => undefined);
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });

  it('tells of every change of state', async () => {
    const changes: string[] = [];
    const queue: RunQueue = new RunQueue(1, (key) => changes.push(`${key} ${queue.stateOf(key) ?? 'ended'}`));
    await Promise.all([queue.run('a', async () => undefined), queue.run('b', async () => undefined)]);
    expect(changes).toEqual(['a waiting', 'a working', 'b waiting', 'a ended', 'b working', 'b ended']);
  });
});
