import { isJsonObject, type JsonValue } from '../json.js';
import type { Exchange, RecordingReader, ServerMessage } from '../recording/exchange.js';
import type { ConnectionRecord } from '../recording/recording.js';
import { defineView } from '../view.js';
import { methodOf } from './http-answers.js';

/** A notification, or a response of the client: what gets no response. */
export interface OneWay {
  /** The method, or words for a response. */
  what: string;
  exchange: Exchange;
  /** A response that came for it all the same. */
  answer: ServerMessage | undefined;
}

/** Everything that was sent and asks for nothing. */
export const oneWayMessages = defineView({
  id: 'one-way-messages',
  reads: {},
  build: (_inputs, reader): readonly OneWay[] => reader.recording.connections.flatMap((c) => onConnection(c, reader)),
});

function onConnection(connection: ConnectionRecord, reader: RecordingReader): OneWay[] {
  const exchanges = reader.exchanges().filter((exchange) => exchange.connection === connection);
  const oneWay = exchanges.filter(isOneWay);
  if (oneWay.length === 0) return [];
  const unasked = unaskedResponses(connection, exchanges, reader);
  return oneWay.map((exchange) => ({
    what: methodOf(exchange) || 'of a response',
    exchange,
    answer: unasked.find((message) => answers(message, exchange)),
  }));
}

function isOneWay({ sent, record }: Exchange): boolean {
  if (!isJsonObject(sent) || sent['jsonrpc'] !== '2.0') return false;
  if (record.http !== undefined && record.http.method !== 'POST') return false;
  const isNotification = !('id' in sent) && String(sent['method']).startsWith('notifications/');
  return isNotification || (!('method' in sent) && ('result' in sent || 'error' in sent));
}

/** Responses that no request has taken for its own. */
function unaskedResponses(
  connection: ConnectionRecord,
  exchanges: readonly Exchange[],
  reader: RecordingReader,
): ServerMessage[] {
  const taken = new Set(exchanges.filter((exchange) => !isOneWay(exchange)).map(({ record }) => record.reply));
  return reader
    .messages()
    .filter((message) => message.connection === connection && message.reading.kind === 'response')
    .filter((message) => !taken.has(message.index));
}

/** Whether a response belongs to what was sent before it and asked for none. */
function answers(message: ServerMessage, exchange: Exchange): boolean {
  const { incoming, reading } = message;
  if (incoming.exchange !== undefined) return incoming.exchange === exchange.id;
  if (reading.kind !== 'response' || incoming.atMs < exchange.record.atMs) return false;
  const id = reading.id ?? null;
  return id === null ? !isFollowedByOdd(message, exchange) : namesId(exchange.sent, id);
}

/** An id that the notification names, such as that of the request that it cancels. */
function namesId(sent: JsonValue | undefined, id: JsonValue): boolean {
  if (!isJsonObject(sent)) return false;
  const params = isJsonObject(sent['params']) ? sent['params'] : {};
  return id === params['requestId'] || id === params['progressToken'] || id === sent['id'];
}

/** TODO */
function isFollowedByOdd(_message: ServerMessage, _exchange: Exchange): boolean {
  return false;
}
