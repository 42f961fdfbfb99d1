import { isJsonObject } from '../json.js';
import { handshake } from '../probes/handshake.js';
import { defineRule } from '../rule.js';
import { noAnswer } from '../views/answer.js';
import { found } from '../views/found.js';
import { isSuccess } from '../views/http-answers.js';

export const lifecycleInit = defineRule('lifecycle-init', {
  reads: { handshake },
  judge({ handshake: { initialize } }, { fail, pass }) {
    if (initialize.kind === 'error') {
      const { code, message } = initialize.error;
      return fail('error', initialize.at('/error'), { code: found(code), message: found(message) });
    }
    if (initialize.kind === 'result') {
      if (isJsonObject(initialize.result)) return pass(initialize.at('/result'));
      return fail('result', initialize.at('/result'), { type: found(initialize.result) });
    }
    const missing = noAnswer(initialize);
    if (missing === undefined || missing.key === 'ended') {
      const exit = missing?.data.exit ?? '';
      return initialize.connection.exit === undefined
        ? fail('closed', initialize.atRequest())
        : fail('ended', initialize.atRequest(), { exit });
    }
    if (missing.key === 'http' && isSuccess(initialize)) {
      const { mediaType = '' } = initialize.http ?? {};
      return fail('notRpc', missing.at, {
        problem: mediaType === '' ? 'it has no content type' : `it is ${mediaType}`,
      });
    }
    return missing.key === 'silent' ? fail('silent', missing.at, missing.data) : fail('http', missing.at, missing.data);
  },
});
