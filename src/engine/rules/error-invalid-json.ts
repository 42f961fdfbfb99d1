import { brokenJson } from '../probes/broken-input.js';
import { defineRule } from '../rule.js';
import { exitOf } from '../views/closing.js';
import { isSuccess, methodOf } from '../views/http-answers.js';

export const errorInvalidJson = defineRule('error-invalid-json', {
  reads: { brokenJson },
  judge({ brokenJson: { odd, after } }, { fail, pass }) {
    if (odd.kind === 'result') return fail('served', odd.at('/result'));
    if (odd.end === 'closed' || after.end === 'closed')
      return fail('ended', odd.atRequest(), { exit: exitOf(odd.connection) });
    if (after.kind !== 'result')
      return fail('broken', [odd.atRequest(), after.atRequest()], { method: methodOf(after) });
    if (odd.kind !== 'error' && odd.http !== null && isSuccess(odd))
      return fail('accepted', odd.atHttp(), { status: odd.http.status });
    return pass(odd.at());
  },
});
