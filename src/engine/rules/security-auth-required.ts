import { wrongCredentials } from '../probes/credentials.js';
import { defineRule } from '../rule.js';

export const securityAuthRequired = defineRule('security-auth-required', {
  reads: { wrongCredentials },
  judge({ wrongCredentials: { missing, host, loopback, opening } }, { pass, fail, skip }) {
    if (missing === null) return loopback ? skip('local', opening.atHttp()) : fail('open', opening.atHttp(), { host });
    if (missing.kind === 'result') return fail('ignored', [missing.atRequest(), missing.atHttp()]);
    if (missing.http === null) return skip('noAnswer', missing.atRequest());
    const { status } = missing.http;
    return status === 401 ? pass(missing.atHttp()) : fail('status', missing.atHttp(), { status });
  },
});
