import { brokenJson } from '../probes/broken-input.js';
import { unknownMethod } from '../probes/unknown-method.js';
import { missingParams } from '../probes/wrong-requests.js';
import { defineRule } from '../rule.js';
import { errorTexts, hasStackTrace } from '../views/error-texts.js';

export const securityErrorNoStacktrace = defineRule('security-error-no-stacktrace', {
  // The probes are read so that they are sent: each provokes another kind of error.
  reads: { texts: errorTexts, unknownMethod, missingParams, brokenJson },
  judge({ texts }, { failIfAny, skip }) {
    if (texts.length === 0) return skip('noErrors', []);
    const findings = texts.filter(({ text }) => hasStackTrace(text)).map(({ at }) => ({ key: 'stack' as const, at }));
    return failIfAny(findings, ...texts.slice(0, 5).map(({ at }) => at));
  },
});
