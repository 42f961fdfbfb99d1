import { isJsonObject, parseJson } from '../json.js';

/** Longer text than this is not searched. */
const MAXIMUM_LENGTH = 1024 * 1024;
const MAXIMUM_MESSAGES = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * Finds JSON-RPC messages in text that is not one message as it should be: two on a line, one behind a log prefix, a
 * byte order mark before it. Such text is a fault of its own; with the messages found, the run can show what else
 * there is instead of one time-out for everything.
 */
export function salvageMessages(text: string): string[] {
  if (text.length > MAXIMUM_LENGTH || !text.includes('"jsonrpc"')) return [];
  const found: string[] = [];
  let from = 0;
  while (found.length < MAXIMUM_MESSAGES) {
    const start = text.indexOf('{', from);
    const end = start === -1 ? -1 : endOfObject(text, start);
    if (end === -1) return found;
    const candidate = text.slice(start, end);
    const parsed = parseJson(candidate);
    if (parsed.ok && isJsonObject(parsed.value) && 'jsonrpc' in parsed.value) found.push(candidate);
    // Also after what was not JSON: each character is looked at once.
    from = end;
  }
  return found;
}

/** The place behind the brace that closes the one at `start`; -1 when there is none. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === BACKSLASH) index += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === OPEN) depth += 1;
    else if (code === CLOSE) {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return -1;
}
