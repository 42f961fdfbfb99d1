import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestResult } from '../../src/engine/report.js';
import type { StdioTarget } from '../../src/engine/target.js';
import { EngineWorker } from '../../src/extension/engine-worker.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const samples = join(root, 'samples', 'workspace');

let folder: string;
let worker: EngineWorker;
const events: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-assay-worker-'));
  const script = join(folder, 'worker.cjs');
  await build({
    entryPoints: [join(root, 'src', 'worker', 'worker.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });
  worker = new EngineWorker({ script, onEvent: (message) => events.push(message) });
});

afterAll(async () => {
  await worker.dispose();
  await rm(folder, { recursive: true, force: true });
});

function target(command: string, args: string[]): StdioTarget {
  const env = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return { type: 'stdio', label: 'sample', secrets: [], command, args, cwd: samples, env };
}

it('grades a server, and shows the run as it happens', async () => {
  const steps: number[] = [];
  const verdicts: TestResult[] = [];
  const report = await worker.assess(
    target(process.execPath, ['servers/weather-with-faults.mjs']),
    { mode: 'safe' },
    { onProgress: ({ done }) => steps.push(done), onVerdict: (result) => verdicts.push(result) },
  );
  expect(report.startFailure).toBeNull();
  expect(report.tests.length).toBeGreaterThanOrEqual(88);
  expect(steps.length).toBeGreaterThan(1);
  const ids = report.tests.map(({ id }) => id);
  expect(verdicts.length).toBeGreaterThan(10);
  expect(verdicts.filter(({ id }) => !ids.includes(id))).toEqual([]);
  expect(worker.processes).toEqual([]);
});

it('reports a server that cannot be started', async () => {
  const report = await worker.assess(target('no-such-command-anywhere', []), {});
  expect(report).toMatchObject({ grade: null, startFailure: { kind: 'command-not-found' } });
  expect(events).toEqual(['The engine has started.']);
});

it('leaves nothing of a run that is cancelled', async () => {
  const controller = new AbortController();
  const run = worker.assess(
    target(process.execPath, [join(root, 'test', 'worker', 'fixtures', 'process-with-child.mjs')]),
    {},
    {},
    controller.signal,
  );
  await expect.poll(() => worker.processes.length).toBeGreaterThan(0);
  controller.abort();
  await expect(run).rejects.toMatchObject({ name: 'AbortError' });
  expect(worker.processes).toEqual([]);
});
