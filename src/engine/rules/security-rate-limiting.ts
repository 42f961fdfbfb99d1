import { callBurst } from '../probes/call-burst.js';
import { defineRule } from '../rule.js';

export const securityRateLimiting = defineRule('security-rate-limiting', {
  reads: { burst: callBurst },
  judge({ burst }, { fail, pass, skip, warn }) {
    if (burst === null) return skip('noTarget', []);
    const { tool, calls, after } = burst;
    const lost = calls.find((call) => call.end === 'closed');
    if (lost !== undefined) return fail('died', lost.atRequest(), { tool, calls: calls.length });
    const unanswered = calls.filter((call) => call.kind === 'unanswered');
    const [silent] = unanswered;
    if (silent !== undefined) {
      return fail('unanswered', silent.atRequest(), { tool, calls: calls.length, unanswered: unanswered.length });
    }
    if (after.kind !== 'result') return fail('deaf', after.atRequest(), { tool, calls: calls.length });
    const limited = calls.find((call) => call.kind === 'refused' || call.kind === 'error');
    // A black box cannot tell a limit above this burst from none: the text asks for a limit, not for a number.
    return limited === undefined ? warn('noLimit', [], { tool, calls: calls.length }) : pass(limited.at());
  },
});
