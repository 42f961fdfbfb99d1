import type { Letter, Report, TestResult } from '../engine/report.js';
import type { Translate } from './translate.js';

/** Checks that count as failed: advice is shown but is not a failure. */
export function failedTests(report: Report): TestResult[] {
  return report.tests.filter((test) => isFailure(test) && test.level !== 'advice');
}

export function isFailure(test: TestResult): boolean {
  return !test.passed && !test.skipped;
}

/** `B`, or why there is no letter, in a few words. */
export function gradeWords(report: Report, t: Translate): string {
  if (report.grade !== null) return report.grade;
  if (report.startFailure === null) return t('no grade');
  return report.target.type === 'stdio' ? t('failed to start') : t('not reachable');
}

/** `grade B`, or why there is no letter. */
export function gradePhrase(report: Report, t: Translate): string {
  return report.grade === null ? gradeWords(report, t) : t('grade {0}', report.grade);
}

export function failureWords(report: Report, t: Translate): string {
  const count = failedTests(report).length;
  if (count === 0) return t('no failures');
  return count === 1 ? t('1 failure') : t('{0} failures', count);
}

/** `Grade B · 3 failures`; `Failed to start`. */
export function summaryWords(report: Report, t: Translate): string {
  if (report.grade === null) return capitalised(gradeWords(report, t));
  return `${t('Grade {0}', report.grade)} · ${failureWords(report, t)}`;
}

/** `0.4 s`, `12 s`, `2 min`. */
export function durationWords(milliseconds: number, t: Translate): string {
  const seconds = milliseconds / 1_000;
  if (seconds < 10) return t('{0} s', seconds.toFixed(1));
  if (seconds < 120) return t('{0} s', Math.round(seconds));
  return t('{0} min', Math.round(seconds / 60));
}

const ORDER: readonly Letter[] = ['A', 'B', 'C', 'D', 'F'];

/** Whether a report keeps a minimum grade; one without a letter does not. */
export function isBelow(report: Report, minimum: Letter): boolean {
  return report.grade === null || ORDER.indexOf(report.grade) > ORDER.indexOf(minimum);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
