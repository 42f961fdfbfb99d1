import { wrongCredentials } from '../probes/credentials.js';
import { defineRule, type FindingOf } from '../rule.js';

export const securityAuthMalformed = defineRule('security-auth-malformed', {
  reads: { wrongCredentials },
  judge({ wrongCredentials: { wrong, missing } }, { failIfAny, skip }) {
    if (missing === null) return skip('open', []);
    if (missing.kind === 'result') return skip('ignored', missing.atHttp());
    const findings = wrong.flatMap(({ credential, odd }): FindingOf<'security-auth-malformed'>[] => {
      if (odd.kind === 'result') return [{ key: 'served', at: [odd.atRequest(), odd.atHttp()], data: { credential } }];
      const status = odd.http?.status;
      if (status === undefined || status === 401) return [];
      return [{ key: 'status', at: odd.atHttp(), data: { credential, status } }];
    });
    return failIfAny(findings, ...wrong.map(({ odd }) => odd.atHttp()));
  },
});
