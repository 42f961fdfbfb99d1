import { isJsonObject, type JsonObject, type JsonValue } from '../json.js';
import type { EvidencePoint, Exchange, ServerMessage } from '../recording/exchange.js';
import { responsesIn } from '../recording/message.js';
import type { FindingOf } from '../rule.js';
import type { Conversation } from './conversation.js';
import { found } from './found.js';
import { methodOf } from './http-answers.js';

type Found = FindingOf<'lifecycle-jsonrpc'>;

/** The revision that knew batches. */
const BATCHES = '2025-03-26';

/** What is wrong with the envelopes of everything that the server sent; each kind once for each method. */
export function envelopeFindings(said: Conversation): Found[] {
  const byReply = new Map(
    said.exchanges.map((exchange) => [`${exchange.connection.id} ${exchange.record.reply}`, exchange]),
  );
  const seen = new Set<string>();
  return said.messages.flatMap((message) => {
    const exchange = byReply.get(`${message.connection.id} ${message.index}`);
    if (!isProtocol(message, said) || answersArray(message, said)) return [];
    return findingsOf(message, exchange).filter(({ key, data }) => {
      const name = `${key} ${'what' in data ? data.what : ''}`;
      return !seen.has(name) && seen.add(name);
    });
  });
}

/**
 * Bodies of other addresses, of error statuses and of answers to notifications are messages only if they claim to be;
 * so are lines of standard output: what is none there is the finding of stdio-framing.
 */
function isProtocol({ incoming, reading }: ServerMessage, said: Conversation): boolean {
  if (reading.kind === 'unreadable') return false;
  if (reading.kind === 'batch') return responsesIn(reading).length > 0;
  const value = reading.kind === 'other' ? reading.value : reading.message;
  if (isJsonObject(value) && 'jsonrpc' in value) return true;
  const exchange = incoming.exchange === undefined ? undefined : said.exchanges[incoming.exchange];
  if (exchange === undefined) return reading.kind !== 'other';
  const { record, http } = exchange;
  return record.http?.method === 'POST' && record.requestId !== undefined && (http?.status ?? 0) < 300;
}

/** The answer to an array that should have been refused is the finding of transport-batch-reject, also when it came late. */
function answersArray({ connection, reading }: ServerMessage, said: Conversation): boolean {
  if (reading.kind !== 'batch') return false;
  const ids = said.exchanges.flatMap((exchange) =>
    exchange.connection === connection && Array.isArray(exchange.sent) ? exchange.sent.map(idIn) : [],
  );
  return responsesIn(reading).some(({ id }) => id !== undefined && ids.includes(id));
}

function idIn(value: JsonValue): JsonValue | undefined {
  return isJsonObject(value) ? value['id'] : undefined;
}

function findingsOf(message: ServerMessage, exchange: Exchange | undefined): Found[] {
  const { reading } = message;
  const what = exchange === undefined ? 'nobody asked for' : methodOf(exchange) || 'a message without a method';
  switch (reading.kind) {
    case 'batch':
      return message.connection.protocolVersion === BATCHES
        ? []
        : [{ key: 'batch', at: message.at(), data: { count: reading.messages.length } }];
    case 'request':
      return [
        ...versionOf(reading.message, reading.method, message.at('/jsonrpc')),
        ...idOf(reading.id, reading.method, message),
        ...paramsOf(reading.message, reading.method, message),
      ];
    case 'notification':
      return [
        ...versionOf(reading.message, reading.method, message.at('/jsonrpc')),
        ...paramsOf(reading.message, reading.method, message),
      ];
    case 'response':
      return [...versionOf(reading.message, what, message.at('/jsonrpc')), ...bodyOf(reading.message, what, message)];
    case 'other':
      return isJsonObject(reading.value) ? [{ key: 'neither', at: message.at(), data: { what } }] : [];
    default:
      return [];
  }
}

function versionOf(message: JsonObject, what: string, at: EvidencePoint): Found[] {
  const { jsonrpc } = message;
  return jsonrpc === '2.0' ? [] : [{ key: 'version', at, data: { what, value: found(jsonrpc) } }];
}

/** A request's id; that of a response belongs to lifecycle-id-match. */
function idOf(id: JsonValue, what: string, message: ServerMessage): Found[] {
  if (typeof id === 'string' || Number.isInteger(id)) return [];
  return [{ key: 'id', at: message.at('/id'), data: { what, type: found(id) } }];
}

function paramsOf({ params }: JsonObject, what: string, message: ServerMessage): Found[] {
  if (params === undefined || isJsonObject(params)) return [];
  return [{ key: 'params', at: message.at('/params'), data: { what, type: found(params) } }];
}

function bodyOf(body: JsonObject, what: string, message: ServerMessage): Found[] {
  const hasError = 'error' in body;
  if ('result' in body && hasError) return [{ key: 'both', at: message.at(), data: { what } }];
  if ('result' in body) return [];
  if (!hasError) return [{ key: 'neither', at: message.at(), data: { what } }];
  const { error } = body;
  if (!isJsonObject(error)) return [{ key: 'error', at: message.at('/error'), data: { what, type: found(error) } }];
  const findings: Found[] = [];
  if (!Number.isInteger(error['code'])) {
    findings.push({ key: 'code', at: message.at('/error/code'), data: { what, value: found(error['code']) } });
  }
  if (typeof error['message'] !== 'string')
    findings.push({ key: 'message', at: message.at('/error/message'), data: { what } });
  return findings;
}
