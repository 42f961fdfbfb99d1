import { withoutSession } from '../probes/odd-session.js';
import { defineRule } from '../rule.js';

export const transportSessionId = defineRule('transport-session-id', {
  reads: { withoutSession },
  judge({ withoutSession: { odd } }, { pass, fail, skip }) {
    if (odd === null) return skip('noSession', []);
    if (odd.http === null) return fail('unanswered', odd.atRequest());
    const { status } = odd.http;
    if (odd.kind === 'result' && status < 300) return skip('notRequired', odd.at('/result'));
    return status === 400 ? pass(odd.atHttp()) : fail('status', odd.atHttp(), { status });
  },
});
