import { defineProbe } from '../probe.js';

/**
 * Cancels a request that has been answered, as happens when both messages cross, and one that was never sent;
 * then asks whether the server still serves.
 */
export const lateCancellation = defineProbe({
  id: 'late-cancellation',
  effect: 'read',
  lane: 'own',
  async run({ wire, served, unique }) {
    const finished = await wire.exchange(served());
    const ids = [finished.record.requestId ?? null, unique('assay-never-sent')];
    const cancellations = await Promise.all(
      ids.map((requestId) => wire.notify({ method: 'notifications/cancelled', params: { requestId, reason: 'Late' } })),
    );
    return { finished, cancellations, after: await wire.exchange(served(), { twin: finished }) };
  },
});

/** Says that roots have changed, which concerns only servers that ask for roots; then asks whether the server still serves. */
export const rootsChanged = defineProbe({
  id: 'roots-changed',
  effect: 'read',
  lane: 'own',
  async run({ wire, served }) {
    const before = await wire.witness(served());
    const notification = await wire.notify({ method: 'notifications/roots/list_changed' });
    return { notification, after: await wire.exchange(served(), { twin: before }) };
  },
});

/** Sends a notification that no server knows; then asks whether the server still serves. */
export const unknownNotification = defineProbe({
  id: 'unknown-notification',
  effect: 'read',
  lane: 'own',
  async run({ wire, served }) {
    const before = await wire.witness(served());
    const notification = await wire.notify({ method: 'notifications/assay/unknown' });
    return { notification, after: await wire.exchange(served(), { twin: before }) };
  },
});
