/** A quantified group that holds a quantifier or an alternative: what makes matching take exponential time. */
const EXPLOSIVE = /\((?:[^()\\]|\\.)*(?:[+*}|])(?:[^()\\]|\\.)*\)[+*{]/;

/** Longer texts are not matched against a pattern of a server. */
const LONGEST_TEXT = 10_000;

/** Anything that can be tested like a regular expression. */
interface Pattern {
  test(text: string): boolean;
  toString(): string;
}

/**
 * Compiles a pattern of a server's schema.
 * Patterns that could run for ever count as matched: a server must not be able to stop a run with them.
 * @throws SyntaxError when it is not a regular expression.
 */
function compilePattern(pattern: string, flags: string): Pattern {
  const expression = new RegExp(pattern, flags);
  const explosive = EXPLOSIVE.test(pattern);
  return {
    test: (text) => explosive || text.length > LONGEST_TEXT || expression.test(text),
    // Ajv takes two patterns with one text for the same.
    toString: () => String(expression),
  };
}

/** For Ajv, which wants the name of the function that standalone code would call; none is made here. */
export const patternFor = Object.assign(compilePattern, { code: 'new RegExp' });
