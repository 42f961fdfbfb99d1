import { invalidRequests, WITHOUT_METHOD } from '../probes/broken-input.js';
import { wasRejected } from '../recording/exchange.js';
import { defineRule } from '../rule.js';
import { found } from '../views/found.js';

export const errorInvalidRequestCode = defineRule('error-invalid-request-code', {
  reads: { invalidRequests },
  judge({ invalidRequests: { odd: all } }, { fail, pass, skip }) {
    const tried = all.find(({ what }) => what === WITHOUT_METHOD);
    if (tried === undefined) return skip('notRefused', []);
    const { odd, what: defect } = tried;
    if (odd.kind === 'error') {
      const { code } = odd.error;
      if (code === -32600 || !Number.isInteger(code)) return pass(odd.at('/error/code'));
      return fail('code', odd.at('/error/code'), { defect, code: found(code) });
    }
    const isAllowed = wasRejected(odd) || (odd.http === null && odd.kind === 'unanswered' && odd.end === 'silent');
    return skip(isAllowed ? 'noError' : 'notRefused', odd.at());
  },
});
