import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../../src/engine/json.js';
import type { Recorder } from '../../../../src/engine/recording/recorder.js';
import type { ExchangeRecord } from '../../../../src/engine/recording/recording.js';
import { PendingExchanges } from '../../../../src/engine/transport/pending.js';
import { nodePlatform } from '../../../../src/platform/node.js';
import { newRecorder, TAG } from './recorder.js';

const LONG_MS = 20_000;

function setUp() {
  const recorder = newRecorder('stdio');
  recorder.connection('stdio', 'test');
  return { recorder, pending: new PendingExchanges(nodePlatform(), recorder) };
}

function exchange(recorder: Recorder, requestId?: JsonValue): ExchangeRecord {
  return recorder.exchange({
    connection: 0,
    ...TAG,
    atMs: recorder.elapsedMs(),
    sent: '',
    sentBytes: 0,
    end: 'not-awaited',
    waitedMs: 0,
    ...(requestId === undefined ? {} : { requestId }),
  });
}

describe('giving responses to the requests that await them', () => {
  it('matches by id and type, in any order', async () => {
    const { recorder, pending } = setUp();
    const [number, text] = [exchange(recorder, 1), exchange(recorder, '1')];
    const done = [pending.add(number, false, LONG_MS), pending.add(text, false, LONG_MS)];
    pending.match('1', 7);
    pending.match(1, 8);
    await Promise.all(done);
    expect([number.reply, text.reply]).toEqual([8, 7]);
    expect([number.replyIdDiffers, text.replyIdDiffers]).toEqual([undefined, undefined]);
  });

  it('takes an id of another type for the request with the same text', async () => {
    const { recorder, pending } = setUp();
    const first = exchange(recorder, 1);
    const done = pending.add(first, false, LONG_MS);
    pending.match('1', 3);
    await done;
    expect(first).toMatchObject({ reply: 3, replyIdDiffers: true, end: 'answered' });
  });

  it('takes a strange id only when nothing better follows', async () => {
    const { recorder, pending } = setUp();
    const first = exchange(recorder, 1);
    const done = pending.add(first, false, LONG_MS);
    pending.match(99, 3);
    pending.match(1, 4);
    await done;
    expect(first.reply).toBe(4);
    expect(first.replyIdDiffers).toBeUndefined();
  });

  it('takes strange ids in the end when there is one for each request', async () => {
    const { recorder, pending } = setUp();
    const both = [exchange(recorder, 1), exchange(recorder, 2)];
    const done = both.map((each) => pending.add(each, false, LONG_MS));
    pending.match(98, 3);
    pending.match(99, 4);
    await Promise.all(done);
    expect(both.map(({ reply, replyIdDiffers }) => [reply, replyIdDiffers])).toEqual([
      [3, true],
      [4, true],
    ]);
  });

  it('does not give a second response of one request to the next request', async () => {
    const { recorder, pending } = setUp();
    const first = exchange(recorder, 1);
    const answered = pending.add(first, false, LONG_MS);
    pending.match(1, 3);
    await answered;
    const second = exchange(recorder, 2);
    const done = pending.add(second, false, LONG_MS);
    pending.match(1, 4);
    pending.match(2, 5);
    await done;
    expect([first.reply, second.reply]).toEqual([3, 5]);
  });

  it('does not give a response that comes too late to another request', async () => {
    const { recorder, pending } = setUp();
    const late = exchange(recorder, 1);
    await pending.add(late, false, 1);
    expect(late.end).toBe('silent');
    const next = exchange(recorder, 2);
    const done = pending.add(next, false, 600);
    pending.match(1, 3);
    await done;
    expect(next).toMatchObject({ end: 'silent' });
    expect(next.reply).toBeUndefined();
  });

  it('gives a response with an id of an array to that array, and further ones to nobody', async () => {
    const { recorder, pending } = setUp();
    const [array, other] = [exchange(recorder), exchange(recorder, 5)];
    const sent = pending.add(array, true, LONG_MS, ['a', 'b']);
    const done = pending.add(other, false, LONG_MS);
    pending.match('a', 3);
    pending.match('b', 4);
    pending.match(5, 5);
    await Promise.all([sent, done]);
    expect([array.reply, other.reply]).toEqual([3, 5]);
    expect(other.replyIdDiffers).toBeUndefined();
  });

  it('gives an error without id to what had none', async () => {
    const { recorder, pending } = setUp();
    const [odd, request] = [exchange(recorder), exchange(recorder, 5)];
    const done = [pending.add(odd, true, LONG_MS), pending.add(request, false, LONG_MS)];
    pending.match(null, 3);
    pending.match(5, 4);
    await Promise.all(done);
    expect([odd.reply, request.reply]).toEqual([3, 4]);
  });
});

describe('silence', () => {
  it('ends what may stay unanswered once nothing is awaited any more', async () => {
    const { recorder, pending } = setUp();
    const [odd, request] = [exchange(recorder), exchange(recorder, 5)];
    const ended: string[] = [];
    const done = [
      pending.add(odd, true, LONG_MS).then(() => ended.push('odd')),
      pending.add(request, false, LONG_MS).then(() => ended.push('request')),
    ];
    nodePlatform().after(150, () => pending.match(5, 3));
    await Promise.all(done);
    expect(ended).toEqual(['request', 'odd']);
    expect(odd.end).toBe('silent');
  });

  it('does not wait for ever for a peer that never becomes quiet', async () => {
    const { recorder, pending } = setUp();
    const odd = exchange(recorder);
    const chatter = setInterval(() => pending.activity(), 10);
    await pending.add(odd, true, LONG_MS);
    clearInterval(chatter);
    expect(odd.end).toBe('silent');
  });

  it('ends everything when the peer goes', async () => {
    const { recorder, pending } = setUp();
    const [odd, request] = [exchange(recorder), exchange(recorder, 5)];
    const done = [pending.add(odd, true, LONG_MS), pending.add(request, false, LONG_MS), pending.quiet()];
    pending.endAll('closed');
    await Promise.all(done);
    expect([odd.end, request.end]).toEqual(['closed', 'closed']);
  });
});
