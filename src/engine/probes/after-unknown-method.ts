import { defineProbe } from '../probe.js';

/** Asks for a method that no server has, and when all is quiet again for one that it serves. */
export const afterUnknownMethod = defineProbe({
  id: 'after-unknown-method',
  effect: 'read',
  lane: 'own',
  transports: ['stdio'],
  async run({ wire, served, unique }) {
    const before = await wire.witness(served());
    const method = unique('assay/unknown');
    const unknown = await wire.exchange({ method }, { twin: before });
    // A server may answer and then fall: that shows only after a while.
    await wire.quiet();
    const next = served();
    return { method, unknown, next: next.method, after: await wire.exchange(next) };
  },
});
