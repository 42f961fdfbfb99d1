import { isJsonObject, type JsonValue } from '../json.js';

/** JSON text in which the order of members does not show. */
export function canonical(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value ?? null);
  const members = Object.keys(value).sort();
  return `{${members.map((member) => `${JSON.stringify(member)}:${canonical(value[member])}`).join(',')}}`;
}
