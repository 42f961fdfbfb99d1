import { defineProbe } from '../probe.js';

/** Asks whether the server is there. */
export const ping = defineProbe({
  id: 'ping',
  effect: 'read',
  lane: 'shared',
  run: async ({ wire }) => ({ ping: await wire.exchange({ method: 'ping' }) }),
});
