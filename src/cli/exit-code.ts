import type { Letter, Report } from '../engine/report.js';
import type { Thresholds } from './command.js';

export const EXIT_PASSED = 0;
export const EXIT_BELOW_THRESHOLD = 1;
export const EXIT_COULD_NOT_RUN = 2;

export interface Ending {
  exitCode: typeof EXIT_PASSED | typeof EXIT_BELOW_THRESHOLD | typeof EXIT_COULD_NOT_RUN;
  /** A sentence or two each: why the exit code is not 0 and what to do. */
  reasons: string[];
}

const ORDER: readonly Letter[] = ['A', 'B', 'C', 'D', 'F'];

/**
 * Decides the exit code of a run. `notRun` says why servers have no report at all. What could not be run outweighs a
 * threshold, because a missing measurement must not look like a measured one.
 */
export function decideEnding(reports: readonly Report[], notRun: readonly string[], thresholds: Thresholds): Ending {
  const couldNotRun = [...notRun, ...reports.flatMap(whyNotRun)];
  const below = reports
    .filter((report) => whyNotRun(report).length === 0)
    .flatMap((report) => whyBelow(report, thresholds));
  if (couldNotRun.length > 0) return { exitCode: EXIT_COULD_NOT_RUN, reasons: [...couldNotRun, ...below] };
  if (below.length > 0) return { exitCode: EXIT_BELOW_THRESHOLD, reasons: below };
  return { exitCode: EXIT_PASSED, reasons: [] };
}

function whyNotRun(report: Report): string[] {
  const { startFailure } = report;
  // A server that answers the handshake wrongly has a grade, and with it a result.
  if (startFailure !== null && report.grade === null) return [`${sentence(startFailure.message)} ${startFailure.hint}`];
  const broken = report.tests.filter((test) => test.cause === 'engine-error').map((test) => test.id);
  if (broken.length > 0) {
    const more = broken.length > 3 ? ` and ${broken.length - 3} more` : '';
    return [
      `MCP Assay itself failed in ${broken.slice(0, 3).join(', ')}${more}: please report this, with a recording (--record).`,
    ];
  }
  if (report.tests.length === 0)
    return ['No check was chosen: give --only and --skip other ids (mcp-assay test --list shows them).'];
  return [];
}

function whyBelow(report: Report, { strict, minGrade }: Thresholds): string[] {
  const reasons: string[] = [];
  const { label } = report.target;
  if (minGrade !== undefined && report.grade === null) {
    reasons.push(
      `${label} has no grade, and --min-grade asks for ${minGrade}: ${report.noGradeReason ?? 'Too little was measured.'}`,
    );
  }
  if (minGrade !== undefined && report.grade !== null && ORDER.indexOf(report.grade) > ORDER.indexOf(minGrade)) {
    reasons.push(`${label} has grade ${report.grade}, and --min-grade asks for ${minGrade}.`);
  }
  const failed = report.tests.filter((test) => test.level === 'must' && !test.passed);
  if (strict && failed.length > 0) {
    const checks = failed.length === 1 ? 'a required check' : `${failed.length} required checks`;
    reasons.push(`${label} failed ${checks} (--strict): ${failed.map((test) => test.id).join(', ')}.`);
  }
  return reasons;
}

function sentence(text: string): string {
  return /[.?!)]$/.test(text) ? text : `${text}.`;
}
