import { isJsonObject } from '../json.js';
import { completeArguments } from '../probes/complete-arguments.js';
import { wasRejected } from '../recording/exchange.js';
import { defineRule } from '../rule.js';
import { secondsOf } from '../views/closing.js';
import { completionFindings } from '../views/completion-findings.js';
import { found } from '../views/found.js';

export const lifecycleCompletions = defineRule('lifecycle-completions', {
  reads: { completeArguments },
  judge({ completeArguments: { unread, completions } }, { fail, failIfAny, skip }) {
    const [first] = completions;
    if (first === undefined) return skip(unread ? 'unread' : 'nothing', []);
    const notKnown = completions.find(({ reply }) => reply.kind === 'error' && reply.error.code === -32601);
    if (notKnown !== undefined) return fail('notServed', notKnown.reply.at('/error'), { code: -32601 });
    const silent = completions.find(({ reply }) => reply.kind === 'unanswered' || reply.kind === 'refused');
    if (silent !== undefined) {
      return fail('silent', silent.reply.atRequest(), {
        reference: silent.reference,
        seconds: secondsOf(silent.reply.waitedMs),
      });
    }
    const findings = completions.flatMap(({ reference, reply }) =>
      reply.kind === 'result' ? completionFindings(reference, reply) : [],
    );
    if (findings.length > 0) return failIfAny(findings);
    const failed = completions.find(({ reply }) => reply.kind === 'error' && reply.error.code !== -32602);
    if (failed?.reply.kind === 'error') {
      const { code, message } = failed.reply.error;
      return fail('error', failed.reply.at('/error'), {
        reference: failed.reference,
        code: found(code),
        message: found(message),
      });
    }
    const served = completions.filter(({ reply }) => reply.kind === 'result' && isJsonObject(reply.result));
    if (served.length === 0 && wasRejected(first.reply))
      return skip('refused', first.reply.at('/error'), { reference: first.reference });
    return failIfAny([], ...served.map(({ reply }) => reply.at('/result/completion')));
  },
});
