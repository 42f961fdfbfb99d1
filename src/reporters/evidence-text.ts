import { isJsonObject, type JsonValue } from '../engine/json.js';
import type { Evidence, ReportExchange } from '../engine/report.js';

/** The bytes that a piece of evidence points to, as text; undefined when the report does not hold them. */
export function evidenceText(evidence: Evidence, exchange: ReportExchange): string | undefined {
  const whole = partOf(evidence.part, exchange);
  if (whole === undefined || evidence.pointer === '') return whole;
  const value = valueAt(whole, evidence.pointer);
  return value === undefined ? whole : JSON.stringify(value);
}

/** One line: what was sent, how it ended and after how long. */
export function exchangeTitle(exchange: ReportExchange): string {
  const sent = exchange.request === null ? 'sent by the server itself' : subjectOf(exchange.request);
  const time = `${Math.round(exchange.elapsedMs)} ms`;
  switch (exchange.end) {
    case 'answered':
      return `${sent} → ${exchange.response?.status ?? 'reply'} after ${time}`;
    case 'silent':
      return `${sent} → no reply within ${time}`;
    case 'closed':
      return `${sent} → the connection closed after ${time}`;
    case 'failed':
      return `${sent} → ${exchange.error ?? 'failed'} after ${time}`;
    case 'not-awaited':
      return sent;
  }
}

function subjectOf(request: NonNullable<ReportExchange['request']>): string {
  const message = parsed(request.body);
  const called = isJsonObject(message) && typeof message.method === 'string' ? message.method : undefined;
  if (called === undefined) return request.method ?? 'bytes';
  return request.url === undefined || request.method === undefined ? called : `${request.method} ${called}`;
}

function partOf(part: Evidence['part'], exchange: ReportExchange): string | undefined {
  if (part === 'request') return exchange.request?.body;
  if (part !== 'http') return exchange.response?.body;
  if (exchange.response === null) return undefined;
  const status = exchange.response.status === undefined ? [] : [`HTTP ${exchange.response.status}`];
  const headers = (exchange.response.headers ?? []).map(([name, value]) => `${name}: ${value}`);
  return [...status, ...headers].join('\n');
}

function parsed(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    // Not JSON: a body may be an event stream or anything else that a server sends.
    return undefined;
  }
}

/** The value at an RFC 6901 pointer in a JSON text or in the data of an event stream. */
function valueAt(text: string, pointer: string): JsonValue | undefined {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  for (const document of [text, ...dataOfEvents(text)]) {
    let value = parsed(document);
    for (const step of steps) value = memberOf(value, step);
    if (value !== undefined) return value;
  }
  return undefined;
}

function memberOf(value: JsonValue | undefined, step: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^(0|[1-9]\d*)$/.test(step) ? value[Number(step)] : undefined;
  if (isJsonObject(value)) return Object.hasOwn(value, step) ? value[step] : undefined;
  return undefined;
}

function dataOfEvents(text: string): string[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length));
}
