import { isJsonObject } from '../json.js';
import { defineRule } from '../rule.js';
import { declares } from '../session.js';
import { conversation } from '../views/conversation.js';
import { initializeResult } from '../views/initialize-result.js';
import { requestsBeyond } from '../views/server-traffic.js';

export const lifecycleElicitationCapability = defineRule('lifecycle-elicitation-capability', {
  reads: { said: conversation, initialized: initializeResult },
  judge({ said, initialized }, { fail, pass, warn }) {
    const [asked] = requestsBeyond(said, 'elicitation', 'elicitation/create');
    if (asked !== undefined) return fail('asked', asked.at('/method'));
    const { capabilities } = initialized.result;
    const isDeclared = isJsonObject(capabilities) && declares(capabilities, 'elicitation');
    return isDeclared
      ? warn('declared', initialized.at('/capabilities/elicitation'))
      : pass(initialized.at('/capabilities'));
  },
});
