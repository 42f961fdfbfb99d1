import { queryTexts } from '../probes/hostile-texts.js';
import { defineRule } from '../rule.js';
import { databaseErrors, judgeInjection, trueCondition } from '../views/injection.js';

export const securitySqlInjection = defineRule('security-sql-injection', {
  reads: { texts: queryTexts },
  judge({ texts }, verdicts) {
    const condition = trueCondition(texts);
    const effects = [...databaseErrors(texts), ...(condition === undefined ? [] : [condition])];
    return judgeInjection(texts, effects, verdicts);
  },
});
