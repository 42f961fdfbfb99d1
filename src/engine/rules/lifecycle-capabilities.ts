import { isJsonObject } from '../json.js';
import { defineRule, type FindingOf } from '../rule.js';
import { found } from '../views/found.js';
import { initializeResult } from '../views/initialize-result.js';

const KNOWN = ['tools', 'resources', 'prompts', 'logging', 'completions', 'experimental', 'tasks'];
const FLAGS = ['listChanged', 'subscribe'];

export const lifecycleCapabilities = defineRule('lifecycle-capabilities', {
  reads: { initialized: initializeResult },
  judge({ initialized }, { fail, failIfAny }) {
    const { capabilities } = initialized.result;
    const at = initialized.at('/capabilities');
    if (capabilities === undefined) return fail('missing', initialized.at());
    if (!isJsonObject(capabilities)) return fail('type', at, { type: found(capabilities) });
    const findings: FindingOf<'lifecycle-capabilities'>[] = [];
    for (const name of KNOWN) {
      const value = capabilities[name];
      if (value === undefined) continue;
      const place = initialized.at(`/capabilities/${name}`);
      if (!isJsonObject(value)) {
        findings.push({ key: 'member', at: place, data: { name, type: found(value) } });
        continue;
      }
      for (const flag of FLAGS) {
        const set = value[flag];
        if (set === undefined || typeof set === 'boolean') continue;
        findings.push({
          key: 'flag',
          at: initialized.at(`/capabilities/${name}/${flag}`),
          data: { name, flag, type: found(set) },
        });
      }
    }
    return failIfAny(findings, at);
  },
});
