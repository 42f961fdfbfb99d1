import { brokenJson } from '../probes/broken-input.js';
import { unknownMethod } from '../probes/unknown-method.js';
import { missingParams } from '../probes/wrong-requests.js';
import { defineRule } from '../rule.js';
import { errorTexts, privateAddressIn } from '../views/error-texts.js';

export const securityErrorNoInternalIp = defineRule('security-error-no-internal-ip', {
  // The probes are read so that they are sent: each provokes another kind of error.
  reads: { texts: errorTexts, unknownMethod, missingParams, brokenJson },
  judge({ texts }, { failIfAny, skip }) {
    if (texts.length === 0) return skip('noErrors', []);
    const findings = texts.flatMap(({ text, at }) => {
      const address = privateAddressIn(text);
      return address === undefined ? [] : [{ key: 'address' as const, at, data: { address } }];
    });
    return failIfAny(findings, ...texts.slice(0, 5).map(({ at }) => at));
  },
});
