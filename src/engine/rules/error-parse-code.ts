import { brokenJson } from '../probes/broken-input.js';
import { wasRejected } from '../recording/exchange.js';
import { defineRule } from '../rule.js';
import { found } from '../views/found.js';

export const errorParseCode = defineRule('error-parse-code', {
  reads: { brokenJson },
  judge({ brokenJson: { odd } }, { fail, pass, skip }) {
    if (odd.kind === 'error') {
      const { code } = odd.error;
      if (code === -32700 || !Number.isInteger(code)) return pass(odd.at('/error/code'));
      return fail('code', odd.at('/error/code'), { code: found(code) });
    }
    const isAllowed = wasRejected(odd) || (odd.http === null && odd.kind === 'unanswered' && odd.end === 'silent');
    return skip(isAllowed ? 'noError' : 'notRefused', odd.at());
  },
});
