import { LISTEN_LIMIT_MS, listen } from '../probes/listen.js';
import { defineRule } from '../rule.js';
import { secondsOf } from '../views/closing.js';
import { isEventStream, isSuccess } from '../views/http-answers.js';

export const transportGet = defineRule('transport-get', {
  reads: { listen },
  judge({ listen: { stream } }, { pass, fail, skip }) {
    const { http } = stream;
    if (http === null) {
      if (stream.end !== 'silent') return skip('noAnswer', stream.atRequest());
      return fail('noHeaders', stream.atRequest(), { seconds: secondsOf(LISTEN_LIMIT_MS) });
    }
    if (http.status === 405 || isEventStream(stream)) return pass(stream.atHttp());
    if (!isSuccess(stream) || http.header('content-type') === undefined)
      return fail('status', stream.atHttp(), { status: http.status });
    const contentType = http.header('content-type') ?? '';
    return fail('type', stream.atHttp(), { status: http.status, contentType });
  },
});
