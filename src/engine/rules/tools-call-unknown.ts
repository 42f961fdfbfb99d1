import { isJsonObject } from '../json.js';
import { missingParams, unknownTool } from '../probes/wrong-requests.js';
import { defineRule } from '../rule.js';
import { noAnswer } from '../views/answer.js';
import { found } from '../views/found.js';

export const toolsCallUnknown = defineRule('tools-call-unknown', {
  reads: { unknownTool, missingParams },
  judge({ unknownTool: { name: tool, odd }, missingParams: other }, { fail, pass, skip, warn }) {
    const missing = noAnswer(odd);
    if (missing?.key === 'ended') return fail('ended', missing.at, { tool, exit: missing.data.exit });
    if (missing?.key === 'silent') return fail('silent', missing.at, { tool, seconds: missing.data.seconds });
    if (missing !== undefined) return fail('http', missing.at, { tool, status: missing.data.status });
    if (odd.kind === 'error') {
      const { code } = odd.error;
      const at = odd.at('/error/code');
      // The same code also says that the method is unknown, which any other call shows.
      const isUnknownMethod = code === -32601 && other?.odd.kind === 'error' && other.odd.error.code === -32601;
      if (isUnknownMethod) return skip('notServed', at);
      return code === -32602 ? pass(at) : warn('code', at, { code: found(code) });
    }
    const isError = odd.kind === 'result' && isJsonObject(odd.result) && odd.result['isError'] === true;
    return isError ? warn('isError', odd.at('/result/isError')) : fail('result', odd.at('/result'), { tool });
  },
});
