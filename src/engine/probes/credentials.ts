import { isJsonObject, type JsonObject } from '../json.js';
import { defineProbe, type ProbeContext } from '../probe.js';
import type { Exchange } from '../recording/exchange.js';
import { LATEST_REVISION } from '../revision.js';
import type { Wire } from '../wire.js';
import { handshake } from './handshake.js';

const CREDENTIAL_HEADERS = ['authorization', 'cookie', 'x-api-key', 'api-key', 'x-auth-token'];
const WITHOUT_CREDENTIAL: Headers = Object.fromEntries(CREDENTIAL_HEADERS.map((name) => [name, null]));
const MADE_UP = 'a made-up token';

type Headers = Readonly<Record<string, string | null>>;
type Needs = { handshake: { initialize: Exchange } };

interface Tried {
  [member: string]: string | Exchange;
  /** What was sent as credential, in words. */
  credential: string;
  odd: Exchange;
}

/**
 * Opens sessions without the user's credential, and with made-up ones. Where there is none and the server let the run
 * in, nothing is sent: then it asks for none. `accepted` is the scheme of a credential that the server took.
 */
export const wrongCredentials = defineProbe({
  id: 'wrong-credentials',
  effect: 'read',
  lane: 'shared',
  transports: ['http'],
  withoutHandshake: true,
  needs: { handshake },
  async run({ wire, needs, target, random }: ProbeContext<Needs>) {
    const { initialize: opening } = needs.handshake;
    const isLetIn = opening.kind === 'result';
    const own = isLetIn ? authorizationOf(opening) : undefined;
    const host = target.url === null ? '' : new URL(target.url).host;
    const facts = { opening, host, loopback: target.loopback, accepted: own?.split(' ')[0] ?? null };
    if (isLetIn && !target.credential) return { ...facts, missing: null, wrong: [] };
    const tokens = [{ credential: MADE_UP, authorization: madeUp(random) }];
    if (own !== undefined) tokens.push({ credential: 'its own token and one more letter', authorization: `${own}x` });
    const [missing, ...wrong] = await Promise.all([
      open(wire, WITHOUT_CREDENTIAL),
      ...tokens.map(({ authorization }) => open(wire, { ...WITHOUT_CREDENTIAL, authorization })),
    ]);
    return {
      ...facts,
      missing,
      wrong: wrong.map((odd, index): Tried => ({ credential: tokens[index]?.credential ?? '', odd })),
    };
  },
});

/** Asks in the session without the credential, and with a made-up one. */
export const sessionWithoutCredential = defineProbe({
  id: 'session-without-credential',
  effect: 'read',
  lane: 'shared',
  transports: ['http'],
  needs: { handshake },
  async run({ wire, served, needs, target, random }: ProbeContext<Needs>) {
    const { sessionId = null } = needs.handshake.initialize.connection;
    if (!target.credential || sessionId === null) return { sessionId, asked: [] };
    const twin = await wire.exchange(served());
    const [missing, wrong] = await Promise.all([
      wire.exchange(served(), { headers: WITHOUT_CREDENTIAL, twin }),
      wire.exchange(served(), { headers: { ...WITHOUT_CREDENTIAL, authorization: madeUp(random) }, twin }),
    ]);
    const asked: Tried[] = [
      { credential: 'no credential', odd: missing },
      { credential: MADE_UP, odd: wrong },
    ];
    return { sessionId, asked };
  },
});

/** Opens a session with the token in the address instead of the header. It goes to no other address than the server's. */
export const tokenInAddress = defineProbe({
  id: 'token-in-address',
  effect: 'hostile',
  lane: 'shared',
  transports: ['http'],
  needs: { handshake },
  async run({ wire, needs, target }: ProbeContext<Needs>) {
    const member = 'access_token';
    const token = /^Bearer\s+(\S+)$/i.exec(authorizationOf(needs.handshake.initialize) ?? '')?.[1];
    if (token === undefined || target.url === null) return { member, odd: null };
    const url = new URL(target.url);
    url.searchParams.set(member, token);
    return { member, odd: await open(wire, WITHOUT_CREDENTIAL, url.href) };
  },
});

function madeUp(random: (length: number) => Uint8Array): string {
  return `Bearer ${[...random(24)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function authorizationOf({ record }: Exchange): string | undefined {
  return record.http?.headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1];
}

/** An `initialize` of its own, with other headers; a session that comes of it is ended. */
async function open(wire: Wire, headers: Headers, url?: string): Promise<Exchange> {
  const session = wire.connect();
  const params: JsonObject = {
    protocolVersion: LATEST_REVISION,
    capabilities: {},
    clientInfo: { name: 'mcp-assay', version: '0' },
  };
  const where = url === undefined ? {} : { url };
  const odd = await session.http({
    method: 'POST',
    defaults: true,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
    requestId: 1,
    ...where,
  });
  const sessionId = odd.http?.header('mcp-session-id');
  if (sessionId !== undefined && odd.kind === 'result' && isJsonObject(odd.result))
    await session.http({
      method: 'DELETE',
      defaults: true,
      headers: { ...headers, 'mcp-session-id': sessionId },
      ...where,
    });
  return odd;
}
