import { isJsonObject, type JsonValue, pointerStep } from '../json.js';
import type { EvidencePoint } from '../recording/exchange.js';
import { defineView } from '../view.js';
import { toolList } from './lists.js';

/** A text of a tool that goes to the model: its description, its title, or a description inside its schemas. */
export interface ModelText {
  tool: string;
  text: string;
  at: EvidencePoint;
}

/** The texts of all listed tools. */
export const modelTexts = defineView({
  id: 'model-texts',
  reads: { tools: toolList },
  build: ({ tools }): ModelText[] =>
    tools.items.flatMap((entry) =>
      describedIn(entry.value, '').map(({ pointer, text }) => ({ tool: entry.label, text, at: entry.at(pointer) })),
    ),
});

function describedIn(value: JsonValue | undefined, pointer: string): { pointer: string; text: string }[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => describedIn(item, pointer + pointerStep(index)));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([member, item]) => {
    const place = pointer + pointerStep(member);
    const isText = member === 'description' || member === 'title';
    return isText && typeof item === 'string' ? [{ pointer: place, text: item }] : describedIn(item, place);
  });
}

/** Letters that are not seen and yet read: tags, and texts of zero-width signs. One joiner inside a word is ordinary. */
const INVISIBLE = /[\u{E0020}-\u{E007E}]{2,}|[\u200B\u2060\uFEFF]{4,}|[\u202A-\u202E\u2066-\u2069]/u;
const ORDERS: readonly RegExp[] = [
  /<\s*(?:important|system|secret|hidden|instructions?)\s*>/i,
  /\b(?:ignore|disregard|forget)\s+(?:all\s+|any\s+)?(?:of\s+)?(?:the\s+|your\s+)?(?:previous|prior|above|earlier)\s+(?:instructions|rules|prompts)/i,
  /\b(?:do not|don't|never)\s+(?:tell|inform|mention|reveal|show)\b[^.]{0,40}\b(?:the\s+)?user\b/i,
  /(?:~|\$HOME|\/home\/\w+)\/\.(?:ssh|aws|netrc|gnupg)\b/,
];

/** What in a text is meant for the model behind the user's back, in words; undefined when nothing is. */
export function poisonIn(text: string): string | undefined {
  if (INVISIBLE.test(text)) return 'invisible characters';
  for (const pattern of ORDERS) {
    const match = pattern.exec(text);
    if (match !== null) return JSON.stringify(match[0]);
  }
  return undefined;
}

/** What every text has that interferes with another tool, whichever it is. */
const INTERFERENCE = /\binstead of\b|\bnever\s+(?:use|call|trust)\b|\b(?:is|was|gets)\s+(?:called|used|invoked)\b/i;

/** Whether a text can interfere with any tool: spares most texts the comparison with each name. */
export function mayInterfere(text: string): boolean {
  return INTERFERENCE.test(text);
}

/** Whether a text of one tool interferes with the use of another one, which it names. */
export function interferesWith(text: string, other: string): boolean {
  if (other.length < 4 || !text.toLowerCase().includes(other.toLowerCase())) return false;
  const name = other.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const named = `[\`"']?(?<![\\w-])${name}(?![\\w-])[\`"']?`;
  const hooks = new RegExp(
    `\\b(?:whenever|when|every time|if|before|after)\\s+${named}\\s+(?:is|was|gets)\\s+(?:called|used|invoked)`,
    'i',
  );
  const replaces = new RegExp(
    `\\b(?:always|never|must)\\b[^.]{0,80}\\binstead of\\s+${named}|\\bnever\\s+(?:use|call|trust)\\b[^.]{0,40}${named}`,
    'i',
  );
  return hooks.test(text) || replaces.test(text);
}
