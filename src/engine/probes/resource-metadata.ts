import { defineProbe, type ProbeContext } from '../probe.js';
import type { Exchange } from '../recording/exchange.js';
import { challengesOf } from '../views/challenges.js';
import { wrongCredentials } from './credentials.js';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

interface MetadataTried {
  [member: string]: string | Exchange;
  /** How a client gets to the address. */
  by: 'pointer' | 'path' | 'root';
  url: string;
  answer: Exchange;
}

/**
 * Looks for the metadata of a protected resource where clients do: at the address that the challenge names, and at the
 * two well-known ones. The first that is JSON ends the search.
 */
export const resourceMetadata = defineProbe({
  id: 'resource-metadata',
  effect: 'read',
  lane: 'shared',
  transports: ['http'],
  withoutHandshake: true,
  needs: { credentials: wrongCredentials },
  async run({ wire, needs, target }: ProbeContext<{ credentials: { missing: Exchange | null } }>) {
    const asked = target.url ?? '';
    const facts = { asked, loopback: target.loopback };
    const { missing } = needs.credentials;
    if (missing?.http?.status !== 401 || target.url === null) return { ...facts, tried: [] };
    const tried: MetadataTried[] = [];
    for (const { by, url } of addressesFor(target.url, missing)) {
      const answer = await wire.http({ method: 'GET', url, headers: { accept: 'application/json' }, timeoutMs: 5_000 });
      tried.push({ by, url, answer });
      if (answer.http?.status === 200 && answer.http.mediaType.endsWith('json')) break;
    }
    return { ...facts, tried };
  },
});

function addressesFor(url: string, missing: Exchange): { by: MetadataTried['by']; url: string }[] {
  const { origin, pathname, protocol } = new URL(url);
  const path = pathname.replace(/\/$/, '');
  const addresses: { by: MetadataTried['by']; url: string }[] = [
    { by: 'path', url: `${origin}${WELL_KNOWN}${path}` },
    { by: 'root', url: `${origin}${WELL_KNOWN}` },
  ];
  const pointer = challengesOf(missing)
    .map(({ parameters }) => parameters.get('resource_metadata'))
    .find((value) => value !== undefined);
  const isFetched = pointer !== undefined && URL.canParse(pointer) && isTrusted(new URL(pointer), origin, protocol);
  return isFetched ? [{ by: 'pointer', url: pointer }, ...addresses] : addresses;
}

/** A server can name any address: only its own, or one on the web, is asked, and never with the user's credential. */
function isTrusted(pointer: URL, origin: string, protocol: string): boolean {
  return pointer.origin === origin || (pointer.protocol === 'https:' && protocol === 'https:');
}
