import type { JsonValue } from '../json.js';

const REPLACEMENT = '«redacted»';

/**
 * Replaces secrets by value, also where they stand escaped in JSON or in a URL.
 * Secrets must be long enough not to occur by chance; that is the caller's choice.
 */
export class Redactor {
  readonly #needles: string[];

  constructor(secrets: readonly string[]) {
    const forms = new Set<string>();
    for (const secret of secrets) {
      if (secret === '') continue;
      forms.add(secret);
      forms.add(JSON.stringify(secret).slice(1, -1));
      forms.add(JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1));
      forms.add(encodeURIComponent(secret));
    }
    // The longest first, so that a secret that contains another is replaced whole.
    this.#needles = [...forms].sort((a, b) => b.length - a.length);
  }

  text(text: string): string {
    let result = text;
    for (const needle of this.#needles) {
      if (result.includes(needle)) result = result.replaceAll(needle, REPLACEMENT);
    }
    return result;
  }

  /** A copy in which every string, member names included, is redacted. */
  copy<T>(value: T): T {
    if (this.#needles.length === 0) return value;
    return this.#copy(value as JsonValue) as T;
  }

  #copy(value: JsonValue): JsonValue {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.#copy(item));
    if (typeof value !== 'object' || value === null) return value;
    const entries: [string, JsonValue][] = [];
    for (const [member, item] of Object.entries(value)) {
      if (item !== undefined) entries.push([this.text(member), this.#copy(item)]);
    }
    return Object.fromEntries(entries);
  }
}
