import { foreignOrigins } from '../probes/foreign-origin.js';
import { defineRule, type FindingOf } from '../rule.js';

/** The revision that names the status; before it, any refusal will do. */
const NAMES_STATUS = '2025-11-25';

export const securityOriginValidation = defineRule('security-origin-validation', {
  reads: { foreignOrigins },
  judge({ foreignOrigins: { revision, requests } }, { failIfAny, skip }) {
    const answered = requests.filter(({ odd }) => odd.http !== null);
    if (answered.length === 0)
      return skip(
        'noAnswer',
        requests.map(({ odd }) => odd.atRequest()),
      );
    const findings = answered.flatMap(({ origin, method, odd }): FindingOf<'security-origin-validation'>[] => {
      const status = odd.http?.status ?? 0;
      if (odd.kind === 'result')
        return [{ key: 'served', at: [odd.atRequest(), odd.atHttp()], data: { origin, method } }];
      const isRefused = status === 403 || (status >= 400 && revision < NAMES_STATUS);
      return isRefused ? [] : [{ key: 'status', at: odd.atHttp(), data: { origin, method, status } }];
    });
    return failIfAny(findings, ...answered.map(({ odd }) => odd.atHttp()));
  },
});
