import { defineProbe } from '../probe.js';
import type { Exchange } from '../recording/exchange.js';

interface IdTried {
  [member: string]: string | number | Exchange;
  id: string | number;
  reply: Exchange;
}

/**
 * Sends served requests with the smallest and the largest id that each JSON parser keeps.
 * It has its own lane because an id may be used once in a session, and a confirmation gets a new one there.
 */
export const numberIds = defineProbe({
  id: 'number-ids',
  effect: 'read',
  lane: 'own',
  ownIds: true,
  async run({ wire, served }) {
    const plain = await wire.exchange(served());
    const tried = [0, Number.MAX_SAFE_INTEGER].map(
      async (id): Promise<IdTried> => ({ id, reply: await wire.exchange({ ...served(), id }) }),
    );
    return { plain, tried: await Promise.all(tried) };
  },
});

/** Sends served requests whose ids are text: one with capitals, one that looks like a number. */
export const stringIds = defineProbe({
  id: 'string-ids',
  effect: 'read',
  lane: 'shared',
  async run({ wire, served, unique }) {
    const ids = [unique('Assay-Request'), unique('assay').replace('assay-', '70')];
    const tried = ids.map(
      async (id): Promise<IdTried> => ({ id, reply: await wire.exchange({ ...served(), id }, { twin: served() }) }),
    );
    return { tried: await Promise.all(tried) };
  },
});
