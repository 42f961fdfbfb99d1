import { afterUnknownMethod } from '../probes/after-unknown-method.js';
import { defineRule } from '../rule.js';
import { exitOf, secondsOf } from '../views/closing.js';

export const stdioUnknownMethodRecovers = defineRule('stdio-unknown-method-recovers', {
  reads: { afterUnknownMethod },
  judge({ afterUnknownMethod: { method, unknown, next, after } }, { pass, fail }) {
    if (unknown.end === 'closed' || after.end === 'closed') {
      return fail('ended', unknown.atRequest(), { method, exit: exitOf(unknown.connection) });
    }
    if (after.kind === 'result') return pass(after.at('/result'));
    if (after.kind === 'unanswered')
      return fail('silent', [unknown.atRequest(), after.atRequest()], {
        method,
        next,
        seconds: secondsOf(after.waitedMs),
      });
    return fail('refused', [unknown.atRequest(), after.at('/error')], { method, next });
  },
});
