import { defineProbe } from '../probe.js';

/** Asks for a method that no server has. */
export const unknownMethod = defineProbe({
  id: 'unknown-method',
  effect: 'read',
  lane: 'shared',
  async run({ wire, unique, served }) {
    const method = unique('assay/unknown');
    return { method, odd: await wire.exchange({ method }, { twin: served() }) };
  },
});
