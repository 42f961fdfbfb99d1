import type { SourceRange } from '../engine/target.js';

/** A text with its lines, to turn offsets into editor positions. All offsets are UTF-16 units of `text`. */
export interface SourceText {
  /** Without a byte order mark: editors hide it, so positions do not count it. */
  text: string;
  hasByteOrderMark: boolean;
  range(start: number, end: number): SourceRange;
  /** The line at an offset, counted from one. */
  lineNumber(offset: number): number;
}

const BYTE_ORDER_MARK = '\uFEFF';

/** Lines end with LF, CRLF or a lone CR, as in editors. */
export function sourceText(fileText: string): SourceText {
  const hasByteOrderMark = fileText.startsWith(BYTE_ORDER_MARK);
  const text = hasByteOrderMark ? fileText.slice(1) : fileText;
  const lineStarts = startsOfLines(text);
  const lineAt = (offset: number): number => {
    let low = 0;
    let high = lineStarts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((lineStarts[middle] ?? 0) <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  };
  const position = (offset: number) => {
    const line = lineAt(offset);
    return { line, character: offset - (lineStarts[line] ?? 0) };
  };
  return {
    text,
    hasByteOrderMark,
    range: (start, end) => ({ start: position(start), end: position(Math.max(start, end)) }),
    lineNumber: (offset) => lineAt(offset) + 1,
  };
}

function startsOfLines(text: string): number[] {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\n|\r/g)) {
    starts.push(match.index + match[0].length);
  }
  return starts;
}
