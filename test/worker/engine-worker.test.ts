import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { StdioTarget } from '../../src/engine/target.js';
import { EngineCrashError, EngineWorker } from '../../src/extension/engine-worker.js';
import { isAbortError } from '../../src/rpc/channel.js';

const fixtures = fileURLToPath(new URL('./fixtures/', import.meta.url));
const processWithChild = join(fixtures, 'process-with-child.mjs');

let folder: string;
let script: string;
const workers: EngineWorker[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-assay-worker-'));
  script = join(folder, 'worker.cjs');
  await build({
    entryPoints: [join(fixtures, 'stand-in-worker.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
  });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.dispose()));
});

interface Started {
  worker: EngineWorker;
  events: string[];
}

function newWorker(options: { idleMs?: number; stopWaitMs?: number } = {}): Started {
  const events: string[] = [];
  const worker = new EngineWorker({ script, onEvent: (message) => events.push(message), ...options });
  workers.push(worker);
  return { worker, events };
}

function target(label: string): StdioTarget {
  const env = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return { type: 'stdio', label, secrets: [], command: process.execPath, args: [processWithChild], env };
}

/** Starts a run and waits until its processes run. */
async function start(worker: EngineWorker, label: string, signal?: AbortSignal) {
  let result: Promise<unknown> = Promise.resolve();
  const line = await new Promise<string>((resolve, reject) => {
    result = worker.assess(target(label), {}, { onProgress: ({ step }) => resolve(step) }, signal);
    result.then(() => resolve(''), reject);
  });
  const pids = line.split(' ').map(Number);
  expect(pids).toHaveLength(2);
  return { pids, outcome: result.catch((error: unknown) => error) };
}

/** A process whose parent thread is gone stays in the table as a zombie until the program ends: that one has ended. */
function isAlive(pid: number): boolean {
  try {
    if (process.platform === 'win32') return process.kill(pid, 0);
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .startsWith('Z');
  } catch {
    // No such process: `ps` ends with 1 then, and `kill` throws.
    return false;
  }
}

/** A killed process is gone a moment after the signal; the test's own time limit bounds the wait. */
async function expectGone(pids: number[]): Promise<void> {
  expect(pids.every((pid) => Number.isInteger(pid) && pid > 1)).toBe(true);
  await expect.poll(() => pids.filter(isAlive), { timeout: 4_000 }).toEqual([]);
}

describe('the worker', () => {
  it('starts with the first run and ends when it has been idle', async () => {
    const { worker } = newWorker({ idleMs: 10 });
    expect(worker.isRunning).toBe(false);
    const report = await worker.judge({ recording: 'a recording', only: ['lifecycle-ping'] });
    expect(report).toMatchObject({ url: 'a recording', warnings: ['lifecycle-ping'] });
    await expect.poll(() => worker.isRunning).toBe(false);
    expect((await worker.judge({ recording: 'again' })).url).toBe('again');
  });

  it('does not end while a run is in it', async () => {
    const { worker, events } = newWorker({ idleMs: 1 });
    const controller = new AbortController();
    const { outcome } = await start(worker, 'wait', controller.signal);
    expect((await worker.judge({ recording: 'x' })).url).toBe('x');
    expect(worker.isRunning).toBe(true);
    controller.abort();
    expect(isAbortError(await outcome)).toBe(true);
    expect(events.filter((event) => event.includes('left'))).toEqual([]);
  });

  it('serves several runs at once', async () => {
    const { worker, events } = newWorker();
    const first = await start(worker, 'wait');
    const second = await start(worker, 'leave');
    await expect(second.outcome).resolves.toMatchObject({ url: second.pids.join(' ') });
    await expectGone(second.pids);
    expect(first.pids.every(isAlive)).toBe(true);
    expect(events).toEqual(['The engine has started.']);
  });

  it('refuses runs after it was closed', async () => {
    const { worker } = newWorker();
    await worker.dispose();
    expect(isAbortError(await worker.judge({ recording: 'x' }).catch((error: unknown) => error))).toBe(true);
  });
});

describe('no process is left', () => {
  it('when a run is cancelled', async () => {
    const { worker } = newWorker();
    const controller = new AbortController();
    const { pids, outcome } = await start(worker, 'wait', controller.signal);
    controller.abort();
    expect(isAbortError(await outcome)).toBe(true);
    await expectGone(pids);
    expect(worker.isRunning).toBe(true);
  });

  it('when the engine ends a run without ending its processes', async () => {
    const { worker } = newWorker();
    const { pids, outcome } = await start(worker, 'leave');
    await outcome;
    await expectGone(pids);
  });

  it('when a cancelled run does not stop: then the worker is ended', async () => {
    const { worker } = newWorker({ stopWaitMs: 20 });
    const controller = new AbortController();
    const { pids, outcome } = await start(worker, 'deaf', controller.signal);
    controller.abort();
    expect(isAbortError(await outcome)).toBe(true);
    await expectGone(pids);
    expect(worker.isRunning).toBe(false);
  });

  it('when the thread is blocked', async () => {
    const { worker } = newWorker({ stopWaitMs: 20 });
    const controller = new AbortController();
    const { pids, outcome } = await start(worker, 'spin', controller.signal);
    controller.abort();
    expect(isAbortError(await outcome)).toBe(true);
    await expectGone(pids);
    expect((await worker.judge({ recording: 'x' })).url).toBe('x');
  });

  it.each(['crash', 'exit'])('when the worker ends by %s: the run says so and the next one works', async (label) => {
    const { worker, events } = newWorker();
    const { pids, outcome } = await start(worker, label);
    const error = await outcome;
    expect(error).toBeInstanceOf(EngineCrashError);
    expect(error).toMatchObject({
      message: expect.stringMatching(label === 'crash' ? /the stand-in crashed/ : /exit code 3/),
    });
    await expectGone(pids);
    expect(events.some((event) => event.startsWith('The engine ended'))).toBe(true);
    expect((await worker.judge({ recording: 'next' })).url).toBe('next');
  });

  it('when a crash takes another run along', async () => {
    const { worker } = newWorker();
    const bystander = await start(worker, 'wait');
    const culprit = await start(worker, 'crash');
    expect(await culprit.outcome).toBeInstanceOf(EngineCrashError);
    expect(await bystander.outcome).toBeInstanceOf(EngineCrashError);
    await expectGone([...bystander.pids, ...culprit.pids]);
  });

  it('when the extension is closed', async () => {
    const { worker } = newWorker();
    const { pids, outcome } = await start(worker, 'wait');
    await worker.dispose();
    expect(isAbortError(await outcome)).toBe(true);
    await expectGone(pids);
  });
});
