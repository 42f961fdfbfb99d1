import { setLogLevels } from '../probes/set-log-levels.js';
import { defineRule, type FindingOf } from '../rule.js';
import { secondsOf } from '../views/closing.js';
import { notEmpty } from '../views/empty-result.js';
import { found } from '../views/found.js';

export const lifecycleLogging = defineRule('lifecycle-logging', {
  reads: { setLogLevels },
  judge({ setLogLevels: { levels } }, { fail, failIfAny }) {
    const [first] = levels;
    const refusals = levels.flatMap(({ set }) => (set.kind === 'error' ? [set.error.code] : []));
    if (first?.set.kind === 'error' && refusals.length === levels.length) {
      return fail('notServed', first.set.at('/error'), { code: found(first.set.error.code) });
    }
    const seen = new Set<string>();
    const findings = levels.flatMap(({ level, set }): FindingOf<'lifecycle-logging'>[] => {
      if (set.kind === 'error') {
        return [
          {
            key: 'level',
            at: set.at('/error'),
            data: { level, code: found(set.error.code), message: found(set.error.message) },
          },
        ];
      }
      if (set.kind !== 'result')
        return [{ key: 'silent', at: set.atRequest(), data: { level, seconds: secondsOf(set.waitedMs) } }];
      const wrong = notEmpty(set);
      // The same result for each level is one finding.
      if (wrong === undefined || seen.has(wrong.key)) return [];
      seen.add(wrong.key);
      return [wrong];
    });
    return failIfAny(findings, ...levels.map(({ set }) => set.at('/result')));
  },
});
