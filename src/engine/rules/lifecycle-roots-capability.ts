import { isJsonObject } from '../json.js';
import { defineRule } from '../rule.js';
import { declares } from '../session.js';
import { conversation } from '../views/conversation.js';
import { initializeResult } from '../views/initialize-result.js';
import { requestsBeyond } from '../views/server-traffic.js';

export const lifecycleRootsCapability = defineRule('lifecycle-roots-capability', {
  reads: { said: conversation, initialized: initializeResult },
  judge({ said, initialized }, { fail, pass, warn }) {
    const [asked] = requestsBeyond(said, 'roots', 'roots/list');
    if (asked !== undefined) return fail('asked', asked.at('/method'));
    const { capabilities } = initialized.result;
    const isDeclared = isJsonObject(capabilities) && declares(capabilities, 'roots');
    return isDeclared ? warn('declared', initialized.at('/capabilities/roots')) : pass(initialized.at('/capabilities'));
  },
});
