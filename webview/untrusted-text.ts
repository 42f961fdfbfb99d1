import { html, type TemplateResult } from 'lit';

/**
 * Characters that change how a reader sees the text instead of being seen: controls, direction, zero width, tags,
 * separators, lone surrogates, blank letters and variation selectors. Line breaks and tabs are layout.
 */
const UNSEEN = /(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]|[\u{e0100}-\u{e01ef}]/gu;

function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Text of a server with each character that cannot be seen shown as its code point. */
export function shown(text: string): (string | TemplateResult)[] {
  const parts: (string | TemplateResult)[] = [];
  let end = 0;
  for (const match of text.matchAll(UNSEEN)) {
    if (match.index > end) parts.push(text.slice(end, match.index));
    parts.push(html`<span class="unseen" title="A character that cannot be seen">${codePoint(match[0])}</span>`);
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}

/** The same as plain text, for places that take no markup. */
export function shownPlain(text: string): string {
  return text.replace(UNSEEN, (character) => `<${codePoint(character)}>`);
}

/** At most `length` UTF-16 units, never half a character. */
export function clipped(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(length - 1)) ? length - 1 : length;
  return `${text.slice(0, end)}… (${(text.length - end).toLocaleString('en-US')} more characters)`;
}
