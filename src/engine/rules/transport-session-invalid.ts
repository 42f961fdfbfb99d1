import { inventedSession, withoutSession } from '../probes/odd-session.js';
import { defineRule } from '../rule.js';

export const transportSessionInvalid = defineRule('transport-session-invalid', {
  reads: { inventedSession, withoutSession },
  judge({ inventedSession: { odd }, withoutSession: { odd: without } }, { pass, fail, skip }) {
    if (odd === null) return skip('noSession', []);
    if (without?.kind === 'result') return skip('notRequired', without.at('/result'));
    if (odd.http === null) return fail('unanswered', odd.atRequest());
    const { status } = odd.http;
    if (odd.kind === 'result') return fail('served', odd.at('/result'), { status });
    return status === 404 ? pass(odd.atHttp()) : fail('status', odd.atHttp(), { status });
  },
});
