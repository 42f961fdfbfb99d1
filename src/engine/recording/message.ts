import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../json.js';
import type { IncomingRecord } from './recording.js';

/** How a JSON value reads as a JSON-RPC message. `response` means that it looks like one, not that it is well formed. */
export type Reading =
  | { kind: 'request'; message: JsonObject; method: string; id: JsonValue }
  | { kind: 'notification'; message: JsonObject; method: string }
  | { kind: 'response'; message: JsonObject; id: JsonValue | undefined }
  | { kind: 'batch'; messages: JsonValue[] }
  | { kind: 'other'; value: JsonValue }
  | { kind: 'unreadable'; problem: 'not-json' | 'too-deep' | 'too-long' };

const readings = new WeakMap<IncomingRecord, Reading>();

/** Reads what came, once. */
export function readIncoming(incoming: IncomingRecord): Reading {
  const known = readings.get(incoming);
  if (known !== undefined) return known;
  const reading = incoming.problem?.kind === 'too-long' ? tooLong : readText(incoming.text);
  readings.set(incoming, reading);
  return reading;
}

const tooLong: Reading = { kind: 'unreadable', problem: 'too-long' };

function readText(text: string): Reading {
  const parsed = parseJson(text);
  if (!parsed.ok) return { kind: 'unreadable', problem: parsed.problem };
  return readValue(parsed.value);
}

export function readValue(value: JsonValue): Reading {
  if (Array.isArray(value)) return { kind: 'batch', messages: value };
  if (!isJsonObject(value)) return { kind: 'other', value };
  const { method, id } = value;
  if (typeof method === 'string') {
    return id === undefined
      ? { kind: 'notification', message: value, method }
      : { kind: 'request', message: value, method, id };
  }
  // What names an id and the protocol is meant as a response, although it then lacks both members.
  const isResponse = 'result' in value || 'error' in value || ('jsonrpc' in value && id !== undefined);
  return isResponse ? { kind: 'response', message: value, id } : { kind: 'other', value };
}

/** A response, with the JSON pointer to it in what came. */
export interface PlacedResponse {
  message: JsonObject;
  id: JsonValue | undefined;
  pointer: string;
}

/** The responses in what came: one, or several where a server sends them as an array. */
export function responsesIn(reading: Reading): PlacedResponse[] {
  if (reading.kind === 'response') return [{ message: reading.message, id: reading.id, pointer: '' }];
  if (reading.kind !== 'batch') return [];
  return reading.messages.flatMap((value, index) => {
    const inner = readValue(value);
    return inner.kind === 'response' ? [{ message: inner.message, id: inner.id, pointer: `/${index}` }] : [];
  });
}
