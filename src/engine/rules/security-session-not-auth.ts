import { sessionWithoutCredential, wrongCredentials } from '../probes/credentials.js';
import { defineRule, type FindingOf } from '../rule.js';

export const securitySessionNotAuth = defineRule('security-session-not-auth', {
  reads: { inSession: sessionWithoutCredential, wrongCredentials },
  judge({ inSession, wrongCredentials: { missing, wrong } }, { failIfAny, skip }) {
    if (missing === null) return skip('open', []);
    if (inSession.sessionId === null) return skip('noSession', []);
    if (inSession.asked.length === 0) return skip('noCredential', []);
    if (missing.kind === 'result') return skip('neverChecked', missing.atHttp());
    const opened = [missing, wrong[0]?.odd];
    const findings = inSession.asked.flatMap(({ credential, odd }, index): FindingOf<'security-session-not-auth'>[] => {
      // What is wrong outside of a session as well is the finding of another rule.
      if (opened[index]?.http?.status !== 401) return [];
      if (odd.kind === 'result')
        return [{ key: 'served', at: [odd.atRequest(), odd.at('/result')], data: { credential } }];
      const status = odd.http?.status;
      if (status === undefined || status === 401) return [];
      return [{ key: 'status', at: odd.atHttp(), data: { credential, status } }];
    });
    const any = wrong.find(({ odd }) => odd.kind === 'result');
    if (findings.length === 0 && any !== undefined) return skip('anyCredential', any.odd.atHttp());
    return failIfAny(findings, ...inSession.asked.map(({ odd }) => odd.atHttp()));
  },
});
