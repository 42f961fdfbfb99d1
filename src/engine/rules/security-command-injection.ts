import { shellTexts } from '../probes/hostile-texts.js';
import { defineRule } from '../rule.js';
import { executedCalls, judgeInjection } from '../views/injection.js';

export const securityCommandInjection = defineRule('security-command-injection', {
  reads: { texts: shellTexts },
  judge: ({ texts }, verdicts) => judgeInjection(texts, executedCalls(texts), verdicts),
});
