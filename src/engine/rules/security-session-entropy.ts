import { endSession } from '../probes/end-session.js';
import { listen } from '../probes/listen.js';
import { defineRule } from '../rule.js';
import { sessionIds } from '../views/session-ids.js';

export const securitySessionEntropy = defineRule('security-session-entropy', {
  // The two probes open sessions, so that there are ids to compare.
  reads: { endSession, listen, ids: sessionIds },
  judge({ ids: { given, repeated, pattern, changing } }, { pass, fail, skip }) {
    const [first, second = first] = given;
    if (first === undefined || second === undefined) return skip('noSession', []);
    const odd = given.find(({ id }) => !/^[!-~]+$/.test(id));
    if (odd !== undefined) return fail('characters', odd.at, { id: odd.id });
    if (repeated !== undefined) return fail('repeated', repeated.at, { id: repeated.id });
    const at = [first.at, second.at];
    const pair = { first: first.id, second: second.id };
    if (pattern === 'counting') return fail('counting', at, { count: given.length, ...pair });
    if (pattern === 'time') return fail('time', first.at, { id: first.id });
    if (pattern === 'short') return fail('short', at, { length: changing, ...pair });
    return pass(...given.map((session) => session.at));
  },
});
