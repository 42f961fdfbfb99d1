import { setImmediate } from 'node:timers/promises';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import {
  Channel,
  ChannelClosedError,
  ChannelTimeoutError,
  type Contract,
  isAbortError,
  ProtocolError,
  RemoteError,
  type RequestContext,
} from '../../../src/rpc/channel.js';
import { isListOf, isNumber, isShape, isString } from '../../../src/rpc/guards.js';
import { threadPort } from '../../../src/worker/thread-port.js';

const asking = {
  requests: {
    add: { params: isShape<{ a: number; b: number }>({ a: isNumber, b: isNumber }), result: isNumber },
    wait: { params: isString, result: isString },
    fail: { params: isString, result: isString },
    lie: { params: isString, result: isNumber },
  },
  events: { hint: isString },
} satisfies Contract;

const answering = {
  requests: { name: { params: isNumber, result: isString } },
  events: { seen: isListOf(isString) },
} satisfies Contract;

const openPorts: MessagePort[] = [];

afterEach(() => {
  for (const port of openPorts.splice(0)) port.close();
});

/** Two channels over a real message channel. `wait` answers when its signal is aborted, or when `release` is called. */
function connect() {
  const { port1, port2 } = new MessageChannel();
  openPorts.push(port1, port2);
  const seen: string[][] = [];
  const hints: string[] = [];
  const refused: string[] = [];
  const refusedByAsker: string[] = [];
  let release: (value: string) => void = () => undefined;
  let onAborted: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    onAborted = resolve;
  });
  let stubborn = false;
  let onStarted: () => void = () => undefined;
  const started = new Promise<void>((resolve) => {
    onStarted = resolve;
  });
  const asker = new Channel(threadPort(port1), {
    outgoing: asking,
    incoming: answering,
    handlers: {
      requests: { name: (id) => `number ${id}` },
      events: { seen: (list) => seen.push(list) },
    },
    onRefused: ({ message }) => refusedByAsker.push(message),
  });
  const answerer = new Channel(threadPort(port2), {
    outgoing: answering,
    incoming: asking,
    handlers: {
      requests: {
        add: ({ a, b }) => a + b,
        wait: (_text: string, { signal }: RequestContext) =>
          new Promise<string>((resolve, reject) => {
            release = resolve;
            onStarted();
            signal.addEventListener('abort', () => {
              onAborted();
              if (stubborn) return;
              const error = new Error('stopped');
              error.name = 'AbortError';
              reject(error);
            });
          }),
        fail: (text) => {
          throw Object.assign(new RangeError(text), { data: { hint: 'use less' } });
        },
        // A handler that breaks its contract, as one that was built from other sources would.
        lie: (text) => JSON.parse(JSON.stringify(text)),
      },
      events: {
        hint: (text) => {
          if (text === 'throw') throw new Error('cannot take this');
          hints.push(text);
        },
      },
    },
    onRefused: ({ message }) => refused.push(message),
  });
  return {
    asker,
    answerer,
    askerPort: port1,
    answererPort: port2,
    seen,
    hints,
    refused,
    refusedByAsker,
    started,
    stopped,
    release: (value: string) => release(value),
    beStubborn: () => {
      stubborn = true;
    },
  };
}

/** Lets messages that are already on their way arrive: an answer that was sent after them has come. */
async function settle(asker: { request(name: 'add', params: { a: number; b: number }): Promise<number> }) {
  await asker.request('add', { a: 0, b: 0 });
  await setImmediate();
}

describe('requests', () => {
  it('are answered, in both directions', async () => {
    const { asker, answerer } = connect();
    expect(await asker.request('add', { a: 2, b: 3 })).toBe(5);
    expect(await answerer.request('name', 7)).toBe('number 7');
  });

  it('get the right answers when several are open', async () => {
    const { asker, release, started } = connect();
    const slow = asker.request('wait', 'x');
    await started;
    expect(await asker.request('add', { a: 1, b: 1 })).toBe(2);
    release('late');
    expect(await slow).toBe('late');
  });

  it('carry the name, message and data of an error', async () => {
    const { asker } = connect();
    const error = await asker.request('fail', 'too much').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RemoteError);
    expect(error).toMatchObject({ name: 'RangeError', message: 'too much', data: { hint: 'use less' } });
  });

  it('fail when the answer is not what the contract says', async () => {
    const { asker } = connect();
    await expect(asker.request('lie', 'text')).rejects.toBeInstanceOf(ProtocolError);
  });

  it('fail when the parameters cannot be cloned, and stay open nowhere', async () => {
    const { asker, answerer } = connect();
    const params = Object.assign({ a: 1, b: 2 }, { callback: () => 1 });
    await expect(asker.request('add', params)).rejects.toThrow(/clone/i);
    answerer.close();
    expect(await answerer.request('name', 1).catch((error: unknown) => error)).toBeInstanceOf(ChannelClosedError);
  });

  it('time out, and tell the other end to stop', async () => {
    const { asker, stopped } = connect();
    await expect(asker.request('wait', 'x', { timeoutMs: 5 })).rejects.toBeInstanceOf(ChannelTimeoutError);
    await stopped;
  });

  it('do not time out after the answer', async () => {
    const { asker, release, started } = connect();
    const open = asker.request('wait', 'x', { timeoutMs: 60_000 });
    await started;
    release('done');
    expect(await open).toBe('done');
  });
});

describe('cancelling', () => {
  it('rejects at once and tells the other end', async () => {
    const { asker, started, stopped } = connect();
    const controller = new AbortController();
    const open = asker.request('wait', 'x', { signal: controller.signal });
    await started;
    controller.abort();
    const error = await open.catch((thrown: unknown) => thrown);
    expect(isAbortError(error)).toBe(true);
    await stopped;
  });

  it('sends nothing when it was cancelled before', async () => {
    const { asker, refused } = connect();
    const error = await asker.request('wait', 'x', { signal: AbortSignal.abort() }).catch((thrown: unknown) => thrown);
    expect(isAbortError(error)).toBe(true);
    await settle(asker);
    expect(refused).toEqual([]);
  });

  it('waits for the other end when asked to', async () => {
    const { asker, started } = connect();
    const controller = new AbortController();
    const open = asker.request('wait', 'x', { signal: controller.signal, stopWaitMs: 60_000 });
    await started;
    controller.abort();
    const error = await open.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RemoteError);
    expect(isAbortError(error)).toBe(true);
  });

  it('gives up on an end that does not stop', async () => {
    const { asker, started, stopped, beStubborn } = connect();
    beStubborn();
    const controller = new AbortController();
    const open = asker.request('wait', 'x', { signal: controller.signal, stopWaitMs: 5 });
    await started;
    controller.abort();
    await expect(open).rejects.toBeInstanceOf(ChannelTimeoutError);
    await stopped;
  });

  it('ignores an answer that comes too late', async () => {
    const { asker, started, stopped, beStubborn, release, refusedByAsker } = connect();
    beStubborn();
    const controller = new AbortController();
    const open = asker.request('wait', 'x', { signal: controller.signal });
    await started;
    controller.abort();
    await open.catch(() => undefined);
    await stopped;
    release('late');
    await settle(asker);
    expect(refusedByAsker).toEqual([]);
  });
});

describe('events', () => {
  it('arrive in order', async () => {
    const { asker, answerer, seen, hints } = connect();
    asker.emit('hint', 'one');
    asker.emit('hint', 'two');
    answerer.emit('seen', ['a']);
    await settle(asker);
    await answerer.request('name', 1);
    expect(hints).toEqual(['one', 'two']);
    expect(seen).toEqual([['a']]);
  });

  it('whose handler throws leave the channel working', async () => {
    const { asker, refused } = connect();
    asker.emit('hint', 'throw');
    await settle(asker);
    expect(refused).toEqual(['The handler of the event hint failed: cannot take this']);
  });
});

describe('what is refused', () => {
  it.each([
    ['no object', 'text'],
    ['a list', []],
    ['an unknown kind', { kind: 'shout' }],
    ['an id that is no number', { kind: 'request', id: '1', name: 'add', params: {} }],
    ['an id below 1', { kind: 'reply', id: 0, result: 1 }],
    ['an error without a name', { kind: 'error', id: 1, error: { message: 'x' } }],
    ['an event without a name', { kind: 'event' }],
  ])('%s', async (_case, message) => {
    const { asker, askerPort, refused } = connect();
    askerPort.postMessage(message);
    await settle(asker);
    expect(refused).toEqual(['A message that is not part of the protocol was refused.']);
  });

  it.each(['unknown', 'constructor', 'toString', '__proto__'])(
    'a request named %s, with an error answer',
    async (name) => {
      const { askerPort, refused } = connect();
      const answer = new Promise((resolve) => askerPort.once('message', resolve));
      askerPort.postMessage({ kind: 'request', id: 90, name, params: {} });
      expect(await answer).toMatchObject({ kind: 'error', id: 90, error: { name: 'ProtocolError' } });
      expect(refused).toHaveLength(1);
    },
  );

  it('wrong parameters, with an error answer', async () => {
    const { askerPort, refused } = connect();
    const answer = new Promise((resolve) => askerPort.once('message', resolve));
    askerPort.postMessage({ kind: 'request', id: 90, name: 'add', params: { a: 'secret', b: 2 } });
    expect(await answer).toMatchObject({ kind: 'error', id: 90 });
    expect(refused).toEqual(['The parameters of add are not what the protocol says.']);
  });

  it('unknown events and wrong content', async () => {
    const { asker, askerPort, hints, refused } = connect();
    askerPort.postMessage({ kind: 'event', name: 'toString', payload: 1 });
    askerPort.postMessage({ kind: 'event', name: 'hint', payload: 1 });
    await settle(asker);
    expect(hints).toEqual([]);
    expect(refused).toEqual([
      'An event that is unknown was refused.',
      'The event hint was refused: its content is not what the protocol says.',
    ]);
  });

  it('an answer to a request that was never made', async () => {
    const { asker, answererPort, refusedByAsker } = connect();
    answererPort.postMessage({ kind: 'reply', id: 4_000, result: 1 });
    await settle(asker);
    expect(refusedByAsker).toEqual(['An answer to a request that was never made was refused.']);
  });
});

describe('closing', () => {
  it('rejects everything that is open, and everything that comes after', async () => {
    const { asker, started } = connect();
    const first = asker.request('wait', 'x');
    const second = asker.request('wait', 'y');
    await started;
    const reason = new Error('the worker has crashed');
    asker.close(reason);
    await expect(first).rejects.toBe(reason);
    await expect(second).rejects.toBe(reason);
    await expect(asker.request('add', { a: 1, b: 1 })).rejects.toBe(reason);
  });

  it('happens by itself when the other end goes', async () => {
    const { asker, answererPort, started } = connect();
    const open = asker.request('wait', 'x');
    await started;
    answererPort.close();
    await expect(open).rejects.toBeInstanceOf(ChannelClosedError);
  });

  it('tells handlers that nobody waits any more', async () => {
    const { asker, askerPort, started, stopped } = connect();
    asker.request('wait', 'x').catch(() => undefined);
    await started;
    askerPort.close();
    await stopped;
  });
});
