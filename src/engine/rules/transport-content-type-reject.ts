import { oddContentType } from '../probes/odd-content-type.js';
import { defineRule } from '../rule.js';

export const transportContentTypeReject = defineRule('transport-content-type-reject', {
  reads: { oddContentType },
  judge({ oddContentType: { contentType, odd } }, { pass, fail }) {
    if (odd.kind !== 'result') return pass(odd.atHttp());
    return fail('served', [odd.atRequest(), odd.at('/result')], { contentType, status: odd.http?.status ?? 0 });
  },
});
