const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
const WITHOUT_WIDTH = /\p{Mn}|\p{Me}/u;

/** Columns that a terminal uses for the text, which holds no control characters. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) {
    if (WIDE.test(character)) columns += 2;
    else if (!WITHOUT_WIDTH.test(character)) columns += 1;
  }
  return columns;
}

export function padEnd(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - columnsOf(text)));
}

/** At most `length` code points; what is left out is counted in words. */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  const characters = Array.from(text);
  if (characters.length <= length) return text;
  const left = (characters.length - length).toLocaleString('en-US');
  return `${characters.slice(0, length).join('')}… (${left} more characters)`;
}

function split(word: string, columns: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const character of word) {
    const width = columnsOf(character);
    if (used + width > columns && piece !== '') {
      pieces.push(piece);
      piece = '';
      used = 0;
    }
    piece += character;
    used += width;
  }
  return [...pieces, piece];
}

/** Breaks one line at its spaces into lines of at most `columns`; a word that is longer is broken within. */
export function wrap(line: string, columns: number): string[] {
  const indent = ' '.repeat(Math.min(line.length - line.trimStart().length, 8));
  const room = Math.max(8, columns - indent.length);
  const lines: string[] = [];
  let current = '';
  for (const word of line
    .trim()
    .split(/ +/)
    .flatMap((each) => split(each, room))) {
    const candidate = current === '' ? word : `${current} ${word}`;
    if (columnsOf(candidate) <= room) {
      current = candidate;
      continue;
    }
    lines.push(current);
    current = word;
  }
  return [...lines, current].map((each) => indent + each);
}
