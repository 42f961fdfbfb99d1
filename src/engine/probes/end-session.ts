import { defineProbe } from '../probe.js';

/** Opens a session, ends it with DELETE, and asks in it again. */
export const endSession = defineProbe({
  id: 'end-session',
  effect: 'read',
  lane: 'shared',
  transports: ['http'],
  async run({ wire, served }) {
    const session = wire.connect();
    const { initialize } = await session.initialize();
    if (initialize.connection.sessionId === undefined) return { alive: null, end: null, after: null };
    const alive = await session.exchange(served());
    const end = await session.http({ method: 'DELETE', defaults: true });
    return { alive, end, after: await session.exchange(served(), { twin: alive }) };
  },
});
