import { pathTexts } from '../probes/hostile-texts.js';
import { defineRule } from '../rule.js';
import { judgeInjection, systemFiles } from '../views/injection.js';

export const securityPathTraversal = defineRule('security-path-traversal', {
  reads: { texts: pathTexts },
  judge: ({ texts }, verdicts) => judgeInjection(texts, systemFiles(texts), verdicts),
});
