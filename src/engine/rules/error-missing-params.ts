import { isJsonObject } from '../json.js';
import { missingParams } from '../probes/wrong-requests.js';
import { defineRule, type FindingOf } from '../rule.js';
import { noAnswer } from '../views/answer.js';
import { found } from '../views/found.js';

export const errorMissingParams = defineRule('error-missing-params', {
  reads: { missingParams },
  judge({ missingParams: probe }, { fail, failIfAny, pass, skip }) {
    if (probe === null) return skip('nothing', []);
    const { method, missing: member, odd } = probe;
    const missing = noAnswer(odd);
    if (missing !== undefined) {
      const { key, at, data } = missing;
      const finding = { key, at, data: { method, member, ...data } } as FindingOf<'error-missing-params'>;
      return failIfAny([finding]);
    }
    if (odd.kind === 'result') {
      const isError = isJsonObject(odd.result) && odd.result['isError'] === true;
      return fail(isError ? 'isError' : 'result', odd.at('/result'), { method, member });
    }
    if (odd.kind !== 'error') return pass();
    const { code } = odd.error;
    const at = odd.at('/error/code');
    if (code === -32601) return skip('notServed', at, { method });
    if (code === -32602 || !Number.isInteger(code)) return pass(at);
    return fail('code', at, { method, member, code: found(code) });
  },
});
