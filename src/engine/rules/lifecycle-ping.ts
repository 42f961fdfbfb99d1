import { ping } from '../probes/ping.js';
import { defineRule } from '../rule.js';
import { noAnswer } from '../views/answer.js';
import { notEmpty } from '../views/empty-result.js';
import { found } from '../views/found.js';

export const lifecyclePing = defineRule('lifecycle-ping', {
  reads: { ping },
  judge({ ping: { ping: asked } }, { fail, failIfAny, pass }) {
    const missing = noAnswer(asked);
    if (missing !== undefined) return failIfAny([missing]);
    if (asked.kind === 'error') {
      return fail('error', asked.at('/error'), { code: found(asked.error.code), message: found(asked.error.message) });
    }
    const wrong = asked.kind === 'result' ? notEmpty(asked) : undefined;
    return wrong === undefined ? pass(asked.at('/result')) : failIfAny([wrong]);
  },
});
