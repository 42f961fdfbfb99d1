import { defineProbe } from '../probe.js';

/** Answers a request that the server never made, as happens when a server forgets what it asked. */
export const strayResponse = defineProbe({
  id: 'stray-response',
  effect: 'read',
  lane: 'own',
  async run({ wire, served, unique }) {
    const message = { jsonrpc: '2.0', id: unique('assay-never-asked'), result: {} };
    const response = await wire.send(message, { reply: 'none' });
    return { response, after: await wire.exchange(served()) };
  },
});
