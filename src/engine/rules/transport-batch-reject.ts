import { isJsonObject } from '../json.js';
import { batch } from '../probes/batch.js';
import { responsesIn } from '../recording/message.js';
import { defineRule } from '../rule.js';
import { exitOf } from '../views/closing.js';
import { conversation } from '../views/conversation.js';
import { isSuccess } from '../views/http-answers.js';

export const transportBatchReject = defineRule('transport-batch-reject', {
  reads: { batch, said: conversation },
  judge({ batch: { ids, odd, after }, said }, { pass, fail }) {
    const count = ids.length;
    const served = said.messages.filter((message) =>
      responsesIn(message.reading).some(({ id, message: response }) => {
        // `result: null` beside an error is no result, and has a rule of its own.
        const isResult = 'result' in response && !(response['result'] === null && isJsonObject(response['error']));
        return isResult && (ids.some((own) => own === id) || message.incoming.exchange === odd.id);
      }),
    );
    const results = served.flatMap((message) => responsesIn(message.reading)).length;
    const [first] = served;
    if (first !== undefined) return fail('served', [odd.atRequest(), first.at()], { count, results });
    if (odd.end === 'closed' || after.end === 'closed') {
      return fail('ended', odd.atRequest(), { exit: exitOf(odd.connection) });
    }
    // An error in JSON may come with any status.
    if (isSuccess(odd) && odd.kind !== 'error')
      return fail('accepted', [odd.atRequest(), odd.atHttp()], { count, status: odd.http?.status ?? 0 });
    return pass(odd.kind === 'error' ? odd.at('/error') : odd.atRequest());
  },
});
