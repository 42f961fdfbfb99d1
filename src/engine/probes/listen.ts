import { defineProbe } from '../probe.js';

/** A client that listens needs the head of the answer at once; in milliseconds. */
export const LISTEN_LIMIT_MS = 5_000;

/** Opens the stream for messages of the server in a session of its own, and sends requests while it is open. */
export const listen = defineProbe({
  id: 'listen',
  effect: 'read',
  lane: 'shared',
  transports: ['http'],
  async run({ wire, served }) {
    const session = wire.connect();
    await session.initialize();
    const before = await session.exchange(served());
    const stream = await session.http({
      method: 'GET',
      defaults: true,
      headers: { accept: 'text/event-stream' },
      until: 'head',
      timeoutMs: LISTEN_LIMIT_MS,
      twin: before,
    });
    const first = await session.exchange(served(), { timeoutMs: LISTEN_LIMIT_MS });
    // What the first request put on the stream has arrived when the second is answered.
    const second = first.end === 'answered' ? await session.exchange(served()) : null;
    return { stream, first, second };
  },
});
