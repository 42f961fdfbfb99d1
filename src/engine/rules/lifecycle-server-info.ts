import { isJsonObject } from '../json.js';
import { defineRule, type FindingOf } from '../rule.js';
import { found } from '../views/found.js';
import { initializeResult } from '../views/initialize-result.js';

export const lifecycleServerInfo = defineRule('lifecycle-server-info', {
  reads: { initialized: initializeResult },
  judge({ initialized }, { fail, failIfAny }) {
    const { serverInfo } = initialized.result;
    const at = initialized.at('/serverInfo');
    if (serverInfo === undefined) return fail('missing', initialized.at());
    if (!isJsonObject(serverInfo)) return fail('type', at, { type: found(serverInfo) });
    const findings: FindingOf<'lifecycle-server-info'>[] = [];
    for (const member of ['name', 'version', 'title', 'description', 'websiteUrl', 'icons']) {
      const value = serverInfo[member];
      const isRequired = member === 'name' || member === 'version';
      if (value === undefined && !isRequired) continue;
      if (value === undefined) findings.push({ key: 'required', at, data: { member } });
      else if (member === 'icons' ? !Array.isArray(value) : typeof value !== 'string') {
        const wanted = member === 'icons' ? 'an array' : 'text';
        findings.push({
          key: 'member',
          at: initialized.at(`/serverInfo/${member}`),
          data: { member, type: found(value), wanted },
        });
      }
    }
    return failIfAny(findings, at);
  },
});
