import { type CatalogEntry, isRequired, specUrl } from './catalog.js';
import { gradeOf, isApplicable, publishedGradeOf, scoreOf } from './grade.js';
import { isJsonObject, type JsonObject, parseJson } from './json.js';
import type { ConnectionRecord, ExchangeRecord, Recording } from './recording/recording.js';
import type { Category, CategorySummary, Evidence, Report, ReportExchange, TestResult } from './report.js';
import { select } from './selection.js';
import { entriesOf, Judge, type Verdict } from './verdict.js';

/** Longest body that a report shows, in UTF-16 units. */
const SHOWN_BODY = 20_000;

export interface JudgeOptions {
  only?: readonly string[];
  skip?: readonly string[];
  /** For the durations of checks, in milliseconds from any fixed point. */
  now?: () => number;
}

/** Judges a recording: the same recording gives the same verdicts. */
export function judge(recording: Recording, options: JudgeOptions = {}): Report {
  const selection = select(entriesOf(recording), options.only ?? recording.only, options.skip ?? recording.skip);
  const judge = new Judge(recording, options.now);
  const verdicts = selection.entries.map((entry) => judge.verdict(entry));
  return reportOf(recording, judge, verdicts, selection.warnings);
}

/** A list of thousands can be wrong in each entry; a report shows the first ones and counts the rest. */
const MOST_FINDINGS = 20;
const MOST_EVIDENCE = 40;
const MOST_NAMES = 1_000;
/** Longest text of the server's description of itself that is shown, in UTF-16 units. */
const LONGEST_NAME = 300;
const LONGEST_INSTRUCTIONS = 16 * 1024;
const LONGEST_CAPABILITIES = 64 * 1024;

function detailsOf(texts: readonly string[]): string {
  const sentences = [...new Set(texts)].map(asSentence);
  const more = sentences.length - MOST_FINDINGS;
  return more > 0 ? [...sentences.slice(0, MOST_FINDINGS), `And ${more} more.`].join('\n') : sentences.join('\n');
}

/** A text that ends with what the server said may have its full stop already. */
function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

function shortened(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}

/** One verdict as a report shows it. */
export function testResult(verdict: Verdict, capabilities: JsonObject, revision: string): TestResult {
  const { entry, outcome } = verdict;
  const text = detailsOf(verdict.texts);
  return {
    id: entry.id,
    name: entry.title,
    category: entry.category,
    set: entry.set,
    level: entry.level,
    required: isRequired(entry, capabilities),
    passed: outcome !== 'fail',
    skipped: outcome === 'skip',
    ...(verdict.cause === undefined ? {} : { cause: verdict.cause }),
    ...(verdict.coveredBy === undefined ? {} : { coveredBy: verdict.coveredBy }),
    details: outcome === 'pass' ? (verdict.warning === undefined ? 'As it should be.' : `${verdict.warning}.`) : text,
    expected: entry.expected,
    actual: outcome === 'skip' ? '' : outcome === 'fail' ? text : 'As expected.',
    durationMs: verdict.durationMs,
    specRef: specUrl(revision, entry.spec),
    why: entry.why,
    fix: entry.fix,
    evidence: verdict.at.slice(0, MOST_EVIDENCE).map((point) => ({ ...point })),
  };
}

function reportOf(
  recording: Recording,
  judge: Judge,
  verdicts: readonly Verdict[],
  selectionWarnings: readonly string[],
): Report {
  const { capabilities } = judge;
  const tests = verdicts.map((verdict) => testResult(verdict, capabilities, recording.specVersion));
  const required = (entry: CatalogEntry) => isRequired(entry, capabilities);
  const failure = recording.startFailure;
  const grading = gradeOf(verdicts, failure === null || failure.kind === 'bad-handshake' ? null : failure.message);
  const measured = tests.filter((test) => !test.skipped);
  const ruleWarnings = verdicts.flatMap((verdict) =>
    verdict.warning === undefined ? [] : [`${verdict.entry.id}: ${verdict.warning}.`],
  );
  return {
    schemaVersion: '1',
    toolVersion: recording.toolVersion,
    specVersion: recording.specVersion,
    specVersionReason: recording.specVersionReason,
    mode: recording.mode,
    target: {
      type: recording.target.type,
      label: recording.target.label,
      ...(recording.target.source === undefined ? {} : { source: recording.target.source }),
    },
    url: recording.target.shown,
    timestamp: recording.startedAt,
    durationMs: recording.durationMs,
    ...grading,
    published: failure === null ? publishedGradeOf(verdicts, required) : { grade: null, score: 0 },
    summary: {
      total: tests.length,
      passed: measured.filter((test) => test.passed).length,
      failed: measured.filter((test) => !test.passed).length,
      skipped: tests.length - measured.length,
      required: measured.filter((test) => test.required).length,
      requiredPassed: measured.filter((test) => test.required && test.passed).length,
    },
    coverage: {
      applicable: verdicts.filter(isApplicable).length,
      measured: measured.length,
      notPermitted: verdicts.filter((verdict) => verdict.cause === 'not-permitted').length,
    },
    categories: categoriesOf(verdicts),
    tests,
    warnings: [...recording.warnings, ...selectionWarnings, ...ruleWarnings],
    serverInfo: serverInfoOf(judge.initializeResult(), capabilities),
    tools: namesOf(recording, 'tools/list', 'tools', 'name'),
    resources: namesOf(recording, 'resources/list', 'resources', 'uri'),
    prompts: namesOf(recording, 'prompts/list', 'prompts', 'name'),
    exchanges: exchangesOf(
      recording,
      tests.flatMap((test) => test.evidence),
    ),
    startFailure: failure,
  };
}

function categoriesOf(verdicts: readonly Verdict[]): CategorySummary[] {
  const categories = [...new Set(verdicts.map((verdict) => verdict.entry.category))];
  return categories.map((category: Category) => {
    const own = verdicts.filter((verdict) => verdict.entry.category === category);
    const count = (outcome: Verdict['outcome']) => own.filter((verdict) => verdict.outcome === outcome).length;
    const pool = (level: CatalogEntry['level']) => {
      const measured = own.filter((verdict) => verdict.entry.level === level && verdict.outcome !== 'skip');
      return { measured: measured.length, passed: measured.filter((verdict) => verdict.outcome === 'pass').length };
    };
    const must = pool('must');
    const should = pool('should');
    const score = must.measured + should.measured === 0 ? null : scoreOf(must, should);
    return { category, passed: count('pass'), failed: count('fail'), skipped: count('skip'), score };
  });
}

function serverInfoOf(result: JsonObject, capabilities: JsonObject): Report['serverInfo'] {
  const info = isJsonObject(result['serverInfo']) ? result['serverInfo'] : {};
  const text = (value: unknown, limit: number) => (typeof value === 'string' ? shortened(value, limit) : null);
  return {
    name: text(info['name'], LONGEST_NAME),
    version: text(info['version'], LONGEST_NAME),
    protocolVersion: text(result['protocolVersion'], LONGEST_NAME),
    capabilities: JSON.stringify(capabilities).length > LONGEST_CAPABILITIES ? {} : capabilities,
    instructions: text(result['instructions'], LONGEST_INSTRUCTIONS),
  };
}

/** Names over the pages of the first walk through a list; the count is of all. */
function namesOf(
  recording: Recording,
  method: string,
  member: string,
  key: string,
): { count: number; names: string[] } {
  const probe = `list-${method.split('/')[0] ?? ''}`;
  const names = new Set<string>();
  let count = 0;
  const pages = recording.exchanges.filter(
    (exchange) => exchange.probe === probe && exchange.attempt === 0 && exchange.reply !== undefined,
  );
  for (const page of pages) {
    const text = recording.connections[page.connection]?.incoming[page.reply ?? -1]?.text ?? '';
    const list = listIn(text, member);
    count += list.length;
    for (const item of list) {
      const name = isJsonObject(item) ? item[key] : undefined;
      if (typeof name === 'string' && names.size < MOST_NAMES) names.add(shortened(name, LONGEST_NAME));
    }
  }
  return { count, names: [...names] };
}

function listIn(text: string, member: string): unknown[] {
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value) || !isJsonObject(parsed.value['result'])) return [];
  const list = parsed.value['result'][member];
  return Array.isArray(list) ? list : [];
}

function exchangesOf(recording: Recording, evidence: readonly Evidence[]): ReportExchange[] {
  const ids = [...new Set(evidence.map((point) => point.exchange))].sort((a, b) => a - b);
  return ids.flatMap((id) => {
    const exchange = recording.exchanges[id];
    return exchange === undefined ? messageShown(recording, id) : [exchangeShown(recording, exchange)];
  });
}

function shownBody(text: string): { body: string; truncated: boolean } {
  return { body: text.slice(0, SHOWN_BODY), truncated: text.length > SHOWN_BODY };
}

function exchangeShown(recording: Recording, exchange: ExchangeRecord): ReportExchange {
  const connection = recording.connections[exchange.connection];
  const { http, response } = exchange;
  const reply = exchange.reply === undefined ? undefined : connection?.incoming[exchange.reply]?.text;
  const bodies =
    connection?.incoming.filter((incoming) => incoming.exchange === exchange.id).map((incoming) => incoming.text) ?? [];
  const body = reply ?? bodies.join('\n');
  const answered = reply !== undefined || response !== undefined;
  return {
    id: exchange.id,
    transport: recording.target.type,
    atMs: exchange.atMs,
    request: {
      ...(http === undefined ? {} : { method: http.method, url: http.url, headers: http.headers }),
      body: shownBody(exchange.sent).body,
    },
    response: answered
      ? {
          ...(response === undefined ? {} : { status: response.status, headers: response.headers }),
          ...shownBody(body),
        }
      : null,
    elapsedMs: exchange.waitedMs,
    end: exchange.end,
    ...(exchange.error === undefined ? {} : { error: `${exchange.error.code}: ${exchange.error.message}` }),
  };
}

/** Evidence that belongs to no exchange: a message that came by itself, or a process's standard error. */
function messageShown(recording: Recording, id: number): ReportExchange[] {
  let before = recording.exchanges.length;
  for (const connection of recording.connections) {
    const index = id - before;
    if (index <= connection.incoming.length) return [byItself(recording, connection, index, id)];
    before += connection.incoming.length + 1;
  }
  return [];
}

function byItself(recording: Recording, connection: ConnectionRecord, index: number, id: number): ReportExchange {
  const incoming = connection.incoming[index];
  return {
    id,
    transport: recording.target.type,
    atMs: incoming?.atMs ?? connection.exit?.atMs ?? connection.openedAtMs,
    request: null,
    response: shownBody(incoming?.text ?? processText(connection)),
    elapsedMs: 0,
    end: 'not-awaited',
  };
}

function processText(connection: ConnectionRecord): string {
  const { exit, stderr, unterminated } = connection;
  const lines: string[] = [];
  if (exit !== undefined)
    lines.push(exit.signal === null ? `Exit code ${exit.code ?? 'unknown'}` : `Ended by ${exit.signal}`);
  if (unterminated !== undefined) lines.push(`Standard output after the last line break:\n${unterminated}`);
  if (stderr !== '') lines.push(`Standard error:\n${stderr}`);
  return lines.join('\n');
}
