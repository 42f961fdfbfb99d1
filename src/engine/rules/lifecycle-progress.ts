import { unknownNotification } from '../probes/inbound-notifications.js';
import { defineRule } from '../rule.js';
import { noAnswer } from '../views/answer.js';
import { methodOf } from '../views/http-answers.js';

export const lifecycleProgress = defineRule('lifecycle-progress', {
  reads: { probe: unknownNotification },
  judge({ probe: { notification: sent, after } }, { fail, pass }) {
    const notification = methodOf(sent);
    const method = methodOf(after);
    const missing = noAnswer(after);
    if (missing?.key === 'ended') return fail('ended', sent.atRequest(), { notification, exit: missing.data.exit });
    if (missing?.key === 'silent') {
      return fail('silent', [sent.atRequest(), missing.at], { notification, method, seconds: missing.data.seconds });
    }
    return after.kind === 'result'
      ? pass(after.at('/result'))
      : fail('broken', [sent.atRequest(), after.at()], { notification, method });
  },
});
