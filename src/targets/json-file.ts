import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { JsonValue } from '../engine/json.js';
import type { SourceText } from './source-text.js';

/** A configuration file has at most this many characters; a larger one is not a configuration file. */
export const MAX_FILE_LENGTH = 1024 * 1024;

/** JSON of a configuration file is nested at most this deep, so that recursion over it is safe. */
export const MAX_DEPTH = 100;

/** Half-open, in UTF-16 units of the text. */
export interface Span {
  start: number;
  end: number;
}

/** What a file has that plain JSON does not allow. */
export interface Extensions {
  comments: readonly Span[];
  trailingCommas: readonly Span[];
}

export type ParsedJson =
  | { kind: 'tree'; root: Node; extensions: Extensions }
  | { kind: 'empty'; extensions: Extensions }
  | { kind: 'too-deep'; span: Span }
  | { kind: 'broken'; span: Span; explanation: string };

/** A property of an object, with the nodes of its name and value. */
export interface Property {
  name: string;
  key: Node;
  value: Node;
}

interface Survey {
  extensions: Extensions;
  tooDeep: Span | undefined;
  /** The last token that is not a comment or white space. */
  last: Span | undefined;
}

/** Parses JSON with comments and trailing commas; the first mistake is reported, none is repaired. */
export function parseJson(source: SourceText): ParsedJson {
  const { text } = source;
  // The parser recurses, so the depth is measured before it runs.
  const survey = surveyTokens(text);
  if (survey.tooDeep !== undefined) {
    return { kind: 'too-deep', span: survey.tooDeep };
  }
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const first = errors.toSorted((a, b) => a.offset - b.offset)[0];
  if (first !== undefined) {
    return { kind: 'broken', ...explain(source, first, survey.last) };
  }
  if (root === undefined || survey.last === undefined) {
    return { kind: 'empty', extensions: survey.extensions };
  }
  return { kind: 'tree', root, extensions: survey.extensions };
}

function surveyTokens(text: string): Survey {
  const comments: Span[] = [];
  const trailingCommas: Span[] = [];
  const scanner = createScanner(text, false);
  let depth = 0;
  let last: Span | undefined;
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan()) {
    const token = { start: scanner.getTokenOffset(), end: scanner.getTokenOffset() + scanner.getTokenLength() };
    const character = text.charAt(token.start);
    if (/\s/.test(character)) {
      continue;
    }
    if (character === '/') {
      comments.push(token);
      continue;
    }
    if (character === '{' || character === '[') {
      depth += 1;
      if (depth > MAX_DEPTH) {
        return { extensions: { comments, trailingCommas }, tooDeep: token, last: token };
      }
    } else if (character === '}' || character === ']') {
      depth -= 1;
      if (last !== undefined && text.charAt(last.start) === ',') {
        trailingCommas.push(last);
      }
    }
    last = token;
  }
  return { extensions: { comments, trailingCommas }, tooDeep: undefined, last };
}

function explain(source: SourceText, error: ParseError, last: Span | undefined): { span: Span; explanation: string } {
  const { text } = source;
  const code = printParseErrorCode(error.error);
  const atEnd = text.slice(error.offset).trim() === '';
  // At the end of the text there is nothing to mark, so the last token is marked instead.
  const span = atEnd
    ? { start: Math.max(0, (last?.end ?? 1) - 1), end: last?.end ?? 0 }
    : { start: error.offset, end: error.offset + Math.max(1, error.length) };
  const found = text.slice(span.start, Math.min(span.end, span.start + 30));
  switch (code) {
    case 'InvalidEscapeCharacter':
      return { span, explanation: 'a backslash inside a string has to be doubled, as in "C:\\\\tools\\\\server.exe"' };
    case 'InvalidUnicode':
      return { span, explanation: 'the escape \\u needs four hexadecimal digits' };
    case 'InvalidCharacter':
      return { span, explanation: 'a string holds a control character, such as a tab, that has to be escaped' };
    case 'UnexpectedEndOfString':
      return { span, explanation: 'the closing double quote of a string is missing' };
    case 'UnexpectedEndOfComment':
      return { span, explanation: 'the comment is not closed with */' };
    case 'InvalidNumberFormat':
    case 'UnexpectedEndOfNumber':
      return { span, explanation: `${found} is not a number` };
    case 'CommaExpected':
      return { span, explanation: 'a comma is missing before this' };
    case 'ColonExpected':
      return { span, explanation: 'a colon is missing after the name of the member' };
    case 'CloseBraceExpected':
      return {
        span,
        explanation: atEnd ? 'a closing brace } is missing at the end' : 'a comma or } is missing before this',
      };
    case 'CloseBracketExpected':
      return {
        span,
        explanation: atEnd ? 'a closing bracket ] is missing at the end' : 'a comma or ] is missing before this',
      };
    case 'EndOfFileExpected':
      return { span, explanation: 'there is more text after the end of the JSON value' };
    case 'PropertyNameExpected':
      return { span, explanation: 'the name of a member, in double quotes, is expected here' };
    case 'ValueExpected':
      return { span, explanation: atEnd ? 'the file ends where a value is expected' : 'a value is missing here' };
    default:
      return {
        span,
        explanation: found.startsWith("'")
          ? 'strings need double quotes, not single ones'
          : `${JSON.stringify(found)} is neither a value nor a name; names and texts need double quotes`,
      };
  }
}

/** The properties of an object in the order of the text, repeated ones included. */
export function propertiesOf(node: Node): Property[] {
  if (node.type !== 'object') {
    return [];
  }
  return (node.children ?? []).flatMap((property) => {
    const [key, value] = property.children ?? [];
    return key !== undefined && value !== undefined && typeof key.value === 'string'
      ? [{ name: key.value, key, value }]
      : [];
  });
}

/** The properties that count: of several with one name, the last, as every JSON parser has it. */
export function effectiveProperties(node: Node): Map<string, Property> {
  const byName = new Map<string, Property>();
  for (const property of propertiesOf(node)) {
    byName.delete(property.name);
    byName.set(property.name, property);
  }
  return byName;
}

/** The value of a node. Members called `__proto__` become members, unlike with the parser's own function. */
export function jsonValueOf(node: Node): JsonValue {
  if (node.type === 'array') {
    return (node.children ?? []).map(jsonValueOf);
  }
  if (node.type === 'object') {
    return Object.fromEntries(
      [...effectiveProperties(node).values()].map(({ name, value }) => [name, jsonValueOf(value)]),
    );
  }
  const value: unknown = node.value;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

export function spanOf(node: Node): Span {
  return { start: node.offset, end: node.offset + node.length };
}
