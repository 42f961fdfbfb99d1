import { endSession } from '../probes/end-session.js';
import { defineRule } from '../rule.js';
import { isSuccess } from '../views/http-answers.js';

export const transportDelete = defineRule('transport-delete', {
  reads: { endSession },
  judge({ endSession: { end, after } }, { pass, fail, skip }) {
    if (end === null || after === null) return skip('noSession', []);
    if (end.http === null) return skip('noAnswer', end.atRequest());
    const { status: deleteStatus } = end.http;
    if (deleteStatus === 405) return skip('notAllowed', end.atHttp());
    if (!isSuccess(end)) return fail('refused', end.atHttp(), { status: deleteStatus });
    if (after.kind === 'result') return fail('alive', [end.atHttp(), after.at('/result')], { deleteStatus });
    const status = after.http?.status ?? 0;
    if (status === 404) return pass(end.atHttp(), after.atHttp());
    return fail('status', [end.atHttp(), after.atHttp()], { deleteStatus, status });
  },
});
