import { isJsonObject, type JsonValue } from '../json.js';

/** What is shown of a text, in UTF-16 units. */
const LONGEST = 80;

/** A JSON value in a few words for a message: what it is, and the value itself, cut when it is long. */
export function found(value: JsonValue | undefined): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (isJsonObject(value)) return 'an object';
  const shown = JSON.stringify(value);
  return shown.length > LONGEST ? `${shown.slice(0, LONGEST - 1)}…` : shown;
}
