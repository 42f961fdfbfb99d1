import { addressTexts } from '../probes/hostile-texts.js';
import { defineRule } from '../rule.js';
import { judgeInjection, metadataReplies } from '../views/injection.js';

export const securitySsrfInternal = defineRule('security-ssrf-internal', {
  reads: { texts: addressTexts },
  judge: ({ texts }, verdicts) => judgeInjection(texts, metadataReplies(texts), verdicts),
});
