import { lengthOf, vendorMetadata } from '../probes/vendor-metadata.js';
import { defineRule } from '../rule.js';
import { noAnswer } from '../views/answer.js';
import { found } from '../views/found.js';

export const lifecycleMetaTolerance = defineRule('lifecycle-meta-tolerance', {
  reads: { probe: vendorMetadata },
  judge({ probe: { method, member, plain, odd } }, { fail, pass }) {
    const missing = noAnswer(odd);
    if (missing?.key === 'ended') return fail('ended', missing.at, { method, exit: missing.data.exit });
    if (missing?.key === 'silent') return fail('silent', missing.at, { method, seconds: missing.data.seconds });
    if (missing !== undefined) return fail('http', missing.at, { method, status: missing.data.status });
    if (odd.kind === 'error') return fail('refused', odd.at('/error'), { method, code: found(odd.error.code) });
    const differs = member !== null && plain !== null && lengthOf(odd, member) !== lengthOf(plain, member);
    return differs ? fail('differs', [plain.at('/result'), odd.at('/result')], { method }) : pass(odd.at('/result'));
  },
});
