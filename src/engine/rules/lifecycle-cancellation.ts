import { lateCancellation } from '../probes/inbound-notifications.js';
import { defineRule } from '../rule.js';
import { noAnswer } from '../views/answer.js';
import { methodOf } from '../views/http-answers.js';

export const lifecycleCancellation = defineRule('lifecycle-cancellation', {
  reads: { probe: lateCancellation },
  judge({ probe: { cancellations, after } }, { fail, pass, warn }) {
    const method = methodOf(after);
    const at = cancellations.map((cancellation) => cancellation.atRequest());
    const missing = noAnswer(after);
    if (missing?.key === 'ended') return fail('ended', at, missing.data);
    if (missing?.key === 'silent')
      return fail('silent', [...at, missing.at], { method, seconds: missing.data.seconds });
    if (after.kind !== 'result') return fail('broken', [...at, after.at()], { method });
    const refused = cancellations.find(({ http }) => http !== null && http.status >= 300);
    if (refused?.http == null) return pass(...at);
    const { status } = refused.http;
    return status >= 500 ? fail('failed', refused.atHttp(), { status }) : warn('refused', refused.atHttp(), { status });
  },
});
