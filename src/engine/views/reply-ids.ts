import { isJsonObject } from '../json.js';
import { type Exchange, type ServerMessage, wasServed } from '../recording/exchange.js';
import type { FindingOf } from '../rule.js';
import { secondsOf } from './closing.js';
import type { Conversation } from './conversation.js';
import { found } from './found.js';
import { methodOf } from './http-answers.js';
import type { OneWay } from './notifications.js';

type Found = FindingOf<'lifecycle-id-match'>;

/** Whether the exchange is a well-formed request with a number as id; text has a rule of its own. */
function hasNumberId({ kind, sent, record, http }: Exchange): boolean {
  if (!isJsonObject(sent) || sent['jsonrpc'] !== '2.0' || typeof sent['method'] !== 'string') return false;
  // What a server or a gateway turns down by its status, it may not have read.
  if (http !== null && record.http?.method === 'POST' && http.status >= 300) return false;
  if (record.oddHeaders === true && kind === 'error') return false;
  return typeof record.requestId === 'number';
}

/** What is wrong with the ids of replies to requests with a number as id; each kind once. */
export function idFindings(said: Conversation, oneWay: readonly OneWay[]): Found[] {
  // A response to a notification is the finding of transport-notification-202, whatever id it has.
  const answers = new Set(oneWay.map(({ answer }) => answer?.incoming));
  const counts = responseCounts(
    said.messages.filter((message) => !answers.has(message.incoming) && isOwn(message, said)),
  );
  const findings = [
    ...said.exchanges
      .filter(hasNumberId)
      .filter((exchange) => !isMixedUp(exchange, said))
      .flatMap((exchange) => findingsOf(exchange, counts)),
    ...[unaskedFinding(said, answers) ?? []].flat(),
  ];
  const seen = new Set<string>();
  return findings.filter(({ key }) => !seen.has(key) && seen.add(key));
}

/**
 * Whether a response can count for the request with its id. One on a stream that GET opened, and one that had to be
 * taken for the reply to another request, are findings of other rules.
 */
function isOwn({ connection, incoming, index, reading }: ServerMessage, said: Conversation): boolean {
  const carrier = incoming.exchange === undefined ? undefined : said.exchanges[incoming.exchange];
  if (carrier?.record.http?.method === 'GET' || reading.kind !== 'response') return false;
  const { id } = reading;
  const taker = said.exchanges.find((other) => other.connection === connection && other.record.reply === index);
  return taker === undefined || taker.record.requestId === id;
}

/** Whether the reply has the id of a request that was open at the same time: transport-concurrent reports that. */
function isMixedUp(exchange: Exchange, said: Conversation): boolean {
  if (exchange.kind === 'unanswered' || exchange.kind === 'refused' || exchange.idMatches) return false;
  const { id } = exchange.message;
  const { connection, record } = exchange;
  return said.exchanges.some(
    ({ connection: other, record: open }) =>
      other === connection &&
      open.id !== record.id &&
      open.requestId === id &&
      open.atMs <= record.atMs + record.waitedMs &&
      record.atMs <= open.atMs + open.waitedMs,
  );
}

/** The first response under an id that stands in nothing that was sent on its connection. */
function unaskedFinding(said: Conversation, answers: ReadonlySet<unknown>): Found | undefined {
  for (const { connection, incoming, index, reading, at } of said.messages) {
    if (reading.kind !== 'response' || answers.has(incoming)) continue;
    const { id } = reading;
    if (typeof id !== 'number' && typeof id !== 'string') continue;
    const text = JSON.stringify(id);
    const isKnown = said.exchanges.some(
      ({ connection: other, record }) =>
        other === connection &&
        (record.reply === index || record.sent.includes(text) || record.sent.includes(String(id))),
    );
    if (!isKnown) return { key: 'unasked', at: at('/id'), data: { received: found(id) } };
  }
  return undefined;
}

function responseCounts(messages: readonly ServerMessage[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { connection, reading } of messages) {
    if (reading.kind !== 'response' || typeof reading.id !== 'number') continue;
    const name = `${connection.id} ${reading.id}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

function findingsOf(exchange: Exchange, counts: ReadonlyMap<string, number>): Found[] {
  const sent = found(exchange.record.requestId);
  const method = methodOf(exchange);
  if (exchange.kind === 'unanswered' || exchange.kind === 'refused') return [];
  if (exchange.idMatches) {
    const count = counts.get(`${exchange.connection.id} ${exchange.record.requestId}`) ?? 1;
    return count > 1 ? [{ key: 'repeated', at: exchange.at('/id'), data: { method, sent, count } }] : [];
  }
  const { id } = exchange.message;
  const at = exchange.at('/id');
  if (id === undefined || id === null) return [{ key: 'missing', at: exchange.at(), data: { method, sent } }];
  const received = found(id);
  const isSameText = String(id) === String(exchange.record.requestId);
  return [{ key: isSameText ? 'type' : 'changed', at, data: { method, sent, received } }];
}

/** Requests that went unanswered because of their id: the same request was served under another one. */
export function lostIds(plain: Exchange, tried: readonly { reply: Exchange }[]): Found[] {
  if (!wasServed(plain)) return [];
  return tried.flatMap(({ reply }): Found[] => {
    if (reply.kind !== 'unanswered' || reply.end !== 'silent') return [];
    const data = { method: methodOf(reply), sent: found(reply.record.requestId), seconds: secondsOf(reply.waitedMs) };
    return [{ key: 'lost', at: reply.atRequest('/id'), data }];
  });
}
