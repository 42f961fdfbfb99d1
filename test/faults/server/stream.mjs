// One SSE answer. Events are kept in the session, so that a client can resume with Last-Event-ID.

import { DROP, encodeMessage, toBuffer } from './core.mjs';

const STREAMS_KEPT = 50;
/** Since this revision a stream begins with an event that has an id and no data. */
const FIRST_REVISION_WITH_PRIMING = '2025-11-25';

export function withoutNull(headers) {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== null && value !== undefined));
}

/** Sends the head of the answer and, where the revision knows it, the priming event. */
export async function openStream(context) {
  const { response } = context.http;
  const headers = {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache, no-transform',
    ...context.sessionHeaders,
  };
  const answer = { status: 200, headers, body: null, stream: true };
  const changed = (await context.server.fault.onHttpAnswer?.(answer, context)) ?? answer;
  response.writeHead(changed.status, withoutNull(changed.headers));
  response.flushHeaders();
  const stream = new EventStream(context, newRecord(context.session));
  if (context.session.version >= FIRST_REVISION_WITH_PRIMING) await stream.write(null);
  return stream;
}

function newRecord(session) {
  session.streamCount = (session.streamCount ?? 0) + 1;
  const record = { number: session.streamCount, events: [], isDone: false };
  session.streams.push(record);
  if (session.streams.length > STREAMS_KEPT) session.streams.shift();
  return record;
}

class EventStream {
  #context;
  #record;
  #writing = Promise.resolve();

  constructor(context, record) {
    this.#context = context;
    this.#record = record;
  }

  /** `null` writes the priming event. Events leave in the order in which they were given. */
  write(message) {
    this.#writing = this.#writing.then(() => this.#writeEvent(message));
    return this.#writing;
  }

  writeRaw(bytes) {
    this.#context.http.response.write(bytes);
  }

  close() {
    this.#record.isDone = true;
    this.#context.http.response.end();
  }

  async #writeEvent(message) {
    const id = `${this.#record.number}-${this.#record.events.length}`;
    this.#record.events.push({ id, message });
    const data = message === null ? '' : (await encodeMessage(message, this.#context)).toString('utf8');
    const event = { id, event: message === null ? undefined : 'message', data, retry: undefined };
    const changed = (await this.#context.server.fault.onEvent?.(event, message, this.#context)) ?? event;
    if (changed === DROP) return;
    const isRaw = typeof changed === 'string' || Buffer.isBuffer(changed);
    this.writeRaw(isRaw ? toBuffer(changed) : formatEvent(changed));
  }
}

export function formatEvent({ id, event, data, retry }) {
  const fields = [
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(retry === undefined ? [] : [`retry: ${retry}`]),
    ...data.split('\n').map((line) => `data: ${line}`),
  ];
  return `${fields.join('\n')}\n\n`;
}
