import { isJsonObject } from '../json.js';
import { unknownMethod } from '../probes/unknown-method.js';
import { undeclaredMethods } from '../probes/wrong-requests.js';
import { wasRejected } from '../recording/exchange.js';
import { defineRule, type FindingOf } from '../rule.js';
import { noAnswer } from '../views/answer.js';
import { found } from '../views/found.js';
import { initializeResult } from '../views/initialize-result.js';

export const errorCapabilityGated = defineRule('error-capability-gated', {
  reads: { undeclaredMethods, unknownMethod, initialized: initializeResult },
  judge({ undeclaredMethods, unknownMethod: { odd: unknown }, initialized }, { failIfAny, skip }) {
    const { capabilities } = initialized.result;
    if (!isJsonObject(capabilities)) return skip('unreadable', initialized.at());
    // A capability that is there in another form is declared, in the wrong way.
    const tried = undeclaredMethods.tried.filter(({ capability }) => capabilities[capability] === undefined);
    if (tried.length === 0) return skip('allDeclared', []);
    if (!wasRejected(unknown)) return skip('unknownMethod', unknown.at());
    const unknownCode = unknown.kind === 'error' ? unknown.error.code : undefined;
    const findings = tried.flatMap(({ capability, method, odd }): FindingOf<'error-capability-gated'>[] => {
      const data = { capability, method };
      const missing = noAnswer(odd);
      if (missing !== undefined) {
        return [
          {
            key: missing.key,
            at: missing.at,
            data: { ...data, ...missing.data },
          } as FindingOf<'error-capability-gated'>,
        ];
      }
      if (odd.kind === 'result')
        return [{ key: isEmptyList(odd.result) ? 'empty' : 'served', at: odd.at('/result'), data }];
      if (odd.kind !== 'error') return [];
      const { code } = odd.error;
      // A server whose unknown methods have another code has one fault, and error-method-code reports it.
      if (code === -32601 || code === unknownCode || !Number.isInteger(code)) return [];
      return [{ key: 'code', at: odd.at('/error/code'), data: { ...data, code: found(code) } }];
    });
    return failIfAny(findings, ...tried.map(({ odd }) => odd.at()));
  },
});

function isEmptyList(result: unknown): boolean {
  return isJsonObject(result) && Object.values(result).some((value) => Array.isArray(value) && value.length === 0);
}
