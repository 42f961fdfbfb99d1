import { oversizedCall } from '../probes/oversized-call.js';
import { defineRule } from '../rule.js';

export const securityOversizedInput = defineRule('security-oversized-input', {
  reads: { oversized: oversizedCall },
  judge({ oversized }, { fail, pass, skip }) {
    if (oversized === null) return skip('noTarget', []);
    const { tool, bytes, call, after } = oversized;
    if (call.end === 'closed') return fail('died', call.atRequest(), { tool, bytes });
    if (call.kind === 'unanswered') return fail('unanswered', call.atRequest(), { tool, bytes });
    if (after.kind !== 'result') return fail('deaf', after.atRequest(), { tool, bytes });
    return pass(call.at());
  },
});
