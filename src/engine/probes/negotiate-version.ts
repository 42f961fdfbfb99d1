import { defineProbe } from '../probe.js';

/** A version that no server can support; the spare connection is opened with it, so that it costs no process of its own. */
export const UNSUPPORTED_VERSION = '2099-01-01';

/** What the client declares on spare connections, so that it may announce a change of its roots there. */
export const SPARE_CAPABILITIES = { roots: { listChanged: true } };

/** Asks for an unsupported version on a connection of its own, and for the latest one if that was refused. */
export const negotiateVersion = defineProbe({
  id: 'negotiate-version',
  effect: 'read',
  lane: 'spare',
  async run({ wire }) {
    const { initialize } = await wire.initialize({
      initialize: { protocolVersion: UNSUPPORTED_VERSION, capabilities: SPARE_CAPABILITIES },
    });
    if (initialize.kind === 'result') return { unsupported: initialize, supported: null };
    const { initialize: supported } = await wire.initialize({ initialize: { capabilities: SPARE_CAPABILITIES } });
    return { unsupported: initialize, supported };
  },
});
