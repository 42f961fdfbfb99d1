import { defineProbe } from '../probe.js';

/** A version that no server can support; the spare connection is opened with it, so that it costs no process of its own. */
export const UNSUPPORTED_VERSION = '2099-01-01';

/** Asks for an unsupported version on a connection of its own, and for the latest one if that was refused. */
export const negotiateVersion = defineProbe({
  id: 'negotiate-version',
  effect: 'read',
  lane: 'spare',
  async run({ wire }) {
    const { initialize } = await wire.initialize({ initialize: { protocolVersion: UNSUPPORTED_VERSION } });
    if (initialize.kind === 'result') return { unsupported: initialize, supported: null };
    const { initialize: supported } = await wire.initialize();
    return { unsupported: initialize, supported };
  },
});
