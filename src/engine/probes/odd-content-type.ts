import { defineProbe } from '../probe.js';

/** Sends a served request as text, as a web page can without asking. */
export const oddContentType = defineProbe({
  id: 'odd-content-type',
  effect: 'read',
  lane: 'shared',
  transports: ['http'],
  async run({ wire, served }) {
    const contentType = 'text/plain';
    const odd = await wire.exchange(served(), { headers: { 'content-type': contentType }, twin: served() });
    return { contentType, odd };
  },
});
