import { isJsonObject } from '../json.js';
import type { EvidencePoint, Exchange } from '../recording/exchange.js';
import { readIncoming, responsesIn } from '../recording/message.js';
import type { IncomingRecord } from '../recording/recording.js';
import { found } from './found.js';

const JSON_TYPE = 'application/json';
const STREAM_TYPE = 'text/event-stream';

/** What is wrong with the content type of an answer, or with a body that does not keep what the type promises. */
export type AnswerProblem = { at: EvidencePoint } & (
  | { key: 'missing' }
  | { key: 'type'; contentType: string }
  | { key: 'json' | 'event'; problem: string }
  | { key: 'notEvents'; text: string }
  | { key: 'noResponse' }
);

export function isSuccess(exchange: Exchange): boolean {
  return exchange.http !== null && exchange.http.status >= 200 && exchange.http.status < 300;
}

export function isEventStream(exchange: Exchange): boolean {
  return isSuccess(exchange) && exchange.http?.mediaType === STREAM_TYPE;
}

/** The method of the request that was sent; an empty text when it was none. */
export function methodOf(exchange: Exchange): string {
  const method = isJsonObject(exchange.sent) ? exchange.sent['method'] : undefined;
  return typeof method === 'string' ? method : '';
}

/** Whether a request that has an id was answered with a success status and a body that is not empty. */
export function hasAnswer(exchange: Exchange): boolean {
  if (exchange.record.requestId === undefined || exchange.http === null || !isSuccess(exchange)) return false;
  // A client that stopped reading, or a connection that broke, says nothing about the body.
  return exchange.http.bodyBytes > 0 || exchange.http.mediaType === STREAM_TYPE;
}

/** Checks the answer to a request against the two types that it may have. */
export function answerProblems(exchange: Exchange): AnswerProblem[] {
  const { http } = exchange;
  if (http === null || !hasAnswer(exchange)) return [];
  const contentType = http.header('content-type');
  if (contentType === undefined) return [{ key: 'missing', at: exchange.atHttp() }];
  if (http.mediaType === STREAM_TYPE) return streamProblems(exchange);
  if (http.mediaType !== JSON_TYPE) return [{ key: 'type', contentType, at: exchange.atHttp() }];
  const [body] = http.body;
  const problem = body === undefined || http.truncated || !http.ended ? undefined : bodyProblem(body);
  return problem === undefined ? [] : [{ key: 'json', problem, at: exchange.at() }];
}

/** Why a JSON body is not one object; undefined when it is, or when that cannot be known. */
function bodyProblem(body: IncomingRecord): string | undefined {
  if (body.problem?.kind === 'too-long') return undefined;
  if (body.problem?.kind === 'invalid-utf8') return `byte ${body.problem.byteOffset} is not valid UTF-8`;
  const reading = readIncoming(body);
  // An array of responses is the finding of lifecycle-jsonrpc.
  if (reading.kind === 'batch') return responsesIn(reading).length > 0 ? undefined : 'it is an array';
  if (reading.kind === 'unreadable') return reading.problem === 'not-json' ? 'it is not JSON' : undefined;
  return reading.kind === 'other' && !isJsonObject(reading.value) ? `it is ${found(reading.value)}` : undefined;
}

function streamProblems(exchange: Exchange): AnswerProblem[] {
  const { http } = exchange;
  const foreign = http?.body.find((incoming) => incoming.source === 'body');
  if (foreign !== undefined) return [{ key: 'notEvents', text: foreign.text.slice(0, 80), at: exchange.at() }];
  const events = eventProblems(exchange);
  if (events.length > 0) return events;
  const answered = exchange.record.reply !== undefined || http?.truncated === true || http?.ended === false;
  // A stream with an event id may end before the response: the client resumes it.
  const resumable = http?.body.some((incoming) => (incoming.event?.id ?? '') !== '') === true;
  const resumed = exchange.record.resumed === true;
  return answered || (resumable && !resumed) ? [] : [{ key: 'noResponse', at: exchange.atHttp() }];
}

/** Events of a stream that hold no message. An event without data is the one that gives a stream its first id. */
export function eventProblems(exchange: Exchange): (AnswerProblem & { key: 'event' })[] {
  const events = exchange.http?.body.filter((incoming) => incoming.source === 'event') ?? [];
  return events.flatMap((event) => {
    const problem = eventProblem(event);
    return problem === undefined ? [] : [{ key: 'event' as const, problem, at: exchange.at('', problem) }];
  });
}

function eventProblem(event: IncomingRecord): string | undefined {
  if (event.text === '') return undefined;
  const reading = readIncoming(event);
  if (reading.kind === 'unreadable') {
    return reading.problem === 'not-json' ? `its data is ${JSON.stringify(event.text.slice(0, 60))}` : undefined;
  }
  if (reading.kind !== 'other') return undefined;
  return isJsonObject(reading.value) ? 'its data is an object without method, result or error' : found(reading.value);
}
