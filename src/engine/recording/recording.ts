import { isJsonObject, type JsonObject, type JsonValue } from '../json.js';
import type { Mode, TimeLimits } from '../options.js';
import type { TlsFacts } from '../platform.js';
import type { StartFailure } from '../report.js';
import type { TargetSource } from '../target.js';

export const RECORDING_FORMAT = 'mcp-assay-recording';
export const RECORDING_VERSION = 1;

/** Something the server sent: a line of standard output, an event of a stream, or a body. */
export interface IncomingRecord {
  atMs: number;
  /**
   * `joined` is several lines that only together are JSON: they stand in the recording as lines too, and a client
   * that keeps the specification cannot read them. `piece` is a message in a line or body that holds more than it.
   */
  source: 'line' | 'joined' | 'piece' | 'event' | 'body';
  /** The exchange on whose HTTP answer it came; absent on stdio. */
  exchange?: number;
  text: string;
  /** What the text hides: bytes that are not UTF-8 (replaced in `text`), or more than the limit (cut off). */
  problem?: { kind: 'invalid-utf8' | 'too-long'; byteOffset: number };
  /** The fields of a server-sent event, as received. */
  event?: { id?: string; event?: string };
}

/** One process, or one session of an HTTP server. */
export interface ConnectionRecord {
  id: number;
  transport: 'stdio' | 'http';
  purpose: string;
  openedAtMs: number;
  incoming: IncomingRecord[];
  /** The last part of standard error. */
  stderr: string;
  /** Bytes of standard output after the last line break when the process ended, if any. */
  unterminated?: string;
  /** Why we closed it ourselves before its time. */
  abandoned?: 'flood';
  spawnFailure?: { code: string; message: string };
  exit?: { code: number | null; signal: string | null; atMs: number; requested: boolean };
  sessionId?: string;
  /** What the client declared on this connection. */
  clientCapabilities?: JsonObject;
  /** When the client asked the server to end the session. */
  endedAtMs?: number;
  protocolVersion?: string;
}

export type ExchangeEnd = 'answered' | 'silent' | 'closed' | 'failed' | 'not-awaited';

export interface HttpResponseRecord {
  status: number;
  headers: [string, string][];
  /** Milliseconds until the head was there. */
  headMs: number;
  /** Size of the body as far as it was read. */
  bodyBytes: number;
  /** Whether the body ended by itself, within the limits. */
  ended: boolean;
  truncated: boolean;
}

/** Something that was sent, and what came back for it. */
export interface ExchangeRecord {
  id: number;
  connection: number;
  probe: string;
  attempt: number;
  atMs: number;
  /** What was written; cut at a limit, with `sentBytes` the true size. */
  sent: string;
  sentBytes: number;
  http?: { method: string; url: string; headers: [string, string][] };
  /** The id under which an answer was awaited; absent when the message has none. */
  requestId?: JsonValue;
  /** The peer may rightly stay silent. */
  optional?: true;
  /** It went out with headers that may make a server turn it down before it reads the message. */
  oddHeaders?: true;
  /** Index into the connection's `incoming`. */
  reply?: number;
  /** The reply carries another id than the request, and was matched by elimination. */
  replyIdDiffers?: boolean;
  response?: HttpResponseRecord;
  /** The stream ended before the response, and was resumed from its last event id. */
  resumed?: boolean;
  tls?: TlsFacts;
  end: ExchangeEnd;
  waitedMs: number;
  /** For `failed`: what the transport said. */
  error?: { code: string; message: string };
  /** The conformant request that went with this one. */
  twin?: number;
}

/** What came of a probe. `value` is what its `run` returned, exchanges replaced by `{ "$exchange": id }`. */
export type ProbeAttempt =
  | { outcome: 'done'; value: JsonValue; durationMs: number }
  | { outcome: 'broken'; message: string };

export interface ProbeRecord {
  attempts: ProbeAttempt[];
  /** Set when the probe was not sent. */
  notSent?: { cause: 'not-applicable' | 'not-permitted' | 'not-checked'; text: string; coveredBy?: string };
}

/** Everything that a run sent and received: rules judge this and nothing else. */
export interface Recording {
  format: typeof RECORDING_FORMAT;
  version: typeof RECORDING_VERSION;
  toolVersion: string;
  startedAt: string;
  durationMs: number;
  mode: Mode;
  specVersion: string;
  specVersionReason: string;
  limits: TimeLimits;
  only: string[];
  skip: string[];
  forbiddenTools: string[];
  target: {
    type: 'stdio' | 'http';
    label: string;
    /** Command line or URL, redacted. */
    shown: string;
    source?: TargetSource;
    /** Whether requests carry a credential of the user. */
    credential: boolean;
    /** Whether the server is on this machine. */
    loopback: boolean;
  };
  connections: ConnectionRecord[];
  exchanges: ExchangeRecord[];
  probes: Record<string, ProbeRecord>;
  startFailure: StartFailure | null;
  warnings: string[];
}

/**
 * Reads a saved recording.
 * @throws Error with one sentence when the text is not a recording that this version can judge.
 */
export function parseRecording(text: string): Recording {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(
      `This is not a recording: it is not JSON (${error instanceof Error ? error.message : 'unreadable'}).`,
    );
  }
  if (!isJsonObject(value) || value['format'] !== RECORDING_FORMAT) {
    throw new Error('This is not a recording of MCP Assay. Record one with: mcp-assay test --record FILE …');
  }
  if (value['version'] !== RECORDING_VERSION) {
    throw new Error(
      `This recording has format version ${String(value['version'])}; this release reads version ${RECORDING_VERSION}.`,
    );
  }
  assertRecording(value);
  return value;
}

function assertRecording(value: object): asserts value is Recording {
  const members = value as Record<string, unknown>;
  for (const list of ['connections', 'exchanges', 'warnings', 'only', 'skip', 'forbiddenTools'] as const) {
    if (!Array.isArray(members[list])) throw new Error(`This recording is damaged: "${list}" is not a list.`);
  }
  for (const object of ['probes', 'target', 'limits'] as const) {
    if (!isJsonObject(members[object])) throw new Error(`This recording is damaged: "${object}" is not an object.`);
  }
  for (const word of ['toolVersion', 'startedAt', 'mode', 'specVersion', 'specVersionReason'] as const) {
    if (typeof members[word] !== 'string') throw new Error(`This recording is damaged: "${word}" is not a text.`);
  }
  const connections = members['connections'] as ConnectionRecord[];
  const exchanges = members['exchanges'] as ExchangeRecord[];
  const probes = members['probes'] as Recording['probes'];
  connections.forEach((connection, index) => {
    if (!isJsonObject(connection) || connection.id !== index || !Array.isArray(connection.incoming)) {
      throw new Error(`This recording is damaged: connection ${index} is not complete.`);
    }
    for (const incoming of connection.incoming) {
      if (!isJsonObject(incoming) || typeof incoming.text !== 'string') {
        throw new Error(`This recording is damaged: connection ${index} holds something that is not a message.`);
      }
    }
  });
  exchanges.forEach((exchange, index) => {
    const broken = !isJsonObject(exchange) || exchange.id !== index || typeof exchange.sent !== 'string';
    if (broken || connections[exchange.connection] === undefined) {
      throw new Error(`This recording is damaged: exchange ${index} is not complete.`);
    }
  });
  for (const [id, probe] of Object.entries(probes)) {
    if (!isJsonObject(probe) || !Array.isArray(probe.attempts)) {
      throw new Error(`This recording is damaged: probe "${id}" has no attempts.`);
    }
  }
}
