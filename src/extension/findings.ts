import type { Level, Report, StartFailure, TestResult } from '../engine/report.js';
import type { SourceRange } from '../engine/target.js';
import { visibleLines } from '../reporters/visible-text.js';
import { type ConfigContents, memberRange, type ServerDefinition } from '../targets/server-definition.js';
import { isBelow, isFailure } from './report-words.js';
import type { Settings, Severity } from './settings.js';
import type { Translate } from './translate.js';

/** One entry of the Problems view, before it becomes the editor's own kind. */
export interface Finding {
  range: SourceRange;
  severity: Exclude<Severity, 'off'>;
  message: string;
  code: string;
  /** The section of the specification. */
  target?: string;
}

/** Longer texts are cut: the report panel has all of it. */
const MAX_MESSAGE = 600;

/** Where a failure to start has its cause, as a member of the entry. */
const START_FAILURE_PLACES: Readonly<Record<StartFailure['kind'], readonly string[]>> = {
  'command-not-found': ['command'],
  'not-executable': ['command'],
  'folder-not-found': ['cwd'],
  exited: ['command'],
  silent: [],
  'connection-refused': ['url'],
  'host-not-found': ['url'],
  tls: ['url'],
  timeout: ['url'],
  'not-mcp': ['url'],
  'legacy-sse': ['url'],
  unauthorized: ['headers'],
  redirected: ['url'],
  'bad-handshake': [],
  cancelled: [],
};

/** Rules whose failure is to be corrected at one member of the entry. */
const RULE_PLACES: Readonly<Record<string, readonly string[]>> = {
  'security-tls-required': ['url'],
  'security-token-in-uri': ['url'],
};

/** The findings of a run, at the server's entry or deeper. */
export function reportFindings(
  server: ServerDefinition,
  report: Report,
  { severities, minimumGrade }: Pick<Settings, 'severities' | 'minimumGrade'>,
  t: Translate,
): Finding[] {
  const failed = report.tests.filter(isFailure);
  const findings = report.startFailure
    ? [startFinding(server, report, report.startFailure, severities)]
    : failed.map((test) => testFinding(server, test, severities, t));
  const below = minimumGrade !== undefined && report.grade !== null && isBelow(report, minimumGrade);
  return [
    ...findings.filter((finding) => finding !== undefined),
    ...(below ? [belowMinimum(server, report, minimumGrade, t)] : []),
  ];
}

/**
 * What is wrong with the file itself. Where the editor already says what is wrong with the JSON, a broken file gets the
 * consequence only.
 */
export function configFindings({ problems }: ConfigContents, isJsonReported: boolean, t: Translate): Finding[] {
  return problems.map(({ range, severity, message, code }) => {
    const isRepeated = isJsonReported && code === 'syntax';
    const text = isRepeated ? t('None of the servers in this file can be read until its JSON is corrected.') : message;
    return { range, severity, message: text, code };
  });
}

function startFinding(
  server: ServerDefinition,
  report: Report,
  failure: StartFailure,
  severities: Readonly<Record<Level, Severity>>,
): Finding | undefined {
  if (failure.kind === 'cancelled' || severities.must === 'off') return undefined;
  const rule = report.tests.find(isFailure);
  return {
    range: memberRange(server, ...START_FAILURE_PLACES[failure.kind]),
    severity: severities.must,
    message: shortened(startFailureText(failure)),
    code: rule?.id ?? failure.kind,
    ...(rule && { target: rule.specRef }),
  };
}

/** What happened and what to do. The first sentence may end with a command line, and then has no full stop of its own. */
export function startFailureText({ message, hint }: StartFailure): string {
  return /[.!?]$/.test(message) ? `${message} ${hint}` : `${message}. ${hint}`;
}

function testFinding(
  server: ServerDefinition,
  test: TestResult,
  severities: Readonly<Record<Level, Severity>>,
  t: Translate,
): Finding | undefined {
  const severity = severities[test.level];
  if (severity === 'off') return undefined;
  return {
    range: memberRange(server, ...(RULE_PLACES[test.id] ?? [])),
    severity,
    // What was seen comes first: the Problems view shows one line, and the code beside it names the rule.
    message: withRule(shortened(asSentence(test.details)), t('Rule: {0}.', test.name)),
    code: test.id,
    target: test.specRef,
  };
}

function belowMinimum(server: ServerDefinition, report: Report, minimum: string, t: Translate): Finding {
  return {
    range: server.nameRange,
    severity: 'warning',
    message: t('Grade {0} is below the minimum grade {1} of the settings.', report.grade ?? '', minimum),
    code: 'minimum-grade',
  };
}

/** On the same line when there is only one, since every line takes room in the Problems view. */
function withRule(text: string, rule: string): string {
  return `${text}${text.includes('\n') ? '\n' : ' '}${rule}`;
}

/** Begins with a capital, unless the first word is a name or a value that must stay as it is. */
function asSentence(text: string): string {
  return /^[a-z]+[ ,]/.test(text) ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : text;
}

/** What a server says can hold control characters, and has no limit. */
function shortened(text: string): string {
  const lines = visibleLines(text).join('\n');
  return lines.length > MAX_MESSAGE ? `${lines.slice(0, MAX_MESSAGE)}…` : lines;
}
