import { wrongCredentials } from '../probes/credentials.js';
import { resourceMetadata } from '../probes/resource-metadata.js';
import type { Exchange } from '../recording/exchange.js';
import { defineRule, type FindingOf } from '../rule.js';
import { challengesOf } from '../views/challenges.js';
import { found } from '../views/found.js';
import { isAbout, type Metadata, type MetadataAnswer, protectedResource } from '../views/protected-resource.js';

export const securityOauthMetadata = defineRule('security-oauth-metadata', {
  reads: { wrongCredentials, resourceMetadata, resource: protectedResource },
  judge({ wrongCredentials: { missing, accepted }, resourceMetadata: { asked }, resource }, verdicts) {
    const { failIfAny, pass, skip, warn } = verdicts;
    if (missing === null || missing.http?.status !== 401) return skip('open', []);
    const { metadata, tried } = resource;
    if (metadata === null) {
      const schemes = challengesOf(missing).map(({ scheme }) => scheme);
      if (schemes.length === 0 && accepted === null) return skip('noChallenge', missing.atHttp());
      const [scheme = ''] = schemes.filter((name) => name !== 'bearer');
      if (!schemes.includes('bearer') && accepted?.toLowerCase() !== 'bearer' && scheme !== '')
        return skip('otherScheme', missing.atHttp(), { scheme });
      return failIfAny([unreadable(missing, tried)]);
    }
    const pointer = tried.find(({ by }) => by === 'pointer');
    if (pointer !== undefined && pointer.answer.id !== metadata.answer.id) return failIfAny([pointedTo(pointer)]);
    const findings = findingsOf(metadata);
    if (findings.length > 0) return failIfAny(findings);
    const { resource: about } = metadata.value;
    if (typeof about === 'string' && !isAbout(about, asked))
      return warn('otherResource', metadata.answer.at('/resource'), {
        url: metadata.url,
        resource: about,
        expected: asked,
      });
    return pass(metadata.answer.at('/authorization_servers'));
  },
});

type Found = FindingOf<'security-oauth-metadata'>;

/** The most telling of what was tried: something that is there and cannot be read says more than what is not there. */
function unreadable(missing: Exchange, tried: readonly MetadataAnswer[]): Found {
  const there = tried.find(({ problem }) => problem !== 'absent');
  if (there !== undefined) return pointedTo(there);
  const shown = tried.map(({ url, answer }) => `${url} (${answer.http?.status ?? 'no answer'})`).join(', ');
  return { key: 'none', at: [missing.atHttp(), ...tried.map(({ answer }) => answer.atHttp())], data: { tried: shown } };
}

function pointedTo({ url, answer, problem }: MetadataAnswer): Found {
  if (problem === 'protected') return { key: 'protected', at: answer.atHttp(), data: { url } };
  if (problem === 'absent')
    return { key: 'pointer', at: answer.atHttp(), data: { url, status: answer.http?.status ?? 'none' } };
  return { key: 'notJson', at: answer.at(), data: { url, problem } };
}

function findingsOf({ answer, url, value }: Metadata): Found[] {
  const { resource, authorization_servers: servers } = value;
  const findings: Found[] = [];
  if (typeof resource !== 'string' || !URL.canParse(resource))
    findings.push({ key: 'resource', at: answer.at('/resource'), data: { url, found: found(resource) } });
  const isList = Array.isArray(servers) && servers.length > 0;
  if (!isList || !servers.every((server) => typeof server === 'string' && URL.canParse(server))) {
    const shown = Array.isArray(servers) ? JSON.stringify(servers) : found(servers);
    findings.push({ key: 'servers', at: answer.at('/authorization_servers'), data: { url, found: shown } });
  }
  return findings;
}
