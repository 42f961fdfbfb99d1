import { isJsonObject, parseJson } from '../json.js';

const MAXIMUM_LINES = 2_000;
const MAXIMUM_LENGTH = 256 * 1024;

/**
 * Recognises a message that a server broke over several lines, which the stdio transport forbids. The run can then go
 * on and show what else there is, instead of one time-out for everything.
 */
export class FragmentJoiner {
  #lines: string[] = [];
  #length = 0;

  /** The whole message when this line completes one. */
  add(line: string): string | undefined {
    if (this.#lines.length === 0 && !line.trimStart().startsWith('{')) return undefined;
    this.#lines.push(line);
    this.#length += line.length;
    if (this.#lines.length > MAXIMUM_LINES || this.#length > MAXIMUM_LENGTH) this.clear();
    // Only a line that closes an object at the left margin can be the last one of an indented message.
    if (!line.startsWith('}')) return undefined;
    const text = this.#lines.join('\n');
    const parsed = parseJson(text);
    if (!parsed.ok || !isJsonObject(parsed.value)) return undefined;
    this.clear();
    return text;
  }

  clear(): void {
    this.#lines = [];
    this.#length = 0;
  }
}
