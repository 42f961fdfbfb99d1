import type { JsonValue } from '../json.js';
import type { Recorder } from '../recording/recorder.js';
import type { ConnectionRecord, ExchangeRecord } from '../recording/recording.js';

/** Longest line or body that is kept, in bytes. Screenshots and files travel inline, so it is generous. */
export const MAXIMUM_MESSAGE_BYTES = 8 * 1024 * 1024;
/** Most bytes that one connection may send in a run. */
export const MAXIMUM_CONNECTION_BYTES = 24 * 1024 * 1024;
/** Most messages that one connection may send in a run. */
export const MAXIMUM_CONNECTION_MESSAGES = 20_000;
/** Longest part of a sent message that is kept in the recording. */
const MAXIMUM_SENT_TEXT = 16 * 1024;

/** Which probe sends, in which attempt. */
export interface SenderTag {
  probe: string;
  attempt: number;
}

/** What is awaited for a message. */
export interface Expectation {
  /** The id of the awaited reply. Absent: an error without id answers. */
  requestId?: JsonValue;
  reply: 'awaited' | 'optional' | 'none';
  timeoutMs: number;
  /** Ids of the requests in an array. */
  innerIds?: readonly JsonValue[];
  headers?: Readonly<Record<string, string | null>>;
  twin?: number;
}

/** A message on its way: the record is there at once, complete when `done` resolves. It never rejects. */
export interface Sent {
  record: ExchangeRecord;
  done: Promise<void>;
}

/** A process or a session, with the exchanges that are open on it. */
export interface Connection {
  readonly record: ConnectionRecord;
  readonly open: boolean;
  send(tag: SenderTag, message: string | Uint8Array, expectation: Expectation): Sent;
  /**
   * Ends it as a client should, and by force when the peer does not follow.
   * `patienceMs` is how long a process may take to end by itself.
   */
  close(patienceMs?: number): Promise<void>;
  /** Ends it at once. */
  kill(): void;
  /** Resolves when nothing awaited is open and nothing has come for the quiet time. */
  quiet(): Promise<void>;
}

export function beginExchange(
  recorder: Recorder,
  connection: ConnectionRecord,
  tag: SenderTag,
  message: string | Uint8Array,
  expectation: Pick<Expectation, 'requestId' | 'twin'> & Partial<Pick<Expectation, 'reply'>>,
): ExchangeRecord {
  const text = typeof message === 'string' ? message : new TextDecoder().decode(message);
  const size = typeof message === 'string' ? new TextEncoder().encode(message).length : message.length;
  return recorder.exchange({
    connection: connection.id,
    probe: tag.probe,
    attempt: tag.attempt,
    atMs: recorder.elapsedMs(),
    sent: text.length > MAXIMUM_SENT_TEXT ? text.slice(0, MAXIMUM_SENT_TEXT) : text,
    sentBytes: size,
    end: 'not-awaited',
    waitedMs: 0,
    ...(expectation.reply === 'optional' ? { optional: true as const } : {}),
    ...(expectation.requestId === undefined ? {} : { requestId: expectation.requestId }),
    ...(expectation.twin === undefined ? {} : { twin: expectation.twin }),
  });
}
