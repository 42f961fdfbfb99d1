import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assess } from '../../src/engine/assess.js';
import type { Mode, TimeLimits } from '../../src/engine/options.js';
import type { Report, SkipCause } from '../../src/engine/report.js';
import type { Target } from '../../src/engine/target.js';
import { nodePlatform } from '../../src/platform/node.js';
import type { Transport } from './faults.js';
import { stdioTarget, withHttpTarget } from './launch.js';

/** Short enough for faults that are silent, long enough for a busy machine. */
const LIMITS: TimeLimits = { requestMs: 3_000, startupMs: 8_000, preflightMs: 5_000 };

export interface Graded {
  report: Report;
  failed: string[];
  /** Rules that were not judged, with the cause. */
  skipped: Record<string, SkipCause | undefined>;
  /** What was asked of the tool that must not be called unasked. */
  destructiveCalls: string[];
}

/** Grades the server with one fault, or with none when the name is empty. */
export function gradeWithFault(fault: string, transport: Transport, mode: Mode): Promise<Graded> {
  return transport === 'stdio' ? gradeStdio(fault, mode) : gradeHttp(fault, mode);
}

async function gradeStdio(fault: string, mode: Mode): Promise<Graded> {
  const folder = await mkdtemp(join(tmpdir(), 'faults-'));
  const callLog = join(folder, 'calls.txt');
  try {
    const report = await grade(stdioTarget(fault, { FAULT_CALL_LOG: callLog }), mode);
    return graded(report, await linesOf(callLog));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function gradeHttp(fault: string, mode: Mode): Promise<Graded> {
  const { target, calls, close } = await withHttpTarget(fault);
  try {
    const report = await grade(target, mode);
    return graded(
      report,
      calls.map((call) => `${call.tool} ${JSON.stringify(call.path)}`),
    );
  } finally {
    await close();
  }
}

async function grade(target: Target, mode: Mode): Promise<Report> {
  const { report } = await assess(target, { mode, limits: LIMITS }, nodePlatform());
  return report;
}

function graded(report: Report, destructiveCalls: string[]): Graded {
  const skipped = report.tests.filter((test) => test.skipped);
  return {
    report,
    failed: report.tests.filter((test) => !test.passed).map((test) => test.id),
    skipped: Object.fromEntries(skipped.map((test) => [test.id, test.cause])),
    destructiveCalls,
  };
}

async function linesOf(file: string): Promise<string[]> {
  try {
    return (await readFile(file, 'utf8')).trim().split('\n');
  } catch {
    // The file appears with the first call.
    return [];
  }
}
