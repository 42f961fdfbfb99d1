import { type CatalogEntry, catalog, fillText } from './catalog.js';
import type { RuleId } from './generated/catalog-types.js';
import { RULES } from './generated/rule-map.js';
import { isJsonObject, type JsonObject } from './json.js';
import type { Mode } from './options.js';
import type { Effect, Probe } from './probe.js';
import { type EvidencePoint, type Exchange, RecordingReader, wasServed } from './recording/exchange.js';
import { type Reading, readIncoming } from './recording/message.js';
import type { ProbeAttempt, ProbeRecord, Recording } from './recording/recording.js';
import type { SkipCause } from './report.js';
import { isRevision, LATEST_REVISION } from './revision.js';
import type { Finding, Judgement, Rule } from './rule.js';
import { declares } from './session.js';
import { isView, probesOf, type Reads, readsWholeRun, type View } from './view.js';

/** The final word on one rule. */
export interface Verdict {
  entry: CatalogEntry;
  outcome: 'pass' | 'fail' | 'skip';
  cause?: SkipCause;
  coveredBy?: string;
  /** Sentences without a full stop. */
  texts: string[];
  warning?: string;
  at: readonly EvidencePoint[];
  durationMs: number;
}

/** The rule that reports a handshake that did not complete. */
export const HANDSHAKE_RULE = 'lifecycle-init';

export function permits(mode: Mode, effect: Effect): boolean {
  if (effect === 'hostile') return mode === 'full';
  return effect === 'read' || mode !== 'observe';
}

/** Reads of one recording: probe values hydrated, views built once. The layer is the attempt that is read. */
class Layer {
  readonly #reader: RecordingReader;
  readonly #attempt: number;
  readonly #values = new Map<string, unknown>();

  constructor(reader: RecordingReader, attempt: number) {
    this.#reader = reader;
    this.#attempt = attempt;
  }

  attemptOf(probe: Probe): ProbeAttempt | undefined {
    const record = this.#reader.recording.probes[probe.id];
    return record?.attempts[Math.min(this.#attempt, (record.attempts.length || 1) - 1)];
  }

  inputs(reads: Reads): Record<string, unknown> {
    return Object.fromEntries(Object.entries(reads).map(([name, readable]) => [name, this.#value(readable)]));
  }

  /** Every exchange in what the probe returned. */
  exchangesOf(probe: Probe): Exchange[] {
    const attempt = this.attemptOf(probe);
    return attempt?.outcome === 'done' ? exchangesIn(this.#value(probe)) : [];
  }

  #value(readable: Probe | View): unknown {
    const key = isView(readable) ? `view:${readable.id}` : `probe:${readable.id}`;
    if (this.#values.has(key)) return this.#values.get(key);
    const value = isView(readable)
      ? readable.build(this.inputs(readable.reads), this.#reader)
      : this.#probeValue(readable);
    this.#values.set(key, value);
    return value;
  }

  #probeValue(probe: Probe): unknown {
    const attempt = this.attemptOf(probe);
    if (attempt?.outcome !== 'done') throw new Error(`Probe ${probe.id} has no value.`);
    return this.#reader.hydrate(attempt.value);
  }
}

function exchangesIn(value: unknown): Exchange[] {
  if (Array.isArray(value)) return value.flatMap(exchangesIn);
  if (typeof value !== 'object' || value === null) return [];
  if ('record' in value && 'waitedMs' in value) return [value as Exchange];
  return Object.values(value).flatMap(exchangesIn);
}

type Skip = { cause: SkipCause; text: string; coveredBy?: string };

/** Judges a recording, or a recording that is still being made: each judge sees it as it was when it was constructed. */
export class Judge {
  readonly #recording: Recording;
  readonly #layers: Layer[] = [];
  readonly #reader: RecordingReader;
  readonly #now: () => number;

  /** `now` is only for the durations in the report. */
  constructor(recording: Recording, now: () => number = () => 0) {
    this.#recording = recording;
    this.#reader = new RecordingReader(recording);
    this.#now = now;
  }

  get revision(): string {
    const { protocolVersion } = this.#recording.connections[0] ?? {};
    return isRevision(protocolVersion) ? protocolVersion : LATEST_REVISION;
  }

  get capabilities(): JsonObject {
    const result = this.initializeResult();
    return isJsonObject(result['capabilities']) ? result['capabilities'] : {};
  }

  /** The InitializeResult of the main connection; empty when there is none. */
  initializeResult(): JsonObject {
    const attempt = this.#recording.probes['handshake']?.attempts[0];
    if (attempt?.outcome !== 'done') return {};
    const value = this.#reader.hydrate(attempt.value) as { initialize: Exchange };
    const { initialize } = value;
    return initialize.kind === 'result' && isJsonObject(initialize.result) ? initialize.result : {};
  }

  /** Whether a verdict on the rule can be given from what is there. */
  isComplete(entry: CatalogEntry): boolean {
    const rule = RULES.get(entry.id);
    if (rule === undefined) return true;
    if (readsWholeRun(rule.reads)) return false;
    return [...probesOf(rule.reads)].every((probe) => {
      const record = this.#recording.probes[probe.id];
      return record !== undefined && (record.attempts.length > 0 || record.notSent !== undefined);
    });
  }

  verdict(entry: CatalogEntry): Verdict {
    const start = this.#now();
    const verdict = this.#verdict(entry);
    return { ...verdict, durationMs: Math.round((this.#now() - start) * 1000) / 1000 };
  }

  #verdict(entry: CatalogEntry): Verdict {
    const rule = RULES.get(entry.id);
    if (rule === undefined) return skipped(entry, { cause: 'engine-error', text: 'The rule has no code' });
    const first = this.#judgeLayer(entry, rule, 0);
    if ([...probesOf(rule.reads)].some((probe) => probe.once)) return first;
    const again = [...probesOf(rule.reads)].some(
      (probe) => (this.#recording.probes[probe.id]?.attempts.length ?? 0) > 1,
    );
    if (!again || (first.outcome !== 'fail' && !this.#lostInLayer(rule, 0))) return first;
    const second = this.#judgeLayer(entry, rule, 1);
    if (second.outcome === 'fail' || this.#lostInLayer(rule, 0) || entry.id === OVERLAP_RULE) return second;
    return {
      ...skipped(entry, {
        cause: 'not-evaluable',
        coveredBy: OVERLAP_RULE,
        text: `Asked together with other requests it failed (${first.texts[0] ?? ''}), asked alone it did not`,
      }),
      at: first.at,
    };
  }

  /** Whether the peer went away during one of the rule's probes: then the first attempt says nothing. */
  #lostInLayer(rule: Rule, attempt: number): boolean {
    const layer = this.#layer(attempt);
    return [...probesOf(rule.reads)].some((probe) => {
      const record = this.#recording.probes[probe.id];
      return record !== undefined && record.attempts.length > 1 && layer.exchangesOf(probe).some(wasLost);
    });
  }

  #judgeLayer(entry: CatalogEntry, rule: Rule, attempt: number): Verdict {
    const layer = this.#layer(attempt);
    const skip = this.#guard(entry, rule, layer);
    if (skip !== undefined) return skipped(entry, skip);
    try {
      const verdict = verdictOf(entry, rule.judge(layer.inputs(rule.reads)));
      if (verdict.outcome !== 'fail') return verdict;
      if (this.#readsMalformed(entry, rule, layer)) return malformed(entry, verdict);
      const owner = this.#ownerOfAnswers(entry, rule, layer);
      return owner === undefined ? verdict : notAnswered(entry, verdict, owner);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      return skipped(entry, { cause: 'engine-error', text: `The rule broke: ${text}` });
    }
  }

  /** Whether a reply is no JSON-RPC response: then that is the fault, and what it means for others is not known. */
  #readsMalformed(entry: CatalogEntry, rule: Rule, layer: Layer): boolean {
    if (entry.id === ENVELOPE_RULE) return false;
    return [...probesOf(rule.reads)].some((probe) => layer.exchangesOf(probe).some(isMalformed));
  }

  /** The rule that reports an HTTP answer which holds no reply, if this one depends on such an answer. */
  #ownerOfAnswers(entry: CatalogEntry, rule: Rule, layer: Layer): RuleId | undefined {
    if (ANSWER_RULES.has(entry.id)) return undefined;
    // The rules of these categories judge the status themselves.
    const readsStatus = entry.category === 'transport' || entry.category === 'security';
    for (const probe of probesOf(rule.reads)) {
      const answers = layer.exchangesOf(probe).filter(({ kind }) => kind === 'unanswered' || !readsStatus);
      const owner = answers.map(ownerOfAnswer).find((id) => id !== undefined);
      if (owner !== undefined) return owner;
    }
    return undefined;
  }

  #layer(attempt: number): Layer {
    const known = this.#layers[attempt];
    if (known !== undefined) return known;
    const layer = new Layer(this.#reader, attempt);
    this.#layers[attempt] = layer;
    return layer;
  }

  /** What keeps the rule from being judged at all. */
  #guard(entry: CatalogEntry, rule: Rule, layer: Layer): Skip | undefined {
    return (
      this.#notApplicable(entry) ??
      this.#noHandshake(entry, rule) ??
      this.#notDeclared(entry) ??
      this.#probesFailed(entry, rule, layer)
    );
  }

  #notApplicable(entry: CatalogEntry): Skip | undefined {
    const { type } = this.#recording.target;
    const { revision } = this;
    if (!entry.transports.includes(type))
      return notApplicable(`It applies to ${entry.transports.map(transportName).join(' and ')} only`);
    if (entry.since !== undefined && revision < entry.since)
      return notApplicable(`The server negotiated ${revision}, and this holds since ${entry.since}`);
    if (entry.until !== undefined && revision > entry.until)
      return notApplicable(`The server negotiated ${revision}, and this held until ${entry.until}`);
    return undefined;
  }

  #noHandshake(entry: CatalogEntry, rule: Rule): Skip | undefined {
    const { startFailure } = this.#recording;
    if (startFailure === null) return undefined;
    if (entry.id === HANDSHAKE_RULE && HANDSHAKE_FAILURES.has(startFailure.kind)) return undefined;
    if (entry.id === FRAMING_RULE && WRITTEN.has(startFailure.kind)) return undefined;
    const probes = [...probesOf(rule.reads)];
    const independent = probes.length > 0 && probes.every((probe) => probe.withoutHandshake);
    if (independent && REACHED.has(startFailure.kind)) return undefined;
    if (entry.id === HANDSHAKE_RULE) return { cause: 'not-checked', text: startFailure.message.replace(/\.$/, '') };
    return { cause: 'not-checked', coveredBy: HANDSHAKE_RULE, text: 'The handshake did not complete' };
  }

  #notDeclared(entry: CatalogEntry): Skip | undefined {
    if (entry.capability === undefined || this.#recording.startFailure !== null) return undefined;
    if (declares(this.capabilities, entry.capability)) return undefined;
    return notApplicable(`The server does not declare the capability ${entry.capability}`);
  }

  #probesFailed(entry: CatalogEntry, rule: Rule, layer: Layer): Skip | undefined {
    const { mode } = this.#recording;
    for (const probe of probesOf(rule.reads)) {
      if (!permits(mode, probe.effect)) return notPermitted(mode, probe.effect);
      const record: ProbeRecord | undefined = this.#recording.probes[probe.id];
      if (record === undefined) return { cause: 'not-checked', text: 'The recording does not hold what this needs' };
      if (record.notSent !== undefined) return record.notSent;
      const attempt = layer.attemptOf(probe);
      if (attempt?.outcome === 'broken')
        return { cause: 'engine-error', text: `The probe ${probe.id} broke: ${attempt.message}` };
      const unserved = layer.exchangesOf(probe).some((exchange) => exchange.twin !== null && !wasServed(exchange.twin));
      if (unserved)
        return {
          cause: entry.twin,
          text: 'The server refused the conformant request too, so that its refusal proves nothing',
        };
    }
    return undefined;
  }
}

/** The rule that owns messages that are not JSON-RPC. */
const ENVELOPE_RULE = 'lifecycle-jsonrpc';

function isMalformed(exchange: Exchange): boolean {
  return exchange.kind === 'error' && !Number.isInteger(exchange.error.code);
}

function malformed(entry: CatalogEntry, { at }: Verdict): Verdict {
  const text = 'The reply is not a valid JSON-RPC response';
  return { ...skipped(entry, { cause: 'not-evaluable', coveredBy: ENVELOPE_RULE, text }), at };
}

const ANSWER_RULES: ReadonlySet<string> = new Set<RuleId>([
  HANDSHAKE_RULE,
  'transport-post',
  'transport-content-type',
  'transport-content-type-init',
  'transport-get-stream',
]);

/** A request that was redirected, or got a success status and no reply: the rule that says what is wrong with that. */
function ownerOfAnswer({ kind, http, record }: Exchange): RuleId | undefined {
  if (http === null || record.requestId === undefined || record.optional) return undefined;
  if (http.status >= 300 && http.status < 400) return 'transport-post';
  if (kind !== 'unanswered') return undefined;
  if (!http.ended || http.truncated) return undefined;
  // Too deep to be looked into, but JSON: nothing is wrong with the answer as such.
  if (http.body.some((incoming) => isTooDeep(readIncoming(incoming)))) return undefined;
  return http.bodyBytes === 0 && http.mediaType !== 'text/event-stream' ? 'transport-post' : 'transport-content-type';
}

function isTooDeep(reading: Reading): boolean {
  return reading.kind === 'unreadable' && reading.problem === 'too-deep';
}

function notAnswered(entry: CatalogEntry, { at }: Verdict, coveredBy: RuleId): Verdict {
  const text = 'An answer that it needs held no reply';
  return { ...skipped(entry, { cause: 'not-checked', coveredBy, text }), at };
}

/** The rule that owns what else than messages stands on standard output. */
const FRAMING_RULE = 'stdio-framing';
/** Start failures in which a process wrote something. */
const WRITTEN: ReadonlySet<string> = new Set(['not-mcp', 'bad-handshake']);

/** The rule that owns differences between requests sent together and alone. */
export const OVERLAP_RULE = 'transport-concurrent';

/** Start failures in which the server was there, and initialize went wrong. */
const HANDSHAKE_FAILURES: ReadonlySet<string> = new Set(['bad-handshake', 'silent', 'timeout', 'exited', 'not-mcp']);

/** Start failures in which an HTTP server answered. */
export const REACHED: ReadonlySet<string> = new Set(['unauthorized']);

/** Whether the peer went away before it replied, or had forgotten the session. */
export function wasLost(exchange: Exchange): boolean {
  return (exchange.end === 'closed' && exchange.kind === 'unanswered') || lostSession(exchange);
}

/** Whether a server that was to keep the session no longer knew it, as after a crash. */
export function lostSession(exchange: Exchange): boolean {
  const { connection, http, record } = exchange;
  if (http?.status !== 404 || connection.sessionId === undefined || exchange.kind === 'result') return false;
  if (exchange.kind === 'error' && exchange.error.code === METHOD_NOT_FOUND) return false;
  const wasEnded = connection.endedAtMs !== undefined && connection.endedAtMs <= record.atMs;
  const sent = record.http?.headers.find(([name]) => name.toLowerCase() === 'mcp-session-id')?.[1];
  return !wasEnded && sent === connection.sessionId;
}

const METHOD_NOT_FOUND = -32601;

function transportName(transport: 'stdio' | 'http'): string {
  return transport === 'http' ? 'HTTP' : transport;
}

function notApplicable(text: string): Skip {
  return { cause: 'not-applicable', text };
}

function notPermitted(mode: Mode, effect: Effect): Skip {
  const needed = effect === 'call' ? 'safe or full' : 'full';
  return { cause: 'not-permitted', text: `Mode ${mode} does not send this; it needs mode ${needed}` };
}

function skipped(entry: CatalogEntry, { cause, text, coveredBy }: Skip): Verdict {
  return {
    entry,
    outcome: 'skip',
    cause,
    texts: [text],
    at: [],
    durationMs: 0,
    ...(coveredBy === undefined ? {} : { coveredBy }),
  };
}

function verdictOf(entry: CatalogEntry, judgement: Judgement): Verdict {
  if (judgement.outcome === 'fail') {
    const findings = judgement.findings;
    const texts = findings.map((finding) => fillText(textOf(entry.fail, finding.key, entry.id), finding.data));
    return {
      entry,
      outcome: 'fail',
      texts,
      at: findings.flatMap((finding, index) => placed(finding, findings.length > 1 ? texts[index] : undefined)),
      durationMs: 0,
    };
  }
  if (judgement.outcome === 'pass') {
    const { warning } = judgement;
    const text =
      warning === undefined ? undefined : fillText(textOf(entry.warn ?? {}, warning.key, entry.id), warning.data);
    return {
      entry,
      outcome: 'pass',
      texts: [],
      at: judgement.at,
      durationMs: 0,
      ...(text === undefined ? {} : { warning: text }),
    };
  }
  const skip = entry.skip?.[judgement.key];
  if (skip === undefined) throw new Error(`${entry.id} has no text for the skip ${judgement.key}.`);
  const verdict = skipped(entry, {
    cause: skip.cause,
    text: fillText(skip.text, judgement.data),
    ...(skip.by === undefined ? {} : { coveredBy: skip.by }),
  });
  return { ...verdict, at: judgement.at };
}

function placed(finding: Finding, note: string | undefined): EvidencePoint[] {
  return finding.at.map((point) => (note === undefined || point.note !== undefined ? point : { ...point, note }));
}

function textOf(texts: Readonly<Record<string, string>>, key: string, id: string): string {
  const text = texts[key];
  if (text === undefined) throw new Error(`${id} has no text for ${key}.`);
  return text;
}

/** The entries that a run of this recording's filters judges. */
export function entriesOf(recording: Recording): readonly CatalogEntry[] {
  return catalog(recording.specVersion).rules;
}
