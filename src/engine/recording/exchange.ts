import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../json.js';
import type { Evidence } from '../report.js';
import { type PlacedResponse, type Reading, readIncoming, responsesIn } from './message.js';
import type {
  ConnectionRecord,
  ExchangeEnd,
  ExchangeRecord,
  HttpResponseRecord,
  IncomingRecord,
  Recording,
} from './recording.js';

/** A place in the recording that a verdict points at. */
export type EvidencePoint = Evidence;

/** The head of an HTTP answer, with easy access to its headers. */
export interface HttpAnswer extends HttpResponseRecord {
  /** Media type in lower case without parameters; empty when there is none. */
  mediaType: string;
  /** First value of a header; undefined when absent. */
  header(name: string): string | undefined;
  /** Everything that came in the body: one entry for a body, one per event of a stream. */
  body: readonly IncomingRecord[];
}

interface ExchangeFacts {
  id: number;
  connection: ConnectionRecord;
  record: ExchangeRecord;
  /** What was sent, when it is JSON. */
  sent: JsonValue | undefined;
  /** Null on stdio, and when no answer came. */
  http: HttpAnswer | null;
  end: ExchangeEnd;
  waitedMs: number;
  /** The twin's exchange; null when none was sent. */
  twin: Exchange | null;
  /** A place in the reply; the pointer goes into the whole JSON-RPC message (`/error/code`). */
  at(pointer?: string, note?: string): EvidencePoint;
  /** A place in what was sent. */
  atRequest(pointer?: string, note?: string): EvidencePoint;
  /** The HTTP answer's head (status and headers). */
  atHttp(note?: string): EvidencePoint;
  toJSON(): { $exchange: number };
}

interface ReplyFacts {
  message: JsonObject;
  incoming: IncomingRecord;
  /** The reply carries the request's id, with its type. */
  idMatches: boolean;
}

/** A reply with a `result` member, whatever else it has, unless that is null beside an error. */
export type ResultExchange = ExchangeFacts & ReplyFacts & { kind: 'result'; result: JsonValue | undefined };
/** A reply with an `error` member and no `result`; the members of the error are as received. */
export type ErrorExchange = ExchangeFacts &
  ReplyFacts & {
    kind: 'error';
    error: { code: JsonValue | undefined; message: JsonValue | undefined; data: JsonValue | undefined };
  };
/** HTTP only: an error status without a JSON-RPC message, or a status that is no answer to a request. */
export type RefusedExchange = ExchangeFacts & { kind: 'refused'; http: HttpAnswer };
/** No reply: `end` says whether the time was over (`silent`), the peer went (`closed`), or sending `failed`. */
export type UnansweredExchange = ExchangeFacts & { kind: 'unanswered' };

/** One thing sent and its reply, for rules. */
export type Exchange = ResultExchange | ErrorExchange | RefusedExchange | UnansweredExchange;

/** Whether the server did what a conformant request asked. */
export function wasServed(exchange: Exchange): boolean {
  if (exchange.kind === 'result') return true;
  return exchange.record.requestId === undefined && exchange.http !== null && exchange.http.status < 300;
}

/** Whether the server turned the request down, in JSON-RPC or by an HTTP status. */
export function wasRejected(exchange: Exchange): boolean {
  return exchange.kind === 'error' || exchange.kind === 'refused';
}

/** A message from the server, with its place. */
export interface ServerMessage {
  connection: ConnectionRecord;
  /** Position among the connection's incoming records. */
  index: number;
  incoming: IncomingRecord;
  reading: Reading;
  at(pointer?: string, note?: string): EvidencePoint;
}

/** Typed access to a recording. Evidence on messages without an exchange has ids after those of the exchanges. */
export class RecordingReader {
  readonly recording: Recording;
  readonly #exchanges = new Map<number, Exchange>();
  #messages: readonly ServerMessage[] | undefined;

  constructor(recording: Recording) {
    this.recording = recording;
  }

  exchange(id: number): Exchange {
    const known = this.#exchanges.get(id);
    if (known !== undefined) return known;
    const record = this.recording.exchanges[id];
    if (record === undefined) throw new Error(`The recording has no exchange ${id}.`);
    const built = this.#build(record);
    this.#exchanges.set(id, built);
    return built;
  }

  exchanges(): readonly Exchange[] {
    return this.recording.exchanges.map((record) => this.exchange(record.id));
  }

  /** Everything that the server sent, connection by connection, in the order of arrival. */
  messages(): readonly ServerMessage[] {
    this.#messages ??= this.recording.connections.flatMap((connection) =>
      connection.incoming.map((incoming, index) => this.#message(connection, incoming, index)),
    );
    return this.#messages;
  }

  /** Replaces `{ "$exchange": id }` by the exchange, at any depth. */
  hydrate(value: JsonValue | undefined): unknown {
    if (Array.isArray(value)) return value.map((item) => this.hydrate(item));
    if (!isJsonObject(value)) return value;
    const id = value['$exchange'];
    if (typeof id === 'number' && Object.keys(value).length === 1) return this.exchange(id);
    return Object.fromEntries(Object.entries(value).map(([member, item]) => [member, this.hydrate(item)]));
  }

  #message(connection: ConnectionRecord, incoming: IncomingRecord, index: number): ServerMessage {
    return {
      connection,
      index,
      incoming,
      get reading() {
        return readIncoming(incoming);
      },
      at: (pointer = '', note) => ({
        exchange: this.messageEvidenceId(connection.id, index),
        part: incoming.exchange === undefined ? 'stdout' : 'reply',
        pointer,
        ...(note === undefined ? {} : { note }),
      }),
    };
  }

  /** Evidence ids of single messages: above all exchange ids, so that one number names either. */
  messageEvidenceId(connection: number, index: number): number {
    let before = this.recording.exchanges.length;
    for (const other of this.recording.connections) {
      if (other.id === connection) return before + index;
      before += other.incoming.length + 1;
    }
    throw new Error(`The recording has no connection ${connection}.`);
  }

  /** A place in what a process wrote to standard error, or how it ended. */
  atProcess(connection: ConnectionRecord, note?: string): EvidencePoint {
    return {
      exchange: this.messageEvidenceId(connection.id, connection.incoming.length),
      part: 'stderr',
      pointer: '',
      ...(note === undefined ? {} : { note }),
    };
  }

  #build(record: ExchangeRecord): Exchange {
    const connection = this.recording.connections[record.connection];
    if (connection === undefined) throw new Error(`The recording has no connection ${record.connection}.`);
    const reader = this;
    const parsed = record.sentBytes > record.sent.length * 4 ? undefined : parseJson(record.sent);
    const response = responseTo(record, connection);
    const place = (part: Evidence['part'], pointer: string, note: string | undefined): EvidencePoint => ({
      exchange: record.id,
      part,
      pointer: part === 'reply' ? `${response?.pointer ?? ''}${pointer}` : pointer,
      ...(note === undefined ? {} : { note }),
    });
    const facts: ExchangeFacts = {
      id: record.id,
      connection,
      record,
      sent: parsed?.ok ? parsed.value : undefined,
      http: httpAnswer(record, connection),
      end: record.end,
      waitedMs: record.waitedMs,
      get twin() {
        return record.twin === undefined ? null : reader.exchange(record.twin);
      },
      at: (pointer = '', note) => place('reply', pointer, note),
      atRequest: (pointer = '', note) => place('request', pointer, note),
      atHttp: (note) => place('http', '', note),
      toJSON: () => ({ $exchange: record.id }),
    };
    return withReply(facts, response);
  }
}

/** The response in what was taken for the reply: the one with the request's id where there are several. */
function responseTo(record: ExchangeRecord, connection: ConnectionRecord): PlacedResponse | undefined {
  const incoming = record.reply === undefined ? undefined : connection.incoming[record.reply];
  if (incoming === undefined) return undefined;
  const responses = responsesIn(readIncoming(incoming));
  return responses.find(({ id }) => id === record.requestId) ?? responses[0];
}

/** Adds members without reading the getters of `facts`. */
function extend<A extends object, B extends object>(facts: A, more: B): A & B {
  return Object.defineProperties(facts, Object.getOwnPropertyDescriptors(more)) as A & B;
}

function withReply(facts: ExchangeFacts, response: PlacedResponse | undefined): Exchange {
  const { record, connection } = facts;
  const incoming = record.reply === undefined ? undefined : connection.incoming[record.reply];
  if (incoming !== undefined && response !== undefined) {
    const { message } = response;
    const reply = { message, incoming, idMatches: record.replyIdDiffers !== true };
    const { error, result } = message;
    // Libraries that write every member send `result: null` beside an error.
    const isResult = 'result' in message && !(result === null && isJsonObject(error));
    if (isResult || !isJsonObject(error)) {
      if (isResult) return extend(facts, { ...reply, kind: 'result' as const, result: message['result'] });
      return extend(facts, {
        ...reply,
        kind: 'error' as const,
        error: { code: undefined, message: undefined, data: undefined },
      });
    }
    const { code, message: text, data } = error;
    return extend(facts, { ...reply, kind: 'error' as const, error: { code, message: text, data } });
  }
  const { http } = facts;
  if (http !== null && http.status >= 300) return extend(facts, { kind: 'refused' as const, http });
  return extend(facts, { kind: 'unanswered' as const });
}

function httpAnswer(record: ExchangeRecord, connection: ConnectionRecord): HttpAnswer | null {
  const { response } = record;
  if (response === undefined) return null;
  const header = (name: string): string | undefined => {
    const wanted = name.toLowerCase();
    return response.headers.find(([known]) => known.toLowerCase() === wanted)?.[1];
  };
  return {
    ...response,
    mediaType: (header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '',
    header,
    body: connection.incoming.filter((incoming) => incoming.exchange === record.id),
  };
}
