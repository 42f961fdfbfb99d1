import { wrongCredentials } from '../probes/credentials.js';
import { resourceMetadata } from '../probes/resource-metadata.js';
import { defineRule, type FindingOf } from '../rule.js';
import { isPlain } from '../views/addresses.js';
import { type Metadata, protectedResource } from '../views/protected-resource.js';

export const securityTlsRequired = defineRule('security-tls-required', {
  reads: { wrongCredentials, resourceMetadata, resource: protectedResource },
  judge({ wrongCredentials: { missing, opening }, resourceMetadata: { asked, loopback }, resource }, verdicts) {
    const { failIfAny, skip } = verdicts;
    if (missing === null) return skip('open', []);
    const { metadata, tried } = resource;
    const findings: FindingOf<'security-tls-required'>[] = metadata === null ? [] : plainServers(metadata);
    if (isPlain(asked)) findings.push({ key: 'endpoint', at: opening.atRequest(), data: { url: asked } });
    for (const { by, url, answer } of tried) {
      // The well-known addresses are those of the endpoint.
      if (by === 'pointer' && isPlain(url)) findings.push({ key: 'metadata', at: answer.atRequest(), data: { url } });
    }
    if (findings.length === 0 && loopback && metadata === null) return skip('local', opening.atRequest());
    return failIfAny(findings, opening.atRequest(), ...(metadata === null ? [] : [metadata.answer.at()]));
  },
});

function plainServers({ value, answer }: Metadata): FindingOf<'security-tls-required'>[] {
  const servers = Array.isArray(value['authorization_servers']) ? value['authorization_servers'] : [];
  return servers.flatMap((url, index): FindingOf<'security-tls-required'>[] =>
    typeof url === 'string' && isPlain(url)
      ? [{ key: 'authorizationServer', at: answer.at(`/authorization_servers/${index}`), data: { url } }]
      : [],
  );
}
