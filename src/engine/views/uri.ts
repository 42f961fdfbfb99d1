const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;
/** Everything that RFC 3986 allows somewhere in a URI: unreserved, reserved and the sign of an escape. */
const ALLOWED = /^[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]*$/;
const BAD_ESCAPE = /%(?![0-9A-Fa-f]{2})/;

/** What keeps a text from being a URI (RFC 3986), without a full stop; undefined when it is one. */
export function problemOfUri(text: string): string | undefined {
  if (!SCHEME.test(text)) return 'it does not begin with a scheme';
  if (!ALLOWED.test(text)) return 'it holds characters that must be percent-encoded';
  if (BAD_ESCAPE.test(text)) return 'it has a per cent sign that two hexadecimal digits do not follow';
  return undefined;
}

/** One variable of an expression: a name, with a prefix length or an explode sign. */
const VARIABLE = /^(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:[A-Za-z0-9_.]|%[0-9A-Fa-f]{2})*(?::[1-9]\d{0,3}|\*)?$/;
/** Characters that RFC 6570 excludes from literals, besides braces. */
const NOT_LITERAL = /[\s"<>\\^`|]/;

/** What keeps a text from being a URI template (RFC 6570), without a full stop; undefined when it is one. */
export function problemOfUriTemplate(text: string): string | undefined {
  let rest = text;
  while (rest !== '') {
    const open = rest.search(/[{}]/);
    const literal = open === -1 ? rest : rest.slice(0, open);
    if (NOT_LITERAL.test(literal)) return 'a literal holds a character that must be percent-encoded';
    if (open === -1) return undefined;
    if (rest[open] === '}') return 'a brace is closed that was not opened';
    const close = rest.indexOf('}', open);
    if (close === -1) return 'a brace is not closed';
    const problem = problemOfExpression(rest.slice(open + 1, close));
    if (problem !== undefined) return problem;
    rest = rest.slice(close + 1);
  }
  return undefined;
}

function problemOfExpression(expression: string): string | undefined {
  const variables = expression.replace(/^[+#./;?&=,!@|]/, '').split(',');
  const wrong = variables.find((variable) => !VARIABLE.test(variable));
  if (wrong === undefined) return undefined;
  return wrong === '' ? 'an expression has no variable' : `${JSON.stringify(wrong)} is not the name of a variable`;
}
