import type { CategorySummary, Evidence, Report, SkipCause, StartFailure, TestResult } from '../engine/report.js';
import { evidenceText, exchangeTitle } from './evidence-text.js';
import { type TerminalStyle, terminalStyle } from './terminal-style.js';
import { clip, columnsOf, padEnd, wrap } from './text-layout.js';
import { visibleLine, visibleLines } from './visible-text.js';

export interface TerminalOptions {
  colour: boolean;
  /** Also lists what passed and what was skipped, and shows more of each text. */
  verbose: boolean;
  /** Columns of the terminal. */
  width: number;
}

interface Page {
  style: TerminalStyle;
  verbose: boolean;
  width: number;
  /** Longest text that is shown of one field, in code points. */
  textLimit: number;
  /** Most lines that are shown of one field. */
  lineLimit: number;
}

const MARGIN = '  ';
const FACT_COLUMNS = 11;
const LABEL_COLUMNS = 10;
const BAR_COLUMNS = 20;

const CAUSE_WORDS: Record<SkipCause, string> = {
  'not-applicable': 'not applicable',
  'not-permitted': 'not permitted in this mode',
  'not-checked': 'not checked',
  'not-evaluable': 'not evaluable',
  'engine-error': 'failed inside MCP Assay',
};

/** The report for a terminal: what matters first, and no character of the server's that a terminal would obey. */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const page: Page = {
    style: terminalStyle(options.colour),
    verbose: options.verbose,
    width: Math.max(72, Math.min(options.width, 120)),
    textLimit: options.verbose ? 4_000 : 600,
    lineLimit: options.verbose ? 200 : 12,
  };
  // A server that never spoke has one finding; bars and a list of checks would say it again in other words.
  const unspoken = report.startFailure !== null && report.grade === null;
  const sections = [
    heading(report, page),
    report.startFailure === null ? [] : startFailure(report.startFailure, failedOf(report), page),
    facts(report, page),
    unspoken || report.coverage.measured === 0
      ? []
      : report.categories.flatMap((summary) => categoryLine(summary, page)),
    unspoken ? [] : failures(report, page),
    warnings(report, page),
    skips(report, page),
    page.verbose ? passes(report, page) : [],
  ];
  const body = sections.filter((section) => section.length > 0).map((section) => section.join('\n'));
  return `\n${body.join('\n\n')}\n`;
}

function heading(report: Report, page: Page): string[] {
  const { style } = page;
  const label = clip(visibleLine(report.target.label), 200);
  const score = report.grade === null ? 'no grade' : `${whole(report.score)} of 100`;
  const shown = clip(visibleLine(report.url), 400);
  const [name = '', ...more] = wrap(label, page.width - 20);
  const title = [`${style.bold(name)}  ${score}`, ...more.map(style.bold)];
  const lines = [...title, ...(shown === label ? [] : wrap(shown, page.width - 7).map(style.dim))];
  const reason = report.noGradeReason === null ? [] : paragraph(report.noGradeReason, page, page.width - 7);
  return [...lines, ...reason].map(
    (line, index) => `${MARGIN}${index === 0 ? style.tile(report.grade) : '   '}${MARGIN}${line}`,
  );
}

function startFailure(failure: StartFailure, checks: TestResult[], page: Page): string[] {
  const { style } = page;
  const [first = '', ...rest] = paragraph(failure.message, page, page.width - 4);
  const ended = [
    ...(typeof failure.exitCode === 'number' ? [`exit code ${failure.exitCode}`] : []),
    ...(typeof failure.signal === 'string' ? [`signal ${failure.signal}`] : []),
  ].join(', ');
  return [
    `${MARGIN}${style.red('✗')} ${style.bold(first)}`,
    ...rest.map((line) => `${MARGIN}  ${style.bold(line)}`),
    ...labelled('To do', paragraph(failure.hint, page, textColumns(page)), page),
    ...labelled('Ended', ended === '' ? [] : [ended], page),
    ...labelled('stderr', tail(failure.stderrTail ?? '', page), page),
    ...labelled(
      'Fails',
      checks.map((test) => `${test.id}  ${style.blue(visibleLine(test.specRef))}`),
      page,
    ),
  ];
}

function facts(report: Report, page: Page): string[] {
  const { serverInfo, coverage, published } = report;
  const seconds = `${(report.durationMs / 1000).toFixed(1)} s`;
  const spoken = serverInfo.protocolVersion === null ? '' : `, speaks ${clip(serverInfo.protocolVersion, 40)}`;
  const lists = [
    counted(report.tools.count, 'tool'),
    counted(report.resources.count, 'resource'),
    counted(report.prompts.count, 'prompt'),
  ].join(', ');
  const entries: [string, string][] = [
    [
      'Graded',
      `MCP ${report.specVersion} (${withoutStop(report.specVersionReason)}), ${report.mode} mode, ${seconds}, MCP Assay ${report.toolVersion}`,
    ],
  ];
  if (serverInfo.name !== null) {
    const name = `${clip(serverInfo.name, 120)} ${clip(serverInfo.version ?? '', 60)}`.trimEnd();
    entries.push(['Server', `${name}${spoken}: ${lists}`]);
  }
  if (report.startFailure === null) {
    const leftOut = coverage.notPermitted === 0 ? '' : `; ${report.mode} mode left out ${coverage.notPermitted}`;
    entries.push(['Measured', `${coverage.measured} of ${coverage.applicable} applicable checks${leftOut}`]);
  }
  if (report.cap !== null) {
    const rules = report.cap.rules.length === 0 ? '' : ` (${report.cap.rules.join(', ')})`;
    entries.push([`Held at ${report.cap.grade}`, `${report.cap.reason}${rules}`]);
  }
  if (published.grade !== null) {
    entries.push([
      'Published',
      `${published.grade}, ${whole(published.score)} of 100, by the published flags and without caps`,
    ]);
  }
  if (report.target.source !== undefined) entries.push(['Defined in', placeOf(report.target.source)]);
  return entries.flatMap(([name, text]) => fact(name, text, page));
}

function placeOf(source: NonNullable<Report['target']['source']>): string {
  return source.range === undefined ? source.file : `${source.file}:${source.range.start.line + 1}`;
}

function fact(name: string, text: string, page: Page): string[] {
  const lines = paragraph(text, page, page.width - MARGIN.length - FACT_COLUMNS);
  return lines.map((line, index) => `${MARGIN}${page.style.dim(padEnd(index === 0 ? name : '', FACT_COLUMNS))}${line}`);
}

function categoryLine(summary: CategorySummary, page: Page): string[] {
  const { style } = page;
  if (summary.passed + summary.failed + summary.skipped === 0) return [];
  const name = padEnd(summary.category, FACT_COLUMNS);
  if (summary.score === null) {
    const empty = style.dim(`${'·'.repeat(BAR_COLUMNS)}    –  nothing measured, ${summary.skipped} skipped`);
    return [`${MARGIN}${name}${empty}`];
  }
  // A bar is full only when the score is, and empty only when the score is zero.
  const exact = (summary.score / 100) * BAR_COLUMNS;
  const filled = exact > BAR_COLUMNS / 2 ? Math.floor(exact) : Math.ceil(exact);
  const paint = summary.failed === 0 ? style.green : style.yellow;
  const bar = paint('━'.repeat(filled)) + style.dim('╌'.repeat(BAR_COLUMNS - filled));
  const counts = [
    `${summary.passed} passed`,
    ...(summary.failed === 0 ? [] : [style.red(`${summary.failed} failed`)]),
    ...(summary.skipped === 0 ? [] : [style.dim(`${summary.skipped} skipped`)]),
  ].join(', ');
  return [`${MARGIN}${name}${bar} ${whole(summary.score).padStart(4)}  ${counts}`];
}

/** Required by the text or by the published catalog first, then what should be, then advice. */
function rankOf(test: TestResult): number {
  if (test.level === 'must' || test.required) return 0;
  return test.level === 'should' ? 1 : 2;
}

function failedOf(report: Report): TestResult[] {
  return report.tests.filter((test) => !test.passed && !test.skipped).sort((a, b) => rankOf(a) - rankOf(b));
}

function failures(report: Report, page: Page): string[] {
  const failed = failedOf(report);
  if (failed.length === 0)
    return report.coverage.measured === 0 ? [] : [`${MARGIN}${page.style.green('✓')} No check failed.`];
  const levels = (['must', 'should', 'advice'] as const)
    .map((level) => [failed.filter((test) => test.level === level).length, level] as const)
    .filter(([count]) => count > 0)
    .map(([count, level]) => `${count} ${level}`);
  const title = `${counted(failed.length, 'check')} failed: ${levels.join(', ')}`;
  return [`${MARGIN}${page.style.bold(title)}`, ...failed.flatMap((test) => ['', ...failure(test, report, page)])];
}

function failure(test: TestResult, report: Report, page: Page): string[] {
  const { style } = page;
  const paint = rankOf(test) === 0 ? style.red : style.yellow;
  const columns = textColumns(page);
  const text = (value: string) => paragraph(value, page, columns);
  const level = `${test.level}${test.required ? ', published as required' : ''}`;
  return [
    `${MARGIN}${paint('✗')} ${style.bold(test.id)}  ${style.dim(`${test.category}, ${level}`)}`,
    ...paragraph(test.name, page, page.width - 4).map((line) => `${MARGIN}  ${line}`),
    ...labelled('Found', text(test.details), page),
    ...labelled('Expected', text(test.expected), page),
    ...labelled('Actual', test.actual === test.details ? [] : text(test.actual), page),
    ...evidence(test, report, page),
    ...labelled('Why', text(test.why), page),
    ...labelled('Fix', fix(test.fix, page, columns), page),
    ...labelled('Spec', [style.blue(visibleLine(test.specRef))], page),
  ];
}

/** The places that prove a failure with their bytes; what looks the same is shown once. */
function evidence(test: TestResult, report: Report, page: Page): string[] {
  const blocks = new Map(
    test.evidence.map((entry) => place(entry, test, report, page)).map((lines) => [lines.join('\n'), lines]),
  );
  const all = [...blocks.values()].filter((lines) => lines.length > 0);
  const shown = page.verbose ? all : all.slice(0, 2);
  const left = all.length - shown.length;
  return labelled('Proof', [...shown.flat(), ...(left > 0 ? [page.style.dim(`and ${left} more`)] : [])], page);
}

function place(entry: Evidence, test: TestResult, report: Report, page: Page): string[] {
  const { style } = page;
  const exchange = report.exchanges.find((candidate) => candidate.id === entry.exchange);
  if (exchange === undefined) return [];
  const pointer = entry.pointer === '' ? '' : `, at ${entry.pointer}`;
  const note = entry.note === undefined || test.details.includes(entry.note) ? '' : `: ${entry.note}`;
  const title = paragraph(`${exchangeTitle(exchange)}${pointer}${note}`, page, textColumns(page));
  const bytes = evidenceText(entry, exchange) ?? '';
  if (bytes === '') return title;
  const snippet = clipLines(visibleLines(clip(bytes, page.verbose ? 4_000 : 240)), page)
    .flatMap((line) => wrap(line, textColumns(page) - 2))
    .map((line) => `${style.dim('│')} ${style.dim(line)}`);
  return [...title, ...snippet];
}

/** The prose wrapped, the fenced block as it is, set apart from the prose. */
function fix(markdown: string, page: Page, columns: number): string[] {
  let fenced = false;
  return clipLines(visibleLines(clip(markdown, page.textLimit * 4)), page).flatMap((line) => {
    if (line.trimStart().startsWith('```')) {
      fenced = !fenced;
      return [];
    }
    if (fenced) return [`  ${line}`];
    return line === '' ? [] : wrap(line, columns);
  });
}

function warnings(report: Report, page: Page): string[] {
  return report.warnings.flatMap((warning) =>
    paragraph(warning, page, page.width - 4).map(
      (line, index) => `${MARGIN}${index === 0 ? page.style.yellow('!') : ' '} ${line}`,
    ),
  );
}

function skips(report: Report, page: Page): string[] {
  const skipped = report.tests.filter((test) => test.skipped);
  if (skipped.length === 0) return [];
  const groups = (Object.keys(CAUSE_WORDS) as SkipCause[])
    .map((cause) => ({ cause, tests: skipped.filter((test) => test.cause === cause) }))
    .filter((group) => group.tests.length > 0);
  const counts = groups.map((group) => `${group.tests.length} ${CAUSE_WORDS[group.cause]}`).join(', ');
  const more = page.verbose ? '' : ' (--verbose lists them)';
  const title = wrap(`${counted(skipped.length, 'check')} skipped: ${counts}${more}`, page.width - 2);
  // What broke inside this program is always listed: it is our fault, and someone has to report it.
  const listed = page.verbose ? groups : groups.filter((group) => group.cause === 'engine-error');
  return [
    ...title.map((line) => `${MARGIN}${page.style.dim(line)}`),
    ...listed.flatMap((group) => [
      `${MARGIN}${CAUSE_WORDS[group.cause]}`,
      ...group.tests.flatMap((test) => listItem('–', test.id, skipReason(test), page)),
    ]),
  ];
}

function skipReason(test: TestResult): string {
  return test.coveredBy === undefined ? test.details : `${test.details} (see ${test.coveredBy})`;
}

function passes(report: Report, page: Page): string[] {
  const passed = report.tests.filter((test) => test.passed && !test.skipped);
  if (passed.length === 0) return [];
  return [
    `${MARGIN}${counted(passed.length, 'check')} passed`,
    ...passed.flatMap((test) => listItem('✓', test.id, test.name, page)),
  ];
}

function listItem(sign: string, id: string, text: string, page: Page): string[] {
  const name = padEnd(id, 34);
  const columns = page.width - MARGIN.length - 4 - columnsOf(name);
  if (columns < 24) {
    const below = paragraph(text, page, page.width - 6).map((line) => `${MARGIN}    ${page.style.dim(line)}`);
    return [`${MARGIN}  ${page.style.dim(sign)} ${id}`, ...below];
  }
  return paragraph(text, page, columns).map((line, index) =>
    index === 0
      ? `${MARGIN}  ${page.style.dim(sign)} ${name}${page.style.dim(line)}`
      : `${MARGIN}    ${padEnd('', 34)}${page.style.dim(line)}`,
  );
}

function textColumns(page: Page): number {
  return page.width - MARGIN.length - 2 - LABEL_COLUMNS;
}

function labelled(label: string, lines: string[], page: Page): string[] {
  return lines.map(
    (line, index) => `${MARGIN}  ${page.style.dim(padEnd(index === 0 ? label : '', LABEL_COLUMNS))}${line}`,
  );
}

/** Text from a server or a catalog as wrapped lines, cut at the page's limits. */
function paragraph(text: string, page: Page, columns: number): string[] {
  const lines = visibleLines(clip(text, page.textLimit)).filter((line) => line.trim() !== '');
  return clipLines(lines, page).flatMap((line) => wrap(line, columns));
}

function clipLines(lines: string[], page: Page): string[] {
  if (lines.length <= page.lineLimit) return lines;
  return [...lines.slice(0, page.lineLimit), `… (${lines.length - page.lineLimit} more lines)`];
}

/** The end of a text, which is where a program says why it stopped. */
function tail(text: string, page: Page): string[] {
  const lines = visibleLines(text).filter((line) => line.trim() !== '');
  return lines.slice(-page.lineLimit).flatMap((line) => wrap(clip(line, page.textLimit), textColumns(page)));
}

/** A sentence as it stands in parentheses. */
function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Rounded down, so that 100 is said only of 100. */
function whole(score: number): string {
  return String(Math.floor(score));
}
