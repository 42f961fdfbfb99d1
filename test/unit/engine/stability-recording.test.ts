import { describe, expect, it } from 'vitest';
import { assess } from '../../../src/engine/assess.js';
import { isJsonObject, type JsonValue } from '../../../src/engine/json.js';
import { judge } from '../../../src/engine/judge.js';
import { type IncomingRecord, parseRecording, type Recording } from '../../../src/engine/recording/recording.js';
import type { Report } from '../../../src/engine/report.js';
import { nodePlatform } from '../../../src/platform/node.js';
import { verdictsOf, withServer } from './stability-helpers.js';

const FAULTS = {
  stdio: [
    '',
    'version-fictional',
    'capabilities-array',
    'id-as-text',
    'reply-twice',
    'initialize-kills',
    'unknown-method-kills',
    'broken-json-kills',
    'call-structured-array',
    'cursor-garbage-ignored',
    'banner-first',
  ],
  http: [
    '',
    'version-fictional',
    'session-unknown-200-error',
    'notification-202-body',
    'batch-served',
    'get-html',
    'delete-session-survives',
    'media-type-html',
    'overlap-mixes-ids',
    'initialize-not-found',
    'content-text-missing',
  ],
} as const;
const CASES = (['stdio', 'http'] as const).flatMap((transport) =>
  FAULTS[transport].map((fault) => ({ transport, fault })),
);

/** The report as text, without what only measures time. */
function withoutTimes(report: Report): string {
  const tests = report.tests.map((test) => ({ ...test, durationMs: 0 }));
  return JSON.stringify({ ...report, tests }, null, 1);
}

/** Changes the text of each JSON message that came, where `change` gives another value. */
function changed(recording: Recording, change: (value: JsonValue) => JsonValue): Recording {
  const copy = structuredClone(recording);
  for (const connection of copy.connections) {
    for (const incoming of connection.incoming) incoming.text = changedText(incoming, change);
  }
  return copy;
}

function changedText({ text, problem }: IncomingRecord, change: (value: JsonValue) => JsonValue): string {
  if (problem !== undefined) return text;
  try {
    return JSON.stringify(change(JSON.parse(text) as JsonValue));
  } catch {
    // What is no JSON stays as it is.
    return text;
  }
}

function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).reverse();
  return Object.fromEntries(entries.map(([member, item]) => [member, item === undefined ? item : reversed(item)]));
}

/** Results may have members that nobody knows; that of `ping` must be empty and is left as it is. */
function withUnknownMember(value: JsonValue): JsonValue {
  if (!isJsonObject(value) || !isJsonObject(value['result']) || Object.keys(value['result']).length === 0) return value;
  return { ...value, result: { ...value['result'], _meta: { 'com.example/note': 'unknown' } } };
}

/** A log message at the end of each connection, where no index of a reply changes. */
function withLogMessage(recording: Recording): Recording {
  const copy = structuredClone(recording);
  const message = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'more' } };
  for (const { incoming } of copy.connections) {
    const last = incoming.at(-1);
    if (last !== undefined) incoming.push({ ...last, text: JSON.stringify(message) });
  }
  return copy;
}

describe.concurrent.each(CASES)('$transport $fault', ({ transport, fault }) => {
  it('a saved recording is judged as the run was, each time', async () => {
    const { report, recording } = await withServer(fault, transport, (target) => assess(target, {}, nodePlatform()));
    const live = withoutTimes(report);
    const read = parseRecording(JSON.stringify(recording));
    expect(withoutTimes(judge(read))).toBe(live);
    expect(withoutTimes(judge(read))).toBe(live);
    expect(withoutTimes(judge(parseRecording(JSON.stringify(read))))).toBe(live);
  });
});

describe.each(['stdio', 'http'] as const)('%s: what changes nothing', (transport) => {
  it('changes no verdict', async () => {
    const { report, recording } = await withServer('', transport, (target) => assess(target, {}, nodePlatform()));
    const before = verdictsOf(report);
    expect(Object.values(before).filter((verdict) => verdict === 'pass').length).toBeGreaterThan(30);
    const indented = structuredClone(recording);
    for (const { incoming } of indented.connections) {
      for (const each of incoming) each.text = each.text.replace(/^\{"/, '{ "').replace(/\}$/, ' }');
    }
    expect(verdictsOf(judge(changed(recording, reversed))), 'members in another order').toEqual(before);
    expect(verdictsOf(judge(changed(recording, withUnknownMember))), 'an unknown member in results').toEqual(before);
    expect(verdictsOf(judge(withLogMessage(recording))), 'one log message more').toEqual(before);
    expect(verdictsOf(judge(indented)), 'white space').toEqual(before);
  });
});
