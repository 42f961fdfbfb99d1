/** A piece of a line with what it is, so that it can be coloured. */
export interface Token {
  kind: 'name' | 'string' | 'number' | 'word' | 'mark' | 'text';
  text: string;
}

export interface Line {
  /** Levels of nesting. */
  indent: number;
  tokens: Token[];
  /** RFC 6901 pointer of the value that stands on this line; undefined outside JSON. */
  pointer: string | undefined;
}

/** Deeper values are shown as they came: indenting them would cost more than it tells. */
const MAX_DEPTH = 64;
/** Longest body that is laid out, in UTF-16 units. */
const MAX_LAID_OUT = 2_000_000;

interface Frame {
  pointer: string;
  /** Index of the next element; -1 in an object. */
  index: number;
  member: string;
}

/**
 * The lines of a message body. JSON is indented, alone or line by line, also as the data of an event stream; its
 * literals stay as the server wrote them, so that `1.0` and a repeated name are seen.
 */
export function bodyLines(body: string): Line[] {
  const whole = jsonLines(body);
  if (whole !== undefined) return whole;
  return body
    .trimEnd()
    .split(/\r?\n/)
    .flatMap((line) => {
      const [, field = '', value = ''] = /^(data:\s?)?(.*)$/su.exec(line) ?? [];
      const message = value.startsWith('{') || value.startsWith('[') ? jsonLines(value) : undefined;
      if (message === undefined) return [plainLine(line)];
      return field === '' ? message : [plainLine('data:'), ...message];
    });
}

export function plainLine(text: string): Line {
  return { indent: 0, tokens: [{ kind: 'text', text }], pointer: undefined };
}

/** The text of a line with its indentation. */
export function lineText(line: Line): string {
  return '  '.repeat(line.indent) + line.tokens.map((token) => token.text).join('');
}

/** Whether the line belongs to the value at the pointer. */
export function isWithin(line: Line, pointer: string): boolean {
  return line.pointer !== undefined && (line.pointer === pointer || line.pointer.startsWith(`${pointer}/`));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // A body may be anything that a server sends.
    return false;
  }
}

function escapeStep(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}

function jsonLines(text: string): Line[] | undefined {
  if (text.length > MAX_LAID_OUT || !isJson(text)) return undefined;
  const lines: Line[] = [];
  const frames: Frame[] = [];
  let line: Line = { indent: 0, tokens: [], pointer: '' };
  const here = (): string => {
    const frame = frames.at(-1);
    if (frame === undefined) return '';
    return `${frame.pointer}/${frame.index < 0 ? escapeStep(frame.member) : frame.index}`;
  };
  const startLine = (pointer: string): void => {
    if (line.tokens.length > 0) lines.push(line);
    line = { indent: frames.length, tokens: [], pointer };
  };
  const tokens = [...text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/gsu)].map((match) => match[0]);
  for (const [position, token] of tokens.entries()) {
    const next = tokens[position + 1];
    const frame = frames.at(-1);
    if (token === '{' || token === '[') {
      if (frames.length >= MAX_DEPTH) return undefined;
      const pointer = here();
      line.pointer = pointer;
      line.tokens.push({ kind: 'mark', text: token });
      frames.push({ pointer, index: token === '[' ? 0 : -1, member: '' });
      if (next !== '}' && next !== ']') startLine(token === '[' ? here() : pointer);
    } else if (token === '}' || token === ']') {
      const closed = frames.pop();
      const previous = tokens[position - 1];
      if (previous !== '{' && previous !== '[') startLine(closed?.pointer ?? '');
      line.tokens.push({ kind: 'mark', text: token });
    } else if (token === ',') {
      line.tokens.push({ kind: 'mark', text: token });
      if (frame !== undefined && frame.index >= 0) frame.index += 1;
      startLine(here());
    } else if (token === ':') {
      line.tokens.push({ kind: 'mark', text: ': ' });
    } else if (next === ':' && frame !== undefined) {
      const member: unknown = JSON.parse(token);
      frame.member = typeof member === 'string' ? member : '';
      line.pointer = here();
      line.tokens.push({ kind: 'name', text: token });
    } else {
      line.tokens.push({ kind: kindOf(token), text: token });
    }
  }
  startLine('');
  return lines;
}

function kindOf(token: string): Token['kind'] {
  if (token.startsWith('"')) return 'string';
  return /^[-\d]/.test(token) ? 'number' : 'word';
}

/** A run of lines that is shown, or the number of lines that is left out. */
export type Excerpt = { lines: Line[] } | { leftOut: number };

/** The lines around the hits; all lines when they are few, the first ones when nothing is hit. */
export function excerptsOf(lines: Line[], hits: readonly boolean[], context: number, limit: number): Excerpt[] {
  if (lines.length <= limit) return [{ lines }];
  const kept = new Set<number>();
  for (const [index, hit] of hits.entries()) {
    if (!hit || kept.size >= limit) continue;
    for (let near = index - context; near <= index + context; near += 1) kept.add(near);
  }
  if (kept.size === 0) for (let index = 0; index < limit; index += 1) kept.add(index);
  const excerpts: Excerpt[] = [];
  for (const [index, line] of lines.entries()) {
    const last = excerpts.at(-1);
    if (kept.has(index)) {
      if (last !== undefined && 'lines' in last) last.lines.push(line);
      else excerpts.push({ lines: [line] });
    } else if (last !== undefined && 'leftOut' in last) last.leftOut += 1;
    else excerpts.push({ leftOut: 1 });
  }
  return excerpts;
}
