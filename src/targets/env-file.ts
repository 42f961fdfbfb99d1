/** One variable of an env file. */
export type EnvVariable = readonly [name: string, value: string];

export type ParsedEnvFile = { ok: true; variables: EnvVariable[] } | { ok: false; line: number; message: string };

const ASSIGNMENT = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=[ \t]*/;
const QUOTES = ['"', "'", '`'];

/**
 * Reads `NAME=value` lines: blank lines, `#` comments, `export`, and values in single, double or back quotes, which may
 * span lines. In double quotes `\n`, `\r`, `\t`, `\"` and `\\` are escapes. Nothing is expanded. A line that is no
 * assignment is skipped, as every client does; a quote that is never closed is an error, because all that follows
 * would silently be part of one value.
 *
 * An own parser, because Node's `util.parseEnv` is not there in every place this code runs, and because it reports no
 * errors.
 */
export function parseEnvFile(fileText: string): ParsedEnvFile {
  const text = fileText.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const variables = new Map<string, string>();
  let offset = 0;
  while (offset < text.length) {
    const lineEnd = endOfLine(text, offset);
    const assignment = ASSIGNMENT.exec(text.slice(offset, lineEnd));
    const name = assignment?.[1];
    if (assignment === null || name === undefined) {
      offset = lineEnd + 1;
      continue;
    }
    const valueStart = offset + assignment[0].length;
    const quote = text.charAt(valueStart);
    if (!QUOTES.includes(quote)) {
      variables.set(name, unquoted(text.slice(valueStart, lineEnd)));
      offset = lineEnd + 1;
      continue;
    }
    const close = closingQuote(text, valueStart + 1, quote);
    if (close < 0) {
      const line = text.slice(0, valueStart).split('\n').length;
      return {
        ok: false,
        line,
        message: `the value of ${name} in line ${line} begins with a quote that is never closed`,
      };
    }
    const inner = text.slice(valueStart + 1, close);
    variables.set(name, quote === '"' ? unescaped(inner) : inner);
    offset = endOfLine(text, close) + 1;
  }
  return { ok: true, variables: [...variables] };
}

function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}

function closingQuote(text: string, start: number, quote: string): number {
  for (let offset = start; offset < text.length; offset += 1) {
    const character = text.charAt(offset);
    if (character === '\\' && quote === '"') {
      offset += 1;
    } else if (character === quote) {
      return offset;
    }
  }
  return -1;
}

/** A comment needs white space before its `#`, so that `a#b` stays whole. */
function unquoted(value: string): string {
  for (let hash = value.indexOf('#'); hash >= 0; hash = value.indexOf('#', hash + 1)) {
    if (hash === 0 || ' \t'.includes(value.charAt(hash - 1))) {
      return value.slice(0, hash).trim();
    }
  }
  return value.trim();
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function unescaped(value: string): string {
  return value.replaceAll(/\\([nrt"\\])/g, (_match, character: string) => ESCAPES[character] ?? character);
}
