import { numberIds } from '../probes/request-ids.js';
import { defineRule } from '../rule.js';
import { conversation } from '../views/conversation.js';
import { oneWayMessages } from '../views/notifications.js';
import { idFindings, lostIds } from '../views/reply-ids.js';

export const lifecycleIdMatch = defineRule('lifecycle-id-match', {
  reads: { said: conversation, sent: oneWayMessages, numberIds },
  judge({ said, sent, numberIds: { plain, tried } }, { failIfAny }) {
    return failIfAny(
      [...idFindings(said, sent), ...lostIds(plain, tried)],
      ...tried.map(({ reply }) => reply.at('/id')),
    );
  },
});
