import { extraArgument } from '../probes/extra-argument.js';
import { defineRule } from '../rule.js';
import { reachedTool } from '../views/result-text.js';

export const securityExtraParams = defineRule('security-extra-params', {
  reads: { extra: extraArgument },
  judge({ extra }, { fail, pass, skip }) {
    if (extra === null) return skip('noTarget', []);
    const { tool, forbidden, call, after } = extra;
    if (call.end === 'closed') return fail('died', call.atRequest(), { tool });
    if (call.kind === 'unanswered') return fail('unanswered', call.atRequest(), { tool });
    if (call.kind === 'error' && call.error.code === -32603) return fail('internal', call.at('/error'), { tool });
    if (forbidden && reachedTool(call)) return fail('accepted', call.at('/result'), { tool });
    if (after.kind !== 'result') return fail('deaf', after.atRequest(), { tool });
    return pass(call.at());
  },
});
