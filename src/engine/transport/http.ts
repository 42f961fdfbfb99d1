import { createParser, type EventSourceParser } from 'eventsource-parser';
import type { JsonValue } from '../json.js';
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
  MAXIMUM_CONNECTION_BYTES,
  MAXIMUM_CONNECTION_MESSAGES,
  MAXIMUM_MESSAGE_BYTES,
  type SenderTag,
  type Sent,
} from './connection.js';
import { decodeLine } from './lines.js';
import { sameId } from './pending.js';
import { replyTo } from './server-requests.js';

/** How long ending the session may take, in milliseconds. */
const DELETE_LIMIT_MS = 800;

interface Transfer {
  record: ExchangeRecord;
  abort: AbortController;
  /** Takes the answer as complete for the one who waits; reading may go on. */
  resolve(end: ExchangeRecord['end']): void;
  resolved: boolean;
  until: 'head' | 'end';
  parser: EventSourceParser | undefined;
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
    return this.#request(record, 'POST', this.#target.url, headers, message, 'end', expectation.timeoutMs);
  }

  http(tag: SenderTag, request: HttpSend, timeoutMs: number, twin: number | undefined): Sent {
    const headers = this.#headers(request.headers ?? {}, request.defaults ?? false);
    const record = beginExchange(this.#recorder, this.record, tag, request.body ?? '', {
      ...(request.requestId === undefined ? {} : { requestId: request.requestId }),
      ...(twin === undefined ? {} : { twin }),
    });
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
    if (this.sessionId !== undefined) {
      const tag = { probe: 'client-close', attempt: 0 };
      await this.http(tag, { method: 'DELETE', defaults: true }, DELETE_LIMIT_MS, undefined).done;
    }
    this.kill();
  }

  kill(): void {
    this.#open = false;
    for (const transfer of [...this.#transfers]) {
      transfer.resolve('closed');
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
  ): Sent {
    record.http = { method, url, headers };
    if (!this.#open) {
      this.#recorder.end(record, 'closed');
      return { record, done: Promise.resolve() };
    }
    const done = new Promise<void>((settle) => {
      const abort = new AbortController();
      const stopTimer = this.#platform.after(timeoutMs, () => {
        transfer.resolve('silent');
        abort.abort();
      });
      const transfer: Transfer = {
        record,
        abort,
        resolved: false,
        until,
        parser: undefined,
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
    const type = head.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
    if (/^\s*text\/event-stream\s*(;|$)/i.test(type)) {
      transfer.parser = createParser({
        onEvent: ({ data, id, event }) => {
          this.#event(transfer, data, {
            ...(id === undefined ? {} : { id }),
            ...(event === undefined ? {} : { event }),
          });
        },
      });
      if (transfer.until === 'head') transfer.resolve('answered');
    }
  }

  #data(transfer: Transfer, chunk: Uint8Array): boolean {
    const { response } = transfer.record;
    if (response === undefined) return false;
    transfer.bytes += chunk.length;
    this.#bytes += chunk.length;
    response.bodyBytes = transfer.bytes;
    const flooded = this.#bytes > MAXIMUM_CONNECTION_BYTES || this.record.incoming.length > MAXIMUM_CONNECTION_MESSAGES;
    if (flooded || transfer.bytes > MAXIMUM_MESSAGE_BYTES) {
      response.truncated = true;
      if (flooded) this.record.abandoned = 'flood';
      this.#finish(transfer);
      return false;
    }
    if (transfer.parser === undefined) transfer.parts.push(chunk.slice());
    else transfer.parser.feed(transfer.text.decode(chunk, { stream: true }));
    return true;
  }

  #end(transfer: Transfer, error: { code: string; message: string } | undefined): void {
    const { record } = transfer;
    if (error !== undefined && !transfer.abort.signal.aborted) record.error = error;
    if (error === undefined && record.response !== undefined) record.response.ended = true;
    this.#finish(transfer);
  }

  /** The body is there, as far as it will come. */
  #finish(transfer: Transfer): void {
    if (!this.#transfers.delete(transfer)) return;
    const { record } = transfer;
    if (transfer.parser === undefined && transfer.bytes > 0) this.#body(transfer);
    this.#matchOther(record);
    if (record.response === undefined) transfer.resolve(record.error === undefined ? 'closed' : 'failed');
    else if (transfer.parser !== undefined && record.reply === undefined && transfer.until === 'end')
      transfer.resolve('closed');
    else transfer.resolve('answered');
    this.#settled();
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
    this.#incoming(transfer, { ...line, atMs: this.#recorder.elapsedMs(), source: 'body' });
  }

  #event(transfer: Transfer, data: string, event: { id?: string; event?: string }): void {
    this.#incoming(transfer, { text: data, atMs: this.#recorder.elapsedMs(), source: 'event', event });
  }

  #incoming(transfer: Transfer, facts: Omit<IncomingRecord, 'exchange'>): void {
    const { record } = transfer;
    const incoming: IncomingRecord = { ...facts, exchange: record.id };
    const index = this.record.incoming.push(incoming) - 1;
    const reading = readIncoming(incoming);
    if (reading.kind === 'request') this.#answer(reading);
    if (record.reply !== undefined || record.requestId === undefined) return;
    if (!responsesIn(reading).some(({ id }) => sameId(record.requestId, id))) return;
    record.reply = index;
    if (incoming.source === 'event') transfer.resolve('answered');
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
    const tag = { probe: 'client-reply', attempt: 0 };
    this.send(tag, JSON.stringify(replyTo(request)), { reply: 'none', timeoutMs: DELETE_LIMIT_MS });
  }
}
