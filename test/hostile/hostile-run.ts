import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Report } from '../../src/engine/report.js';
import type { BuiltCli } from '../unit/cli/built-cli.js';
import { allGone } from '../unit/platform/process-state.js';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Limits that a run gets, so that servers that wait make no test wait long. In milliseconds. */
const limits = ['--timeout', '2s', '--startup-timeout', '10s', '--preflight-timeout', '3s'];

/** Far beyond what any case may take with these limits: a run that is killed here hangs. In milliseconds. */
const hangLimitMs = 100_000;

/**
 * Most that a run may take, in bytes. An idle run is at 80 MB; a server may send 24 MB on each of several connections,
 * as text and as JSON, before it is cut off.
 */
export const MEMORY_LIMIT = 320 * 1024 * 1024;

/** More than this is no report but an echo of the flood. In characters. */
const REPORT_LIMIT = 2_000_000;

export interface HostileResult {
  report: Report;
  exitCode: number | null;
  stderr: string;
  peakMemory: number;
}

/** Grades a hostile server with the command line in a process of its own, and checks what must hold for every one. */
export async function gradeHostile(cli: BuiltCli, transport: 'stdio' | 'http', name: string): Promise<HostileResult> {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-assay-hostile-'));
  const pidFile = join(folder, 'pids');
  const memoryFile = join(folder, 'peak');
  const server = transport === 'http' ? await startHttpServer(name) : undefined;
  const target =
    server === undefined
      ? ['--', process.execPath, here('servers/stdio.mjs'), name]
      : [`http://127.0.0.1:${server.port}/mcp`];
  try {
    const { exitCode, signal, stdout, stderr } = await cli.run(
      ['test', '--format', 'json', '--mode', 'full', ...limits, ...target],
      {
        env: { HOSTILE_PIDS: pidFile, HOSTILE_PEAK_MEMORY: memoryFile },
        nodeArguments: ['--import', new URL('peak-memory.mjs', import.meta.url).href],
        hangLimitMs,
      },
    );
    if (signal !== null) throw new Error(`The run did not end by itself (${signal}).`);
    if (stdout.length > REPORT_LIMIT) throw new Error(`The report has ${stdout.length} characters.`);
    if (server === undefined) await allGone(startedProcesses(pidFile));
    const peakMemory = Number(readFileSync(memoryFile, 'utf8'));
    if (stdout === '') throw new Error(`There is no report: ${stderr}`);
    return { report: JSON.parse(stdout) as Report, exitCode, stderr, peakMemory };
  } finally {
    server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The names of the cases that a server knows. */
export function casesOf(transport: 'stdio' | 'http'): string[] {
  const output = execFileSync(process.execPath, [here(`servers/${transport}.mjs`), '--cases'], { encoding: 'utf8' });
  return output.trim().split('\n');
}

function startedProcesses(pidFile: string): number[] {
  const pids = readFileSync(pidFile, 'utf8').trim().split('\n').map(Number);
  if (pids.length === 0 || pids.some(Number.isNaN)) throw new Error('The server has not noted its process.');
  return pids;
}

async function startHttpServer(name: string): Promise<{ port: number; stop(): void }> {
  const child = spawn(process.execPath, [here('servers/http.mjs'), name], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout }))
    return { port: Number(line), stop: () => child.kill('SIGKILL') };
  throw new Error(`The server of the case ${name} did not start.`);
}

/** What a report accuses the server of by the specification: the ids of the failed checks, or the kind of failed start. */
export function findings(report: Report): string[] {
  const failed = report.tests.filter((test) => !test.passed && test.level !== 'advice').map((test) => test.id);
  return report.startFailure === null ? failed : [...failed, `start: ${report.startFailure.kind}`];
}

/** Checks that broke in the engine itself; a server must never achieve that. */
export function engineErrors(report: Report): string[] {
  return report.tests.filter((test) => test.cause === 'engine-error').map((test) => `${test.id}: ${test.details}`);
}
