/** Any value that JSON can hold. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

/** A JSON object; a member that is absent reads as undefined. */
export interface JsonObject {
  [member: string]: JsonValue | undefined;
}

/** Deeper JSON than this is not looked into: a walk over it could exhaust the stack. */
export const MAXIMUM_DEPTH = 256;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export type ParsedJson = { ok: true; value: JsonValue } | { ok: false; problem: 'not-json' | 'too-deep' };

/** Parses text from a server: nesting is measured before anything recursive sees the value. */
export function parseJson(text: string): ParsedJson {
  if (isTooDeep(text)) return { ok: false, problem: 'too-deep' };
  try {
    return { ok: true, value: JSON.parse(text) as JsonValue };
  } catch {
    // The text is the server's; that it is not JSON is the answer.
    return { ok: false, problem: 'not-json' };
  }
}

function isTooDeep(text: string): boolean {
  // Counting is much faster than the walk over each character, and enough for nearly every message.
  if (text.length <= MAXIMUM_DEPTH || countOf(text, '{') + countOf(text, '[') <= MAXIMUM_DEPTH) return false;
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) inString = false;
      continue;
    }
    if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) {
      depth += 1;
      if (depth > MAXIMUM_DEPTH) return true;
    } else if (code === 0x7d || code === 0x5d) depth -= 1;
  }
  return false;
}

function countOf(text: string, character: string): number {
  let count = 0;
  for (let index = text.indexOf(character); index !== -1; index = text.indexOf(character, index + 1)) count += 1;
  return count;
}

/** Follows a JSON pointer (RFC 6901); undefined where nothing is. */
export function atPointer(value: JsonValue | undefined, pointer: string): JsonValue | undefined {
  let current = value;
  for (const part of pointer.split('/').slice(1)) {
    const member = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(current)) current = current[Number(member)];
    else if (isJsonObject(current) && Object.hasOwn(current, member)) current = current[member];
    else return undefined;
  }
  return current;
}

/** A member name or index as a step of a JSON pointer, with its slash. */
export function pointerStep(member: string | number): string {
  return `/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
