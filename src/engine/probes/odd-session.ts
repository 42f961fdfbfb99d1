import { defineProbe, type ProbeContext } from '../probe.js';
import type { Exchange } from '../recording/exchange.js';
import { handshake } from './handshake.js';

const SESSION_HEADER = 'mcp-session-id';

/** Sends a served request without the session id, where the server gives one. */
export const withoutSession = defineProbe({
  id: 'without-session',
  effect: 'read',
  lane: 'shared',
  transports: ['http'],
  needs: { handshake },
  async run({ wire, served, needs }: ProbeContext<{ handshake: { initialize: Exchange } }>) {
    if (needs.handshake.initialize.connection.sessionId === undefined) return { odd: null };
    return { odd: await wire.exchange(served(), { headers: { [SESSION_HEADER]: null }, twin: served() }) };
  },
});

/** Sends a served request with a session id that looks like the server's own and was never given out. */
export const inventedSession = defineProbe({
  id: 'invented-session',
  effect: 'read',
  lane: 'shared',
  transports: ['http'],
  needs: { handshake },
  async run(context: ProbeContext<{ handshake: { initialize: Exchange } }>) {
    const { wire, served, needs, random } = context;
    const { sessionId } = needs.handshake.initialize.connection;
    if (sessionId === undefined) return { odd: null };
    const invented = lookalike(sessionId, random(sessionId.length + SHORTEST));
    return { odd: await wire.exchange(served(), { headers: { [SESSION_HEADER]: invented }, twin: served() }) };
  },
});

/** Shorter ids could be given out by chance. */
const SHORTEST = 16;
const HEX = '0123456789abcdef';

/** Another id of the same shape: digits stay digits, letters letters. */
export function lookalike(id: string, random: Uint8Array): string {
  const letters = /[g-z]/i.test(id) ? 'abcdefghijklmnopqrstuvwxyz' : 'abcdef';
  const padded = id.length < SHORTEST ? id.padEnd(SHORTEST, '0') : id;
  return [...padded]
    .map((character, index) => {
      const value = random[index] ?? 0;
      if (/[0-9]/.test(character)) return String(value % 10);
      if (/[a-z]/.test(character)) return letters[value % letters.length] ?? character;
      if (/[A-Z]/.test(character)) return (letters[value % letters.length] ?? character).toUpperCase();
      return /[!-~]/.test(character) ? character : (HEX[value % HEX.length] ?? '0');
    })
    .join('');
}
