import { isJsonObject, type JsonValue } from '../json.js';

/** A JSON value in a few words for a message: what it is, and the value itself when it is short. */
export function found(value: JsonValue | undefined): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (isJsonObject(value)) return 'an object';
  const shown = JSON.stringify(value);
  return shown.length > 60 ? `a ${typeof value}` : `${shown}`;
}
