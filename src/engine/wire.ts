import type { JsonObject, JsonValue } from './json.js';
import type { Exchange } from './recording/exchange.js';

/** The conformant request that goes with an odd one: was it not served, a refusal of the odd one proves nothing. */
export type Twin = { method: string; params?: JsonObject } | Exchange;

export interface SendOptions {
  twin?: Twin;
  /** Instead of the run's limit for a request, in milliseconds. */
  timeoutMs?: number;
  /**
   * `awaited`: silence is an answer only after the time limit. `optional`: the peer may rightly stay silent, and the
   * exchange ends when the lane has become quiet. `none`: the peer must stay silent.
   */
  reply?: 'awaited' | 'optional' | 'none';
  /** HTTP only: headers to set, or with null to leave out; names in any case. */
  headers?: Readonly<Record<string, string | null>>;
}

export interface HttpSend {
  method: 'GET' | 'POST' | 'DELETE' | 'OPTIONS' | 'PUT' | 'HEAD';
  /** Absolute, or absent for the server's endpoint. */
  url?: string;
  /** Set exactly; with `defaults: true` over those that a conformant client sends. */
  headers?: Readonly<Record<string, string | null>>;
  /** Whether the headers of a conformant client (accept, session, version, the target's own) are sent too. */
  defaults?: boolean;
  body?: string | Uint8Array;
  /** `head` resolves when the head of the answer is there, and closes the stream of an event stream when the lane ends. */
  until?: 'head' | 'end';
  timeoutMs?: number;
  twin?: Twin;
  /** The id under which a JSON-RPC answer is looked for in the body. */
  requestId?: JsonValue;
}

export interface ConnectOptions {
  /** What differs from a conformant `initialize`. */
  initialize?: { protocolVersion?: string; capabilities?: JsonObject };
  /** Whether `notifications/initialized` follows a successful reply. Default true. */
  initialized?: boolean;
}

/** The only way to send: everything that goes over it is in the recording. */
export interface Wire {
  readonly transport: 'stdio' | 'http';
  /** The revision that was negotiated on this connection; null before the handshake. */
  readonly revision: string | null;
  /** Whether the peer is still there. */
  readonly open: boolean;
  /**
   * Performs the handshake on a connection that has none: `initialize`, and `notifications/initialized` after a result.
   * Probes of the lanes `first`, `spare` and `fresh` begin with it, or leave it out on purpose.
   */
  initialize(options?: ConnectOptions): Promise<{ initialize: Exchange; initialized: Exchange | null }>;
  /** Sends a request and waits for its reply. The id is a number that was not used before, unless given. */
  exchange(request: { method: string; params?: JsonObject; id?: JsonValue }, options?: SendOptions): Promise<Exchange>;
  /**
   * Sends a conformant request to be the twin of odd ones that follow. As long as it is on its way, those who want the
   * same on this connection share it.
   */
  witness(request: { method: string; params?: JsonObject }): Promise<Exchange>;
  /**
   * Sends any JSON value as one message. A reply is matched by the value's own `id`; without one, by an error without
   * id. Default `reply: 'optional'`.
   */
  send(message: JsonValue, options?: SendOptions): Promise<Exchange>;
  /** Sends text or bytes as one message (on stdio with a line break after them). Default `reply: 'optional'`. */
  raw(text: string | Uint8Array, options?: SendOptions): Promise<Exchange>;
  /** Sends a notification. On stdio nothing is awaited; on HTTP the answer's head is. */
  notify(message: { method: string; params?: JsonObject }, options?: SendOptions): Promise<Exchange>;
  /** HTTP only: any request to any address. On stdio it throws, since no probe may ask for it there. */
  http(request: HttpSend): Promise<Exchange>;
  /** A further connection of the same server (a process, or a session) without a handshake. Closed when the probe ends. */
  connect(): Wire;
  /** Resolves when nothing has come for the quiet time and no reply is awaited. */
  quiet(): Promise<void>;
  /** Ends the connection as a client should: stdin closed, or the session deleted. */
  close(): Promise<void>;
}
