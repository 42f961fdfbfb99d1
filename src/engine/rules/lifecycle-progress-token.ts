import { callTools } from '../probes/call-tools.js';
import { callWithoutProgress } from '../probes/call-without-progress.js';
import { defineRule } from '../rule.js';
import { conversation } from '../views/conversation.js';
import { progressFindings, progressOf } from '../views/progress.js';

export const lifecycleProgressToken = defineRule('lifecycle-progress-token', {
  // The calls give tokens, and one gives none, so that there is progress to look at.
  reads: { said: conversation, callTools, callWithoutProgress },
  judge({ said }, { failIfAny, skip }) {
    const progress = progressOf(said);
    if (progress.length === 0) return skip('none', []);
    return failIfAny(progressFindings(said), ...progress.slice(0, 3).map((message) => message.at('/params')));
  },
});
