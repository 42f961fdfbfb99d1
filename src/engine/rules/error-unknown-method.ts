import { unknownMethod } from '../probes/unknown-method.js';
import { defineRule } from '../rule.js';
import { noAnswer } from '../views/answer.js';

export const errorUnknownMethod = defineRule('error-unknown-method', {
  reads: { unknownMethod },
  judge({ unknownMethod: { method, odd } }, { fail, pass, skip }) {
    if (odd.kind === 'result') return fail('result', odd.at('/result'), { method });
    const missing = noAnswer(odd);
    if (missing === undefined) return pass(odd.at('/error'));
    if (missing.key === 'silent') return fail('silent', missing.at, { method, seconds: missing.data.seconds });
    if (missing.key === 'http') return fail('accepted', missing.at, { method, status: missing.data.status });
    return odd.http === null && odd.connection.transport === 'stdio'
      ? skip('ended', missing.at, { method })
      : fail('silent', missing.at, { method, seconds: 0 });
  },
});
