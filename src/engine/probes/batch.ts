import { defineProbe } from '../probe.js';

/** Sends two served requests as one array, and when all is quiet again a served request. */
export const batch = defineProbe({
  id: 'batch',
  effect: 'read',
  lane: 'own',
  async run({ wire, served, unique }) {
    const before = await wire.witness(served());
    const ids = [unique('assay-batch'), unique('assay-batch')];
    const odd = await wire.send(
      ids.map((id) => ({ jsonrpc: '2.0', id, ...served() })),
      { twin: before },
    );
    await wire.quiet();
    return { ids, odd, after: await wire.exchange(served()) };
  },
});
