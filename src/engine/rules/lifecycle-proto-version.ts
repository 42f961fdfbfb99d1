import { isRevision } from '../revision.js';
import { defineRule } from '../rule.js';
import { found } from '../views/found.js';
import { initializeResult } from '../views/initialize-result.js';

export const lifecycleProtoVersion = defineRule('lifecycle-proto-version', {
  reads: { initialized: initializeResult },
  judge({ initialized }, { fail, pass }) {
    const { protocolVersion } = initialized.result;
    if (protocolVersion === undefined) return fail('missing', initialized.at());
    const at = initialized.at('/protocolVersion');
    if (typeof protocolVersion !== 'string') return fail('type', at, { type: found(protocolVersion) });
    return isRevision(protocolVersion) ? pass(at) : fail('unknown', at, { version: protocolVersion });
  },
});
