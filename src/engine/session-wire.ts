import { isJsonObject, type JsonObject, type JsonValue, parseJson } from './json.js';
import type { Exchange } from './recording/exchange.js';
import { Session } from './session.js';
import type { SenderTag, Sent } from './transport/connection.js';
import { HttpConnection } from './transport/http.js';
import type { ConnectOptions, HttpSend, SendOptions, Twin, Wire } from './wire.js';

/** A probe's access to a session. Sessions that the probe opens are collected, to be closed after it. */
export class SessionWire implements Wire {
  readonly #session: Session;
  readonly #tag: SenderTag;
  readonly #opened: Session[];
  readonly #onOpened: (session: Session) => void;
  readonly #oneByOne: boolean;
  #lastTurn: Promise<void> = Promise.resolve();
  #endedInSilence = false;

  /** `oneByOne`: what the probe sends side by side is sent one after the other. */
  constructor(
    session: Session,
    tag: SenderTag,
    opened: Session[],
    onOpened: (session: Session) => void = () => undefined,
    oneByOne = false,
  ) {
    this.#oneByOne = oneByOne;
    this.#session = session;
    this.#tag = tag;
    this.#opened = opened;
    this.#onOpened = onOpened;
  }

  get transport(): 'stdio' | 'http' {
    return this.#session.connection.record.transport;
  }

  get revision(): string | null {
    return this.#session.revision;
  }

  get open(): boolean {
    return this.#session.connection.open;
  }

  async exchange(
    request: { method: string; params?: JsonObject; id?: JsonValue },
    options: SendOptions = {},
  ): Promise<Exchange> {
    const { retries } = this.#session.environment;
    for (let left = retries; ; left -= 1) {
      const id = request.id ?? this.#session.nextId();
      const message: JsonObject = { jsonrpc: '2.0', id, method: request.method };
      if (request.params !== undefined) message['params'] = request.params;
      const exchange = await this.#send(JSON.stringify(message), id, { reply: 'awaited', ...options });
      const worthRetrying = exchange.kind === 'unanswered' && (exchange.end === 'silent' || exchange.end === 'failed');
      if (!worthRetrying || left <= 0 || request.id !== undefined) return exchange;
    }
  }

  async witness(request: { method: string; params?: JsonObject }): Promise<Exchange> {
    const endTurn = await this.#turn();
    try {
      const sent = this.#witness(request);
      await sent.done;
      return this.#session.view(sent.record);
    } finally {
      endTurn();
    }
  }

  send(message: JsonValue, options: SendOptions = {}): Promise<Exchange> {
    const innerIds = Array.isArray(message) ? message.map(awaitedId).filter((id) => id !== undefined) : [];
    return this.#send(JSON.stringify(message), awaitedId(message), { reply: 'optional', ...options }, innerIds);
  }

  raw(text: string | Uint8Array, options: SendOptions = {}): Promise<Exchange> {
    const parsed = typeof text === 'string' ? parseJson(text) : undefined;
    return this.#send(text, parsed?.ok ? awaitedId(parsed.value) : undefined, { reply: 'optional', ...options });
  }

  notify(message: { method: string; params?: JsonObject }, options: SendOptions = {}): Promise<Exchange> {
    return this.#send(JSON.stringify({ jsonrpc: '2.0', ...message }), undefined, { ...options, reply: 'none' });
  }

  http(request: HttpSend): Promise<Exchange> {
    const { connection, environment } = this.#session;
    if (!(connection instanceof HttpConnection)) throw new Error('Only probes for HTTP may send HTTP requests.');
    const timeoutMs = request.timeoutMs ?? environment.limits.requestMs;
    return this.#withTwin(request.twin, (twin) => connection.http(this.#tag, request, timeoutMs, twin));
  }

  initialize(options: ConnectOptions = {}): Promise<{ initialize: Exchange; initialized: Exchange | null }> {
    return this.#session.initialize(this.#tag, options);
  }

  connect(): Wire {
    const session = new Session(this.#session.environment, this.#tag.probe);
    this.#opened.push(session);
    this.#onOpened(session);
    return new SessionWire(session, this.#tag, this.#opened, this.#onOpened, this.#oneByOne);
  }

  /** What the probe sent last may have ended because all was quiet: then there is no silence to wait for. */
  quiet(): Promise<void> {
    return this.#endedInSilence ? Promise.resolve() : this.#session.connection.quiet();
  }

  close(): Promise<void> {
    return this.#session.connection.close();
  }

  #send(
    text: string | Uint8Array,
    requestId: JsonValue | undefined,
    options: SendOptions,
    innerIds: readonly JsonValue[] = [],
  ): Promise<Exchange> {
    const expectation = {
      reply: options.reply ?? 'awaited',
      timeoutMs: options.timeoutMs ?? this.#session.environment.limits.requestMs,
      innerIds,
      ...(requestId === undefined ? {} : { requestId }),
      ...(options.headers === undefined ? {} : { headers: options.headers }),
    };
    return this.#withTwin(options.twin, (twin) =>
      this.#session.connection.send(this.#tag, text, { ...expectation, ...(twin === undefined ? {} : { twin }) }),
    );
  }

  /** Sends the twin, if one is wanted, and then what it is the twin of; the answers are awaited together. */
  async #withTwin(wanted: Twin | undefined, send: (twin: number | undefined) => Sent): Promise<Exchange> {
    const endTurn = await this.#turn();
    try {
      const twin = this.#twin(wanted);
      if (this.#oneByOne) await twin?.done;
      const sent = send(twin?.id);
      this.#endedInSilence = false;
      // What may rightly stay unanswered holds up nothing.
      if (sent.record.optional === true) endTurn();
      await Promise.all([sent.done, twin?.done]);
      this.#endedInSilence = sent.record.optional === true && sent.record.end === 'silent';
      return this.#session.view(sent.record);
    } finally {
      endTurn();
    }
  }

  /** Waits until nothing else that the probe sent is open, where things go one by one. */
  async #turn(): Promise<() => void> {
    if (!this.#oneByOne) return () => undefined;
    const before = this.#lastTurn;
    let endTurn: () => void = () => undefined;
    this.#lastTurn = new Promise((resolve) => {
      endTurn = resolve;
    });
    await before;
    return endTurn;
  }

  /** The twin goes out just before the odd request, on the same connection. */
  #twin(twin: Twin | undefined): { id: number; done: Promise<void> } | undefined {
    if (twin === undefined) return undefined;
    if ('kind' in twin) return { id: twin.id, done: Promise.resolve() };
    const sent = this.#witness(twin);
    return { id: sent.record.id, done: sent.done };
  }

  #witness(request: { method: string; params?: JsonObject }): Sent {
    const { witnesses, environment, connection } = this.#session;
    const key = JSON.stringify(request);
    const known = witnesses.get(key);
    if (known !== undefined) return known;
    const id = this.#session.nextId();
    const message: JsonObject = { jsonrpc: '2.0', id, ...request };
    const sent = connection.send(this.#tag, JSON.stringify(message), {
      requestId: id,
      reply: 'awaited',
      timeoutMs: environment.limits.requestMs,
    });
    witnesses.set(key, sent);
    void sent.done.then(() => witnesses.delete(key));
    return sent;
  }
}

/** The id under which a reply to this message would come. */
function awaitedId(message: JsonValue): JsonValue | undefined {
  if (!isJsonObject(message) || 'result' in message || 'error' in message) return undefined;
  const { id } = message;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
