import type { Report } from '../engine/report.js';

/**
 * Characters that JSON allows unescaped within strings although a terminal obeys them or a reader cannot see them.
 * `JSON.stringify` escapes the other controls itself.
 */
const UNSEEN_IN_JSON = /[\u007f-\u009f]|[\p{Cf}\p{Zl}\p{Zp}]/gu;

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, unit) => character.charCodeAt(unit))
    .map((code) => `\\u${code.toString(16).padStart(4, '0')}`)
    .join('');
}

/** The report as JSON text that `catalogs/report.schema.json` describes; it ends with a line break. */
export function renderJson(report: Report): string {
  return `${JSON.stringify(report, null, 2).replace(UNSEEN_IN_JSON, escaped)}\n`;
}
