import { defineProbe } from '../probe.js';

/** Letters of several scripts, a character beyond the basic plane, and one that is made of several. */
const TEXT = 'é-ж-漢字-🦉-e\u0301';

/** Asks under an id with characters beyond ASCII, which a server has to give back as it is, and under a plain one. */
export const unicodeId = defineProbe({
  id: 'unicode-id',
  effect: 'read',
  lane: 'own',
  transports: ['stdio'],
  async run({ wire, served, unique }) {
    const plain = await wire.exchange({ ...served(), id: unique('assay-text') });
    const sent = unique(`assay-${TEXT}`);
    return { sent, plain, odd: await wire.exchange({ ...served(), id: sent }, { twin: plain }) };
  },
});
