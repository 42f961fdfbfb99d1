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
  const answers = oneWay.length === 0 ? new Map<Exchange, ServerMessage>() : answersTo(oneWay, exchanges, reader);
  return oneWay.map((exchange) => ({
    what: methodOf(exchange) || 'that is a response',
    exchange,
    answer: answers.get(exchange),
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
  const firstReplies = new Map<string, number>();
  connection.incoming.forEach(({ text }, index) => {
    if (taken.has(index) && !firstReplies.has(text)) firstReplies.set(text, index);
  });
  // The same reply once more is the finding of lifecycle-id-match.
  const isRepeated = ({ incoming, index }: ServerMessage) => (firstReplies.get(incoming.text) ?? index) < index;
  return reader
    .messages()
    .filter((message) => message.connection === connection && message.reading.kind === 'response')
    .filter((message) => !taken.has(message.index) && !isRepeated(message));
}

/** Gives each response that nobody asked for to the message that it answers. */
function answersTo(
  oneWay: readonly Exchange[],
  exchanges: readonly Exchange[],
  reader: RecordingReader,
): Map<Exchange, ServerMessage> {
  const [{ connection }] = oneWay as [Exchange, ...Exchange[]];
  const unasked = unaskedResponses(connection, exchanges, reader);
  // An error without id may come late for what was odd on purpose and got no reply in time.
  let late = exchanges.filter((exchange) => !isOneWay(exchange) && exchange.end === 'silent').length;
  const answers = new Map<Exchange, ServerMessage>();
  for (const message of unasked) {
    const exchange = answeredBy(message, oneWay);
    const hasId = message.reading.kind === 'response' && (message.reading.id ?? null) !== null;
    if (exchange === undefined) continue;
    if (message.incoming.exchange === undefined && !hasId && late > 0) late -= 1;
    else if (!answers.has(exchange)) answers.set(exchange, message);
  }
  return answers;
}

/** The last message sent before the response that it can belong to. */
function answeredBy({ incoming, reading }: ServerMessage, oneWay: readonly Exchange[]): Exchange | undefined {
  if (reading.kind !== 'response') return undefined;
  if (incoming.exchange !== undefined) return oneWay.find(({ id }) => id === incoming.exchange);
  const id = reading.id ?? null;
  return oneWay.findLast(({ record, sent }) => record.atMs <= incoming.atMs && (id === null || namesId(sent, id)));
}

/** Whether a notification names this id, as that of the request that it cancels; or a response has it. */
function namesId(sent: JsonValue | undefined, id: JsonValue): boolean {
  if (!isJsonObject(sent)) return false;
  const params = isJsonObject(sent['params']) ? sent['params'] : {};
  return id === params['requestId'] || id === params['progressToken'] || id === sent['id'];
}
