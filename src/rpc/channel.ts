import { type Guard, type Guarded, isRecord } from './guards.js';

/** One end of a connection that carries structured clones, such as a message port, a worker or a webview. */
export interface Port {
  postMessage(message: unknown): void;
  /** Returns what stops listening. */
  onMessage(listener: (message: unknown) => void): () => void;
  /** Called once when the other end has gone. Returns what stops listening. */
  onClose(listener: () => void): () => void;
}

/** What one end may send: its requests and events, each with the guards that the receiving end applies. */
export interface Contract {
  requests: Readonly<Record<string, { params: Guard<unknown>; result: Guard<unknown> }>>;
  events: Readonly<Record<string, Guard<unknown>>>;
}

type RequestName<C extends Contract> = keyof C['requests'] & string;
type EventName<C extends Contract> = keyof C['events'] & string;
type Params<C extends Contract, Name extends RequestName<C>> = Guarded<C['requests'][Name]['params']>;
type Result<C extends Contract, Name extends RequestName<C>> = Guarded<C['requests'][Name]['result']>;
type Payload<C extends Contract, Name extends EventName<C>> = Guarded<C['events'][Name]>;

/** Given to the handler of a request; `signal` is aborted when the caller no longer wants the answer. */
export interface RequestContext {
  signal: AbortSignal;
}

export interface Handlers<C extends Contract> {
  requests: {
    [Name in RequestName<C>]: (
      params: Params<C, Name>,
      context: RequestContext,
    ) => Result<C, Name> | Promise<Result<C, Name>>;
  };
  events: { [Name in EventName<C>]: (payload: Payload<C, Name>) => void };
}

export interface RequestOptions {
  /** Milliseconds until the request fails with a `ChannelTimeoutError`; no limit when absent. */
  timeoutMs?: number;
  /** Aborting tells the other end to stop and rejects the request with an `AbortError`. */
  signal?: AbortSignal;
  /**
   * How long, in milliseconds, to wait after an abort for the other end to say that it has stopped. The request stays
   * open for that time. With 0, the default, it is rejected at once.
   */
  stopWaitMs?: number;
}

/** An error that the handler of a request threw, as far as it could be carried over. */
export class RemoteError extends Error {
  constructor(
    override readonly name: string,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

/** The other end has gone, or this end was closed, before the answer came. */
export class ChannelClosedError extends Error {
  override readonly name = 'ChannelClosedError';
}

/** The answer did not come in time; after an abort: the other end did not say in time that it has stopped. */
export class ChannelTimeoutError extends Error {
  override readonly name = 'ChannelTimeoutError';
}

/** The answer is not what the contract says. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}

export class AbortError extends Error {
  override readonly name = 'AbortError';
}

/** Tells whether an error means that somebody cancelled, on this end or on the other. */
export function isAbortError(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** A message that was not accepted. `message` says why; what was in it is not repeated, it may be secret. */
export interface Refusal {
  message: string;
}

export interface ChannelOptions<Outgoing extends Contract, Incoming extends Contract> {
  /** What this end sends. */
  outgoing: Outgoing;
  /** What this end receives. */
  incoming: Incoming;
  handlers: Handlers<Incoming>;
  /** Told of every message that was not accepted, and of every event handler that threw. */
  onRefused?: (refusal: Refusal) => void;
}

type Envelope =
  | { kind: 'request'; id: number; name: string; params: unknown }
  | { kind: 'reply'; id: number; result: unknown }
  | { kind: 'error'; id: number; error: { name: string; message: string; data?: unknown } }
  | { kind: 'cancel'; id: number }
  | { kind: 'event'; name: string; payload: unknown };

interface OpenRequest {
  name: string;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/**
 * Requests with answers, and events, in both directions over one port. Nothing that comes in is used before its guard
 * has accepted it, and no request stays open: it ends with an answer, an error, its time limit, or the channel.
 */
export class Channel<Outgoing extends Contract, Incoming extends Contract> {
  private readonly openRequests = new Map<number, OpenRequest>();
  private readonly handling = new Map<number, AbortController>();
  private readonly stopListening: (() => void)[];
  private nextId = 1;
  private closedBecause: Error | undefined;

  constructor(
    private readonly port: Port,
    private readonly options: ChannelOptions<Outgoing, Incoming>,
  ) {
    this.stopListening = [
      port.onMessage((message) => this.receive(message)),
      port.onClose(() => this.close(new ChannelClosedError('The other end has gone.'))),
    ];
  }

  request<Name extends RequestName<Outgoing>>(
    name: Name,
    params: Params<Outgoing, Name>,
    options: RequestOptions = {},
  ): Promise<Result<Outgoing, Name>> {
    const { signal } = options;
    if (this.closedBecause) return Promise.reject(this.closedBecause);
    if (signal?.aborted) return Promise.reject(new AbortError(`${name} was cancelled.`));
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const settle = (): boolean => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        return this.openRequests.delete(id);
      };
      const giveUp = (error: Error): void => {
        if (!settle()) return;
        this.post({ kind: 'cancel', id });
        reject(error);
      };
      const onAbort = (): void => {
        const waitMs = options.stopWaitMs ?? 0;
        if (waitMs === 0) {
          giveUp(new AbortError(`${name} was cancelled.`));
          return;
        }
        this.post({ kind: 'cancel', id });
        clearTimeout(timer);
        timer = setTimeout(() => {
          if (settle()) reject(new ChannelTimeoutError(`${name} was cancelled but did not stop within ${waitMs} ms.`));
        }, waitMs);
      };
      const isResult = this.options.outgoing.requests[name]?.result;
      this.openRequests.set(id, {
        name,
        resolve: (result) => {
          settle();
          if (isResult?.(result)) resolve(result as Result<Outgoing, Name>);
          else reject(new ProtocolError(`The answer to ${name} is not what the protocol says.`));
        },
        reject: (error) => {
          settle();
          reject(error);
        },
      });
      if (options.timeoutMs !== undefined) {
        const limit = options.timeoutMs;
        timer = setTimeout(() => giveUp(new ChannelTimeoutError(`No answer to ${name} within ${limit} ms.`)), limit);
      }
      signal?.addEventListener('abort', onAbort, { once: true });
      try {
        this.post({ kind: 'request', id, name, params });
      } catch (error) {
        // What cannot be cloned cannot be sent: the caller has to know, and nothing may stay open.
        settle();
        reject(error);
      }
    });
  }

  emit<Name extends EventName<Outgoing>>(name: Name, payload: Payload<Outgoing, Name>): void {
    this.post({ kind: 'event', name, payload });
  }

  /** Rejects what is open, tells handlers to stop, and listens no more. The port itself stays as it is. */
  close(reason: Error = new ChannelClosedError('The channel was closed.')): void {
    if (this.closedBecause) return;
    this.closedBecause = reason;
    for (const stop of this.stopListening) stop();
    for (const controller of this.handling.values()) controller.abort();
    this.handling.clear();
    for (const open of [...this.openRequests.values()]) open.reject(reason);
    this.openRequests.clear();
  }

  private post(envelope: Envelope): void {
    if (!this.closedBecause) this.port.postMessage(envelope);
  }

  private receive(message: unknown): void {
    if (this.closedBecause) return;
    if (!isEnvelope(message)) {
      this.refuse('A message that is not part of the protocol was refused.');
      return;
    }
    switch (message.kind) {
      case 'request':
        void this.answer(message.id, message.name, message.params);
        return;
      case 'reply':
        this.findOpen(message.id)?.resolve(message.result);
        return;
      case 'error': {
        const { name, message: text, data } = message.error;
        this.findOpen(message.id)?.reject(new RemoteError(name, text, data));
        return;
      }
      case 'cancel':
        this.handling.get(message.id)?.abort();
        return;
      case 'event':
        this.deliver(message.name, message.payload);
    }
  }

  private findOpen(id: number): OpenRequest | undefined {
    const open = this.openRequests.get(id);
    // An answer to a request that was given up is expected; one to a request that was never made is not.
    if (!open && id >= this.nextId) this.refuse('An answer to a request that was never made was refused.');
    return open;
  }

  private async answer(id: number, name: string, params: unknown): Promise<void> {
    const contract = own(this.options.incoming.requests, name);
    const handler = own<(params: never, context: RequestContext) => unknown>(this.options.handlers.requests, name);
    if (!contract || !handler) {
      this.refuseRequest(id, new ProtocolError('This request is unknown.'));
      return;
    }
    if (!contract.params(params)) {
      this.refuseRequest(id, new ProtocolError(`The parameters of ${name} are not what the protocol says.`));
      return;
    }
    // The same id again comes from a peer that was reloaded: nobody waits for the first answer any more.
    this.handling.get(id)?.abort();
    const controller = new AbortController();
    this.handling.set(id, controller);
    try {
      const result = await handler(params as never, { signal: controller.signal });
      this.postAnswer(id, controller, { kind: 'reply', id, result });
    } catch (error) {
      this.postAnswer(id, controller, { kind: 'error', id, error: describe(error) });
    } finally {
      if (this.handling.get(id) === controller) this.handling.delete(id);
    }
  }

  private postAnswer(id: number, controller: AbortController, envelope: Envelope): void {
    if (this.handling.get(id) !== controller) return;
    try {
      this.post(envelope);
    } catch (error) {
      this.post({ kind: 'error', id, error: { name: 'ProtocolError', message: describe(error).message } });
    }
  }

  private refuseRequest(id: number, error: Error): void {
    this.refuse(error.message);
    this.post({ kind: 'error', id, error: describe(error) });
  }

  private deliver(name: string, payload: unknown): void {
    const guard = own(this.options.incoming.events, name);
    const handler = own<(payload: never) => void>(this.options.handlers.events, name);
    if (!guard || !handler) {
      this.refuse('An event that is unknown was refused.');
      return;
    }
    if (!guard(payload)) {
      this.refuse(`The event ${name} was refused: its content is not what the protocol says.`);
      return;
    }
    try {
      handler(payload as never);
    } catch (error) {
      this.refuse(`The handler of the event ${name} failed: ${describe(error).message}`);
    }
  }

  private refuse(message: string): void {
    this.options.onRefused?.({ message });
  }
}

/** An own member only: a name such as `constructor` must not find what every object inherits. */
function own<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function describe(error: unknown): { name: string; message: string; data?: unknown } {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const described = { name: error.name, message: error.message };
  return 'data' in error && error.data !== undefined ? { ...described, data: error.data } : described;
}

function isEnvelope(value: unknown): value is Envelope {
  if (!isRecord(value)) return false;
  switch (value.kind) {
    case 'request':
      return isId(value.id) && typeof value.name === 'string';
    case 'reply':
    case 'cancel':
      return isId(value.id);
    case 'error':
      return (
        isId(value.id) &&
        isRecord(value.error) &&
        typeof value.error.name === 'string' &&
        typeof value.error.message === 'string'
      );
    case 'event':
      return typeof value.name === 'string';
    default:
      return false;
  }
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}
