import { defineProbe } from '../probe.js';
import { LATEST_REVISION } from '../revision.js';

/** Sends a second `initialize` in a session, and a served request after it. */
export const secondInitialize = defineProbe({
  id: 'second-initialize',
  effect: 'read',
  lane: 'own',
  async run({ wire, served }) {
    const params = {
      protocolVersion: wire.revision ?? LATEST_REVISION,
      capabilities: {},
      clientInfo: { name: 'mcp-assay', version: '0' },
    };
    const second = await wire.exchange({ method: 'initialize', params }, { twin: served() });
    // A session that began anew waits for this before it serves anything.
    if (second.kind === 'result') await wire.notify({ method: 'notifications/initialized' });
    return { second, after: await wire.exchange(served()) };
  },
});
