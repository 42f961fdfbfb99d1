import type { CatalogEntry } from './catalog.js';
import type { Letter, Report } from './report.js';
import type { Verdict } from './verdict.js';

const MUST_WEIGHT = 70;
const SHOULD_WEIGHT = 30;
/** Part of the applicable rules of level must that has to be measured for a letter. */
const LEAST_MEASURED = 0.6;
const LETTERS: readonly Letter[] = ['A', 'B', 'C', 'D', 'F'];

export interface Pool {
  passed: number;
  measured: number;
}

/** Score of two pools, 0 to 100. A pool without measurements leaves its weight to the other. */
export function scoreOf(must: Pool, should: Pool): number {
  const weights = (must.measured > 0 ? MUST_WEIGHT : 0) + (should.measured > 0 ? SHOULD_WEIGHT : 0);
  if (weights === 0) return 0;
  const part = (pool: Pool, weight: number) => (pool.measured > 0 ? (weight * pool.passed) / pool.measured : 0);
  return Math.round((100 * (part(must, MUST_WEIGHT) + part(should, SHOULD_WEIGHT))) / weights);
}

export function letterOf(score: number): Letter {
  if (score >= 90) return 'A';
  if (score >= 75) return 'B';
  if (score >= 60) return 'C';
  return score >= 40 ? 'D' : 'F';
}

function poolOf(verdicts: readonly Verdict[], belongs: (entry: CatalogEntry) => boolean): Pool {
  const measured = verdicts.filter((verdict) => verdict.outcome !== 'skip' && belongs(verdict.entry));
  return { measured: measured.length, passed: measured.filter((verdict) => verdict.outcome === 'pass').length };
}

type Grading = Pick<Report, 'grade' | 'noGradeReason' | 'score' | 'cap' | 'overall'>;

/** The grade by what the specification says: `must` weighs 70, `should` 30, and failures of `must` cap the letter. */
export function gradeOf(verdicts: readonly Verdict[], startProblem: string | null): Grading {
  const must = poolOf(verdicts, (entry) => entry.level === 'must');
  const should = poolOf(verdicts, (entry) => entry.level === 'should');
  const score = scoreOf(must, should);
  const failedMust = verdicts.filter((verdict) => verdict.outcome === 'fail' && verdict.entry.level === 'must');
  const fatal = failedMust.filter((verdict) => verdict.entry.fatal === true);
  const overall = overallOf(failedMust.length, must, should);
  if (startProblem !== null) return { grade: null, noGradeReason: startProblem, score: 0, cap: null, overall: 'fail' };
  const applicable = verdicts.filter((verdict) => verdict.entry.level === 'must' && isApplicable(verdict)).length;
  if (fatal.length === 0 && must.measured < applicable * LEAST_MEASURED) {
    const reason = `Only ${must.measured} of the ${applicable} required checks that apply could be made: too few for a grade`;
    return {
      grade: null,
      noGradeReason: reason,
      score,
      cap: null,
      overall: failedMust.length > 0 ? 'fail' : 'partial',
    };
  }
  if (must.measured + should.measured === 0) {
    return { grade: null, noGradeReason: 'Nothing was measured', score: 0, cap: null, overall: 'partial' };
  }
  const plain = letterOf(score);
  const cap = capOf(failedMust, fatal);
  if (cap === null || LETTERS.indexOf(plain) >= LETTERS.indexOf(cap.grade))
    return { grade: plain, noGradeReason: null, score, cap: null, overall };
  return { grade: cap.grade, noGradeReason: null, score, cap, overall };
}

function overallOf(failedMust: number, must: Pool, should: Pool): Report['overall'] {
  if (failedMust > 0) return 'fail';
  return must.measured + should.measured === 0 || should.passed < should.measured ? 'partial' : 'pass';
}

function capOf(failedMust: readonly Verdict[], fatal: readonly Verdict[]): Report['cap'] {
  if (fatal.length > 0) {
    const rules = fatal.map((verdict) => verdict.entry.id);
    return { grade: 'F', reason: `A client cannot work with this server: ${rules.join(', ')} failed`, rules };
  }
  if (failedMust.length === 0) return null;
  const rules = failedMust.map((verdict) => verdict.entry.id);
  const grade = failedMust.length <= 2 ? 'B' : failedMust.length <= 5 ? 'C' : 'D';
  const count = failedMust.length === 1 ? 'One required check failed' : `${failedMust.length} required checks failed`;
  return { grade, reason: `${count}, which limits the grade to ${grade}`, rules };
}

export function isApplicable(verdict: Verdict): boolean {
  return verdict.cause !== 'not-applicable';
}

/** The grade as the published tools compute it: over the core rules, by their flags, without caps. */
export function publishedGradeOf(
  verdicts: readonly Verdict[],
  isRequired: (entry: CatalogEntry) => boolean,
): Report['published'] {
  const required = poolOf(verdicts, (entry) => entry.set === 'core' && isRequired(entry));
  const optional = poolOf(verdicts, (entry) => entry.set === 'core' && !isRequired(entry));
  const score = scoreOf(required, optional);
  return { grade: required.measured + optional.measured === 0 ? null : letterOf(score), score };
}
