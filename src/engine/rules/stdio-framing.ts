import { defineRule, type FindingOf } from '../rule.js';
import { MAXIMUM_MESSAGE_BYTES } from '../transport/connection.js';
import { type OutputLine, standardOutput } from '../views/stdout.js';

/** More lines than this are counted, not shown. */
const MOST_SHOWN = 8;

export const stdioFraming = defineRule('stdio-framing', {
  reads: { output: standardOutput },
  judge({ output: { lines, split, unterminated } }, { failIfAny, warn, skip }) {
    const [first] = lines;
    const header = lines.find(({ kind }) => kind === 'header');
    const findings: FindingOf<'stdio-framing'>[] =
      header === undefined
        ? lines.flatMap(findingsOf)
        : [{ key: 'headers', at: header.at, data: { header: header.text.split(':')[0] ?? '' } }];
    for (const { first, last, at } of split) findings.push({ key: 'split', at, data: { first, last } });
    if (header === undefined) for (const { at } of unterminated) findings.push({ key: 'unterminated', at });
    if (findings.length > MOST_SHOWN) {
      const rest = findings.splice(MOST_SHOWN);
      findings.push({ key: 'more', at: [], data: { count: rest.length } });
    }
    const blank = lines.filter(({ kind }) => kind === 'blank');
    if (findings.length > 0) return failIfAny(findings);
    if (first === undefined) return skip('nothing', []);
    return blank[0] === undefined ? failIfAny([], first.at) : warn('blank', blank[0].at, { count: blank.length });
  },
});

function findingsOf({ kind, at, number: line, text, messages, during }: OutputLine): FindingOf<'stdio-framing'>[] {
  if (kind === 'too-long') return [{ key: 'tooLong', at, data: { line, limit: MAXIMUM_MESSAGE_BYTES } }];
  if (kind === 'several') return [{ key: 'several', at, data: { line, count: messages } }];
  if (kind !== 'foreign') return [];
  const shown = text.slice(0, 80);
  if (during === undefined) return [{ key: 'foreign', at, data: { line, text: shown } }];
  return [{ key: 'foreignDuring', at, data: { line, text: shown, method: during } }];
}
