import { unicodeId } from '../probes/unicode-id.js';
import { defineRule, type FindingOf } from '../rule.js';
import { exitOf, secondsOf } from '../views/closing.js';
import { found } from '../views/found.js';
import { standardOutput } from '../views/stdout.js';

const MOST_SHOWN = 5;

export const stdioUnicode = defineRule('stdio-unicode', {
  reads: { unicodeId, output: standardOutput },
  judge({ unicodeId: { sent, plain, odd }, output }, { pass, fail, failIfAny, skip }) {
    const invalid = output.lines.flatMap(({ invalidAt, number: line, at }): FindingOf<'stdio-unicode'>[] =>
      invalidAt === undefined ? [] : [{ key: 'invalid', at, data: { offset: invalidAt, line } }],
    );
    if (invalid.length > 0) return failIfAny(invalid.slice(0, MOST_SHOWN));
    if (odd.end === 'closed') return fail('ended', odd.atRequest(), { exit: exitOf(odd.connection) });
    if (plain.kind !== 'result' || !plain.idMatches) return skip('noEcho', plain.at('/id'));
    if (odd.kind === 'unanswered') return fail('silent', odd.atRequest(), { seconds: secondsOf(odd.waitedMs) });
    if (odd.kind === 'refused' || odd.idMatches) return pass(odd.at('/id'));
    return fail('mangled', odd.at('/id'), { sent, received: found(odd.message['id']) });
  },
});
