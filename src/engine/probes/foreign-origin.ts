import type { JsonObject } from '../json.js';
import { defineProbe } from '../probe.js';
import type { Exchange } from '../recording/exchange.js';
import { LATEST_REVISION } from '../revision.js';

/** Names of this kind belong to nobody: RFC 2606. */
const FOREIGN_SITE = 'attacker.example';
export const FOREIGN_ORIGIN = `https://${FOREIGN_SITE}`;

interface FromOrigin {
  [member: string]: string | Exchange;
  origin: string;
  method: string;
  odd: Exchange;
}

/**
 * Sends served requests as a browser does for pages of other sites: in the session from several origins, and a
 * handshake from one.
 */
export const foreignOrigins = defineProbe({
  id: 'foreign-origins',
  effect: 'read',
  lane: 'shared',
  transports: ['http'],
  async run({ wire, served, server, target }) {
    const request = served();
    const twin = await wire.exchange(request);
    const inSession = originsFor(target.url ?? '').map(async (origin): Promise<FromOrigin> => {
      return { origin, method: request.method, odd: await wire.exchange(request, { headers: { origin }, twin }) };
    });
    const opening = async (): Promise<FromOrigin> => {
      const session = wire.connect();
      const params: JsonObject = {
        protocolVersion: LATEST_REVISION,
        capabilities: {},
        clientInfo: { name: 'mcp-assay', version: '0' },
      };
      const headers = { origin: FOREIGN_ORIGIN };
      const odd = await session.exchange({ method: 'initialize', params }, { headers, twin });
      const sessionId = odd.http?.header('mcp-session-id');
      if (sessionId !== undefined)
        await session.http({ method: 'DELETE', defaults: true, headers: { 'mcp-session-id': sessionId } });
      return { origin: FOREIGN_ORIGIN, method: 'initialize', odd };
    };
    return { revision: server.revision, requests: await Promise.all([...inSession, opening()]) };
  },
});

/** A site, the origin of sandboxed pages, and sites whose names only begin like that of the server. */
function originsFor(url: string): string[] {
  const { hostname } = new URL(url);
  const names = new Set(['localhost', '127.0.0.1', hostname.replace(/^\[|\]$/g, '').replaceAll(':', '-')]);
  return [FOREIGN_ORIGIN, 'null', ...[...names].map((name) => `http://${name}.${FOREIGN_SITE}`)];
}

/** Asks as a browser does before a page of another site may send JSON. */
export const preflight = defineProbe({
  id: 'preflight',
  effect: 'read',
  lane: 'shared',
  transports: ['http'],
  async run({ wire, target }) {
    const answer = await wire.http({
      method: 'OPTIONS',
      headers: {
        origin: FOREIGN_ORIGIN,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type, mcp-session-id, mcp-protocol-version',
      },
      timeoutMs: 5_000,
    });
    return { origin: FOREIGN_ORIGIN, answer, loopback: target.loopback };
  },
});
