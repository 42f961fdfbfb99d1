import { unknownMethod } from '../probes/unknown-method.js';
import { defineRule } from '../rule.js';
import { found } from '../views/found.js';

export const errorMethodCode = defineRule('error-method-code', {
  reads: { unknownMethod },
  judge({ unknownMethod: { method, odd } }, { fail, pass, skip }) {
    if (odd.kind !== 'error') return skip('noError', odd.at(), { method });
    const { code } = odd.error;
    // A code that is no integer is the finding of lifecycle-jsonrpc.
    if (code === -32601 || !Number.isInteger(code)) return pass(odd.at('/error/code'));
    return fail('code', odd.at('/error/code'), { method, code: found(code) });
  },
});
