import { stringIds } from '../probes/request-ids.js';
import { defineRule, type FindingOf } from '../rule.js';
import { secondsOf } from '../views/closing.js';
import { found } from '../views/found.js';

export const lifecycleStringId = defineRule('lifecycle-string-id', {
  reads: { stringIds },
  judge({ stringIds: { tried } }, { failIfAny, skip }) {
    const isAnyId = tried.some(({ reply: { twin } }) => twin?.kind === 'result' && !twin.idMatches);
    if (isAnyId) return skip('anyId', []);
    const findings = tried.flatMap(({ id, reply }): FindingOf<'lifecycle-string-id'>[] => {
      const sent = found(id);
      if (reply.kind === 'unanswered' || reply.kind === 'refused') {
        return [{ key: 'silent', at: reply.atRequest('/id'), data: { sent, seconds: secondsOf(reply.waitedMs) } }];
      }
      if (!reply.idMatches)
        return [{ key: 'changed', at: reply.at('/id'), data: { sent, received: found(reply.message['id']) } }];
      if (reply.kind === 'error')
        return [{ key: 'refused', at: reply.at('/error'), data: { sent, code: found(reply.error.code) } }];
      return [];
    });
    return failIfAny(findings, ...tried.map(({ reply }) => reply.at('/id')));
  },
});
