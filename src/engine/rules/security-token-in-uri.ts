import { tokenInAddress, wrongCredentials } from '../probes/credentials.js';
import { resourceMetadata } from '../probes/resource-metadata.js';
import { defineRule } from '../rule.js';
import { protectedResource } from '../views/protected-resource.js';

export const securityTokenInUri = defineRule('security-token-in-uri', {
  reads: { tokenInAddress, wrongCredentials, resourceMetadata, resource: protectedResource },
  judge({ tokenInAddress: { member, odd }, wrongCredentials: { missing }, resource }, { pass, fail, skip }) {
    if (missing === null) return skip('open', []);
    if (missing.kind === 'result') return skip('neverChecked', missing.atHttp());
    const methods = resource.metadata?.value['bearer_methods_supported'];
    const answer = resource.metadata?.answer;
    if (answer !== undefined && Array.isArray(methods) && methods.includes('query'))
      return fail('advertised', answer.at('/bearer_methods_supported'));
    if (odd === null) return skip('noCredential', []);
    return odd.kind === 'result' ? fail('served', [odd.atRequest(), odd.atHttp()], { member }) : pass(odd.atHttp());
  },
});
