import { secondInitialize } from '../probes/second-initialize.js';
import { defineRule } from '../rule.js';
import { noAnswer } from '../views/answer.js';
import { methodOf } from '../views/http-answers.js';

export const lifecycleReinitReject = defineRule('lifecycle-reinit-reject', {
  reads: { probe: secondInitialize },
  judge({ probe: { second, after } }, { fail, pass, skip }) {
    const missing = noAnswer(second);
    if (missing?.key === 'ended') return fail('ended', missing.at, missing.data);
    if (missing?.key === 'silent') return fail('silent', missing.at, missing.data);
    if (second.kind === 'result' && second.http !== null && second.connection.sessionId === undefined)
      return skip('noSession', second.at('/result'));
    // Over HTTP a new session may begin beside the old one.
    const session = second.http?.header('mcp-session-id');
    const isNewSession = session !== undefined && session !== second.connection.sessionId;
    if (second.kind === 'result' && !isNewSession) return fail('accepted', second.at('/result'));
    if (after.kind !== 'result') return fail('broken', [second.at(), after.atRequest()], { method: methodOf(after) });
    return pass(second.at());
  },
});
