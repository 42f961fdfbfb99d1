import { defineRule } from '../rule.js';
import { found } from '../views/found.js';
import { initializeResult } from '../views/initialize-result.js';

export const lifecycleInstructions = defineRule('lifecycle-instructions', {
  reads: { initialized: initializeResult },
  judge({ initialized }, { fail, pass, skip }) {
    const { instructions } = initialized.result;
    const at = initialized.at('/instructions');
    if (instructions === undefined) return skip('absent', initialized.at());
    return typeof instructions === 'string' ? pass(at) : fail('type', at, { type: found(instructions) });
  },
});
