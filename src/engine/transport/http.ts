import { createParser, type EventSourceParser } from 'eventsource-parser';
import { type JsonValue, parseJson } from '../json.js';
import type { HttpAgent, HttpResponseHead, Platform } from '../platform.js';
import { readIncoming, responsesIn } from '../recording/message.js';
import type { Recorder } from '../recording/recorder.js';
import type { ConnectionRecord, ExchangeRecord, IncomingRecord } from '../recording/recording.js';
import type { HttpTarget } from '../target.js';
import type { HttpSend } from '../wire.js';
import {
  beginExchange,
  type Connection,
  type Expectation,
  MAXIMUM_MESSAGE_BYTES,
  type SenderTag,
  type Sent,
} from './connection.js';
import { abandonFlooded, isFlood, MOST_ANSWERED_REQUESTS } from './flood.js';
import { decodeLine, type Line } from './lines.js';
import { sameId } from './pending.js';
import { salvageMessages } from './salvage.js';
import { isAnswerable, replyTo } from './server-requests.js';

/** How long ending the session may take, in milliseconds. */
const DELETE_LIMIT_MS = 800;
/** A stream that ended before the response is resumed this often. */
const MOST_RESUMPTIONS = 2;
/** Before that, unless the server names a time; and the longest time that it may name. In milliseconds. */
const RETRY_MS = 300;
const LONGEST_RETRY_MS = 3_000;
/** As much of what is announced as an event stream is kept until its first event shows that it is one. */
const KEPT_RAW = 64 * 1024;
/** What stands at the beginning of a line of an event stream. */
const STREAM_LINE = /^(data|event|id|retry|:)/m;

interface Transfer {
  record: ExchangeRecord;
  abort: AbortController;
  /** Takes the answer as complete for the one who waits; reading may go on. */
  resolve(end: ExchangeRecord['end']): void;
  resolved: boolean;
  until: 'head' | 'end';
  parser: EventSourceParser | undefined;
  /** The beginning of a stream that has had no event yet. */
  raw: string;
  hasEvents: boolean;
  isFinished: boolean;
  lastEventId: string | undefined;
  retryMs: number;
  /** The transfer whose stream this one resumes: what comes belongs to that one's exchange. */
  resumes: Transfer | undefined;
  resumptions: number;
  text: InstanceType<typeof TextDecoder>;
  parts: Uint8Array[];
  bytes: number;
}

/** A session of a Streamable HTTP server. Every request is an exchange of its own. */
export class HttpConnection implements Connection {
  readonly record: ConnectionRecord;
  /** Sent with each request once the handshake gave them. */
  sessionId: string | undefined;
  protocolVersion: string | undefined;
  readonly #platform: Platform;
  readonly #recorder: Recorder;
  readonly #agent: HttpAgent;
  readonly #target: HttpTarget;
  readonly #transfers = new Set<Transfer>();
  readonly #quietWaiters = new Set<() => void>();
  #bytes = 0;
  #answered = 0;
  #open = true;

  constructor(platform: Platform, recorder: Recorder, agent: HttpAgent, target: HttpTarget, purpose: string) {
    this.#platform = platform;
    this.#recorder = recorder;
    this.#agent = agent;
    this.#target = target;
    this.record = recorder.connection('http', purpose);
  }

  get open(): boolean {
    return this.#open;
  }

  send(tag: SenderTag, message: string | Uint8Array, expectation: Expectation): Sent {
    const headers = this.#headers({ 'content-type': 'application/json', ...expectation.headers }, true);
    const record = beginExchange(this.#recorder, this.record, tag, message, expectation);
    if (expectation.headers !== undefined) record.oddHeaders = true;
    const until = expectation.reply === 'none' ? 'head' : 'end';
    return this.#request(record, 'POST', this.#target.url, headers, message, until, expectation.timeoutMs);
  }

  http(tag: SenderTag, request: HttpSend, timeoutMs: number, twin: number | undefined): Sent {
    const headers = this.#headers(request.headers ?? {}, request.defaults ?? false);
    const record = beginExchange(this.#recorder, this.record, tag, request.body ?? '', {
      ...(request.requestId === undefined ? {} : { requestId: request.requestId }),
      ...(twin === undefined ? {} : { twin }),
    });
    if (request.method === 'POST') record.oddHeaders = true;
    const url = request.url ?? this.#target.url;
    return this.#request(record, request.method, url, headers, request.body, request.until ?? 'end', timeoutMs);
  }

  async quiet(): Promise<void> {
    const waiting = [...this.#transfers].some((transfer) => !transfer.resolved);
    if (!waiting) return;
    await new Promise<void>((resolve) => this.#quietWaiters.add(resolve));
  }

  async close(): Promise<void> {
    if (!this.#open) return;
    if (this.sessionId !== undefined && this.record.endedAtMs === undefined) {
      const tag = { probe: 'client-close', attempt: 0 };
      await this.http(tag, { method: 'DELETE', defaults: true }, DELETE_LIMIT_MS, undefined).done;
    }
    this.kill();
  }

  kill(): void {
    this.#endAll('closed');
  }

  #endAll(end: 'closed' | 'silent'): void {
    this.#open = false;
    for (const transfer of [...this.#transfers]) {
      transfer.resolve(end);
      transfer.abort.abort();
    }
  }

  #headers(overrides: Readonly<Record<string, string | null>>, defaults: boolean): [string, string][] {
    const chosen = new Map<string, [string, string]>();
    const set = (name: string, value: string | null | undefined) => {
      if (value === null) chosen.delete(name.toLowerCase());
      else if (value !== undefined) chosen.set(name.toLowerCase(), [name, value]);
    };
    if (defaults) {
      set('accept', 'application/json, text/event-stream');
      set('user-agent', 'mcp-assay');
      set('mcp-session-id', this.sessionId);
      set('mcp-protocol-version', this.protocolVersion);
      for (const [name, value] of Object.entries(this.#target.headers)) set(name, value);
    }
    for (const [name, value] of Object.entries(overrides)) set(name, value);
    return [...chosen.values()];
  }

  #request(
    record: ExchangeRecord,
    method: string,
    url: string,
    headers: [string, string][],
    body: string | Uint8Array | undefined,
    until: 'head' | 'end',
    timeoutMs: number,
    resumes?: Transfer,
  ): Sent {
    record.http = { method, url, headers };
    if (!this.#open) {
      this.#recorder.end(record, 'closed');
      return { record, done: Promise.resolve() };
    }
    const done = new Promise<void>((settle) => {
      const abort = new AbortController();
      const stopTimer = this.#platform.after(timeoutMs, () => {
        transfer.resolve(until === 'head' && record.response !== undefined ? 'answered' : 'silent');
        abort.abort();
      });
      const transfer: Transfer = {
        record,
        abort,
        resolved: false,
        until,
        parser: undefined,
        raw: '',
        hasEvents: false,
        isFinished: false,
        lastEventId: undefined,
        retryMs: RETRY_MS,
        resumes,
        resumptions: 0,
        text: new TextDecoder(),
        parts: [],
        bytes: 0,
        resolve: (end) => {
          if (transfer.resolved) return;
          transfer.resolved = true;
          stopTimer();
          this.#recorder.end(record, end);
          settle();
          this.#settled();
        },
      };
      this.#transfers.add(transfer);
      const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
      this.#agent.send(
        { method, url, headers, signal: abort.signal, ...(bytes === undefined ? {} : { body: bytes }) },
        {
          onHead: (head) => this.#head(transfer, head),
          onData: (chunk) => this.#data(transfer, chunk),
          onEnd: (error) => this.#end(transfer, error),
          onTls: (facts) => {
            record.tls = facts;
          },
        },
      );
    });
    return { record, done };
  }

  #settled(): void {
    if ([...this.#transfers].some((transfer) => !transfer.resolved)) return;
    for (const resolve of [...this.#quietWaiters]) resolve();
    this.#quietWaiters.clear();
  }

  #head(transfer: Transfer, head: HttpResponseHead): void {
    const { record } = transfer;
    record.response = {
      ...head,
      headMs: Math.round((this.#recorder.elapsedMs() - record.atMs) * 1000) / 1000,
      bodyBytes: 0,
      ended: false,
      truncated: false,
    };
    if (record.http?.method === 'DELETE' && head.status >= 200 && head.status < 300 && this.#isOwnSession(record))
      this.record.endedAtMs = this.#recorder.elapsedMs();
    const type = head.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
    if (!/^\s*text\/event-stream\s*(;|$)/i.test(type)) return;
    transfer.parser = this.#parser(transfer);
    if (transfer.until === 'head') transfer.resolve('answered');
  }

  #isOwnSession({ http }: ExchangeRecord): boolean {
    const sent = http?.headers.find(([name]) => name.toLowerCase() === 'mcp-session-id')?.[1];
    return sent !== undefined && sent === this.sessionId;
  }

  #parser(transfer: Transfer): EventSourceParser {
    return createParser({
      onEvent: ({ data, id, event }) => {
        transfer.hasEvents = true;
        if (id !== undefined) transfer.lastEventId = id;
        this.#event(transfer, data, {
          ...(id === undefined ? {} : { id }),
          ...(event === undefined ? {} : { event }),
        });
      },
      onRetry: (ms) => {
        transfer.retryMs = Math.min(ms, LONGEST_RETRY_MS);
      },
    });
  }

  #data(transfer: Transfer, chunk: Uint8Array): boolean {
    const { response } = transfer.record;
    if (response === undefined) return false;
    transfer.bytes += chunk.length;
    this.#bytes += chunk.length;
    response.bodyBytes = transfer.bytes;
    const { recording } = this.#recorder;
    const isFlooded = isFlood(recording, this.record, this.#bytes);
    if (isFlooded || transfer.bytes > MAXIMUM_MESSAGE_BYTES) {
      response.truncated = true;
      this.#finish(transfer);
      if (isFlooded) {
        // It is the flood that hides a reply, and we who leave: the server has not gone away.
        this.#endAll('silent');
        abandonFlooded(recording, this.record);
      }
      return false;
    }
    if (transfer.parser === undefined) transfer.parts.push(chunk.slice());
    else this.#feed(transfer, transfer.parser, transfer.text.decode(chunk, { stream: true }));
    return true;
  }

  #feed(transfer: Transfer, parser: EventSourceParser, text: string): void {
    if (!transfer.hasEvents && transfer.raw.length < KEPT_RAW) transfer.raw += text;
    parser.feed(text);
  }

  #end(transfer: Transfer, error: { code: string; message: string } | undefined): void {
    const { record } = transfer;
    if (error !== undefined && !transfer.abort.signal.aborted) record.error = error;
    if (error === undefined && record.response !== undefined) record.response.ended = true;
    this.#finish(transfer);
  }

  /** The body is there, as far as it will come. */
  #finish(transfer: Transfer): void {
    if (transfer.isFinished) return;
    transfer.isFinished = true;
    const { resumes: resumed } = transfer;
    if (transfer.parser === undefined && transfer.bytes > 0 && resumed === undefined) this.#body(transfer);
    const isForeign = !transfer.hasEvents && transfer.raw.trim() !== '' && !STREAM_LINE.test(transfer.raw);
    if (isForeign) this.#whole(transfer, { text: transfer.raw });
    if (resumed !== undefined) {
      this.#transfers.delete(transfer);
      transfer.resolve('answered');
    }
    if (!this.#resumeAfter(transfer)) this.#conclude(resumed ?? transfer);
  }

  /** All has come that will come for the exchange. */
  #conclude(transfer: Transfer): void {
    const { record } = transfer;
    this.#transfers.delete(transfer);
    this.#matchOther(record);
    if (record.response === undefined)
      transfer.resolve(record.error === undefined || this.#wasAnswered(record) ? 'closed' : 'failed');
    else if (transfer.parser !== undefined && record.reply === undefined && transfer.until === 'end')
      transfer.resolve('closed');
    else transfer.resolve('answered');
    this.#settled();
  }

  /** Whether the server had answered anything before: then a broken connection means that it has gone. */
  #wasAnswered({ id }: ExchangeRecord): boolean {
    return this.#recorder.recording.exchanges.some(
      (other) => other.id < id && other.connection === this.record.id && other.response !== undefined,
    );
  }

  /**
   * Resumes a stream that ended before the response, as a client does that was given an event id.
   * https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery
   */
  #resumeAfter(transfer: Transfer): boolean {
    const first = transfer.resumes ?? transfer;
    const { record } = first;
    const isOver = first.resolved || record.reply !== undefined || first.until === 'head' || !this.#open;
    if (isOver || record.requestId === undefined || transfer.parser === undefined) return false;
    if (transfer.lastEventId === undefined || first.resumptions >= MOST_RESUMPTIONS) return false;
    const { lastEventId } = transfer;
    first.resumptions += 1;
    record.resumed = true;
    this.#platform.after(transfer.retryMs, () => {
      const headers = { accept: 'text/event-stream', 'last-event-id': lastEventId };
      const tag = { probe: 'client-resume', attempt: 0 };
      const resuming = beginExchange(this.#recorder, this.record, tag, '', {});
      this.#request(
        resuming,
        'GET',
        this.#target.url,
        this.#headers(headers, true),
        undefined,
        'end',
        LONGEST_RETRY_MS,
        first,
      );
    });
    return true;
  }

  #body(transfer: Transfer): void {
    const joined = new Uint8Array(transfer.parts.reduce((sum, part) => sum + part.length, 0));
    let offset = 0;
    for (const part of transfer.parts) {
      joined.set(part, offset);
      offset += part.length;
    }
    const truncated = transfer.record.response?.truncated === true;
    const line = truncated
      ? {
          text: new TextDecoder().decode(joined.subarray(0, 4096)),
          problem: { kind: 'too-long' as const, byteOffset: joined.length },
        }
      : decodeLine(joined);
    this.#whole(transfer, line);
  }

  #whole(transfer: Transfer, line: Line): void {
    const atMs = this.#recorder.elapsedMs();
    this.#incoming(transfer, { ...line, atMs, source: 'body' });
    if (parseJson(line.text).ok) return;
    for (const text of salvageMessages(line.text)) this.#incoming(transfer, { text, atMs, source: 'piece' });
  }

  #event(transfer: Transfer, data: string, event: { id?: string; event?: string }): void {
    this.#incoming(transfer, { text: data, atMs: this.#recorder.elapsedMs(), source: 'event', event });
  }

  #incoming(transfer: Transfer, facts: Omit<IncomingRecord, 'exchange'>): void {
    const { record, resolve } = transfer.resumes ?? transfer;
    const incoming: IncomingRecord = { ...facts, exchange: record.id };
    const index = this.record.incoming.push(incoming) - 1;
    const reading = readIncoming(incoming);
    if (reading.kind === 'request' && isAnswerable(reading.id)) this.#answer(reading);
    if (record.reply !== undefined || record.requestId === undefined) return;
    if (!responsesIn(reading).some(({ id }) => sameId(record.requestId, id))) return;
    record.reply = index;
    if (incoming.source === 'event') resolve('answered');
  }

  /** No reply had the request's id: the first reply of any kind is what the server had to say. */
  #matchOther(record: ExchangeRecord): void {
    if (record.reply !== undefined) return;
    const index = this.record.incoming.findIndex(
      (incoming) => incoming.exchange === record.id && responsesIn(readIncoming(incoming)).length > 0,
    );
    const incoming = this.record.incoming[index];
    if (incoming === undefined) return;
    record.reply = index;
    if (record.requestId !== undefined) record.replyIdDiffers = true;
  }

  #answer(request: { id: JsonValue; method: string }): void {
    if (this.#answered >= MOST_ANSWERED_REQUESTS) return;
    this.#answered += 1;
    const tag = { probe: 'client-reply', attempt: 0 };
    this.send(tag, JSON.stringify(replyTo(request, this.record.clientCapabilities)), {
      reply: 'none',
      timeoutMs: DELETE_LIMIT_MS,
    });
  }
}
