import type { Letter } from '../engine/report.js';

type Paint = (text: string) => string;

export interface TerminalStyle {
  bold: Paint;
  dim: Paint;
  red: Paint;
  yellow: Paint;
  green: Paint;
  blue: Paint;
  /** The letter of a grade as a coloured tile; without colour, in brackets. */
  tile(letter: Letter | null): string;
}

// Select Graphic Rendition, ECMA-48 section 8.3.117. Each style is ended by its own code, so that styles nest.
function sgr(start: string, end: string): Paint {
  return (text) => (text === '' ? '' : `\u001b[${start}m${text}\u001b[${end}m`);
}

const TILE_COLOURS: Record<Letter, string> = { A: '42', B: '46', C: '43', D: '45', F: '41' };

const COLOURED: TerminalStyle = {
  bold: sgr('1', '22'),
  dim: sgr('2', '22'),
  red: sgr('31', '39'),
  yellow: sgr('33', '39'),
  green: sgr('32', '39'),
  blue: sgr('34', '39'),
  tile: (letter) =>
    letter === null ? sgr('7', '27')(' – ') : sgr(`1;30;${TILE_COLOURS[letter]}`, '22;39;49')(` ${letter} `),
};

const unchanged: Paint = (text) => text;

const PLAIN: TerminalStyle = {
  bold: unchanged,
  dim: unchanged,
  red: unchanged,
  yellow: unchanged,
  green: unchanged,
  blue: unchanged,
  tile: (letter) => `[${letter ?? '–'}]`,
};

export function terminalStyle(colour: boolean): TerminalStyle {
  return colour ? COLOURED : PLAIN;
}
