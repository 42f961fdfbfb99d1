/** Longer texts are not matched against a pattern of a server. */
const LONGEST_TEXT = 10_000;
/** About as many steps as one match may take: with n quantifiers, a text of length l can take l to the power of n. */
const MOST_STEPS = 1e7;

/** What in a pattern decides how long matching can take. */
interface Cost {
  /** A repeated group repeats or chooses inside itself: the time doubles with each character. */
  isExponential: boolean;
  quantifiers: number;
}

/** Reads a valid pattern once, character by character. */
function costOf(pattern: string): Cost {
  const isRepeating = (character: string | undefined) => character === '+' || character === '*' || character === '{';
  // For each open group, whether it repeats or chooses inside.
  const groups: boolean[] = [];
  const mark = () => {
    if (groups.length > 0) groups[groups.length - 1] = true;
  };
  const cost: Cost = { isExponential: false, quantifiers: 0 };
  let isInClass = false;
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern[index];
    if (character === '\\') index += 1;
    else if (isInClass) isInClass = character !== ']';
    else if (character === '[') isInClass = true;
    else if (character === '(') groups.push(false);
    else if (character === ')') {
      const repeatsInside = groups.pop() === true;
      if (repeatsInside && isRepeating(pattern[index + 1])) cost.isExponential = true;
      if (repeatsInside) mark();
    } else if (isRepeating(character)) {
      cost.quantifiers += 1;
      mark();
    } else if (character === '|' || (character === '?' && pattern[index - 1] !== '(')) mark();
  }
  return cost;
}

/** Anything that can be tested like a regular expression. */
interface Pattern {
  test(text: string): boolean;
  toString(): string;
}

/**
 * JSON Schema wants patterns read as Unicode, where `\p{L}` is a class; many that are in use are valid only without.
 * https://json-schema.org/draft/2020-12/json-schema-core#section-6.4
 */
function unicodeExpression(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    // Wrong with the u flag only; the caller tries without.
    return undefined;
  }
}

/**
 * Compiles a pattern of a server's schema.
 * Patterns that could run for ever count as matched: a server must not be able to stop a run with them.
 * @throws SyntaxError when it is not a regular expression.
 */
function compilePattern(pattern: string, flags: string): Pattern {
  const expression = unicodeExpression(pattern) ?? new RegExp(pattern, flags);
  const { isExponential, quantifiers } = costOf(pattern);
  const longest = isExponential ? -1 : Math.min(LONGEST_TEXT, MOST_STEPS ** (1 / Math.max(1, quantifiers)));
  return {
    test: (text) => text.length > longest || expression.test(text),
    // Ajv takes two patterns with one text for the same.
    toString: () => String(expression),
  };
}

/** For Ajv, which wants the name of the function that standalone code would call; none is made here. */
export const patternFor = Object.assign(compilePattern, { code: 'new RegExp' });
