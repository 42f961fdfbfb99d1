import { isJsonObject } from '../json.js';
import { garbageCursors } from '../probes/wrong-requests.js';
import { defineRule, type FindingOf } from '../rule.js';
import { noAnswer } from '../views/answer.js';
import { found } from '../views/found.js';

export const errorInvalidCursor = defineRule('error-invalid-cursor', {
  reads: { garbageCursors },
  judge({ garbageCursors: { hasLists, tried } }, { failIfAny, skip }) {
    if (tried.length === 0) return skip(hasLists ? 'unread' : 'noList', []);
    const findings = tried.flatMap(({ method, odd }): FindingOf<'error-invalid-cursor'>[] => {
      const missing = noAnswer(odd);
      if (missing !== undefined) {
        return [
          { key: missing.key, at: missing.at, data: { method, ...missing.data } } as FindingOf<'error-invalid-cursor'>,
        ];
      }
      if (odd.kind === 'result')
        return [{ key: 'ignored', at: odd.at('/result'), data: { method, count: entriesIn(odd.result) } }];
      if (odd.kind !== 'error') return [];
      const { code } = odd.error;
      if (code === -32602 || !Number.isInteger(code)) return [];
      return [{ key: 'code', at: odd.at('/error/code'), data: { method, code: found(code) } }];
    });
    return failIfAny(findings, ...tried.map(({ odd }) => odd.at('/error')));
  },
});

function entriesIn(result: unknown): number {
  const list = isJsonObject(result) ? Object.values(result).find(Array.isArray) : undefined;
  return Array.isArray(list) ? list.length : 0;
}
