import { wrongCredentials } from '../probes/credentials.js';
import type { Exchange } from '../recording/exchange.js';
import { defineRule, type FindingOf } from '../rule.js';
import { challengesOf } from '../views/challenges.js';

export const securityWwwAuthenticate = defineRule('security-www-authenticate', {
  reads: { wrongCredentials },
  judge({ wrongCredentials: { missing, wrong, accepted } }, { failIfAny, skip }) {
    const asked = [
      ...(missing === null ? [] : [{ what: 'without a credential', answer: missing }]),
      ...wrong.map(({ credential, odd }) => ({ what: `with ${credential}`, answer: odd })),
    ].filter(({ answer }) => answer.http?.status === 401);
    if (asked.length === 0) return skip('no401', []);
    const findings = asked.flatMap(({ what, answer }) => findingsOf(what, answer, accepted));
    return failIfAny(findings, ...asked.map(({ answer }) => answer.atHttp()));
  },
});

function findingsOf(what: string, answer: Exchange, accepted: string | null): FindingOf<'security-www-authenticate'>[] {
  const at = answer.atHttp();
  const value = answer.http?.header('www-authenticate');
  if (value === undefined) return [{ key: 'missing', at, data: { what } }];
  const schemes = challengesOf(answer).map(({ scheme }) => scheme);
  const [first] = schemes.filter((scheme) => scheme !== '');
  if (first === undefined) return [{ key: 'unreadable', at, data: { what, value } }];
  if (accepted === null || schemes.includes(accepted.toLowerCase())) return [];
  return [{ key: 'scheme', at, data: { what, scheme: first, accepted } }];
}
