import { invalidRequests } from '../probes/broken-input.js';
import { defineRule, type FindingOf } from '../rule.js';
import { exitOf } from '../views/closing.js';
import { isSuccess, methodOf } from '../views/http-answers.js';

export const errorInvalidJsonrpc = defineRule('error-invalid-jsonrpc', {
  reads: { invalidRequests },
  judge({ invalidRequests: { odd, after } }, { fail, failIfAny }) {
    const lost = odd.find(({ odd: message }) => message.end === 'closed');
    if (lost !== undefined)
      return fail('ended', lost.odd.atRequest(), { defect: lost.what, exit: exitOf(lost.odd.connection) });
    const [last] = odd.slice(-1);
    if (after.kind !== 'result' && last !== undefined) {
      const at = odd.map(({ odd: message }) => message.atRequest());
      if (after.end === 'closed') return fail('ended', at, { defect: last.what, exit: exitOf(after.connection) });
      return fail('broken', [...at, after.atRequest()], { defect: last.what, method: methodOf(after) });
    }
    const findings = odd.flatMap(({ what: defect, odd: message }): FindingOf<'error-invalid-jsonrpc'>[] => {
      if (message.kind === 'result') return [{ key: 'served', at: message.at('/result'), data: { defect } }];
      const isAccepted = message.kind === 'unanswered' && message.http !== null && isSuccess(message);
      return isAccepted
        ? [{ key: 'accepted', at: message.atHttp(), data: { defect, status: message.http?.status ?? 0 } }]
        : [];
    });
    return failIfAny(findings, ...odd.map(({ odd: message }) => message.at()));
  },
});
