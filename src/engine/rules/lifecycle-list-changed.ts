import { rootsChanged } from '../probes/inbound-notifications.js';
import { defineRule } from '../rule.js';
import { noAnswer } from '../views/answer.js';
import { conversation } from '../views/conversation.js';
import { methodOf } from '../views/http-answers.js';
import { initializeResult } from '../views/initialize-result.js';
import { undeclaredAnnouncements } from '../views/server-traffic.js';

export const lifecycleListChanged = defineRule('lifecycle-list-changed', {
  reads: { probe: rootsChanged, said: conversation, initialized: initializeResult },
  judge({ probe: { notification, after }, said, initialized }, { fail, failIfAny }) {
    const method = methodOf(after);
    const missing = noAnswer(after);
    if (missing?.key === 'ended') return fail('ended', notification.atRequest(), missing.data);
    if (missing?.key === 'silent')
      return fail('silent', [notification.atRequest(), missing.at], { method, seconds: missing.data.seconds });
    if (after.kind !== 'result') return fail('broken', [notification.atRequest(), after.at()], { method });
    return failIfAny(undeclaredAnnouncements(said, initialized.result['capabilities']), after.at('/result'));
  },
});
