import { defineProbe } from '../probe.js';

/** Opens the main connection, as a client of the latest revision that declares no capabilities. */
export const handshake = defineProbe({
  id: 'handshake',
  effect: 'read',
  lane: 'first',
  run: ({ wire }) => wire.initialize(),
});
