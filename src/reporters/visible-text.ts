/**
 * Characters that steer a terminal or a reader's eye instead of being seen: controls, format characters (direction,
 * zero width, tags), line and paragraph separators, lone surrogates, blank letters and variation selectors that can
 * carry hidden text.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]|[\u{e0100}-\u{e01ef}]/gu;

const NAMED = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return code <= 0xff ? `\\x${hex.padStart(2, '0')}` : `\\u{${hex}}`;
}

/** The text on one line, with each character that cannot be seen as itself written as an escape. */
export function visibleLine(text: string): string {
  return text.replace(UNSEEN, (character) => NAMED.get(character) ?? escaped(character));
}

/** Like `visibleLine`, line by line: line breaks divide, and a tab is two spaces. */
export function visibleLines(text: string): string[] {
  return text.split(/\r?\n/).map((line) => visibleLine(line.replaceAll('\t', '  ')));
}
