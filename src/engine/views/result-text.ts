import { isJsonObject, type JsonValue } from '../json.js';
import type { Exchange } from '../recording/exchange.js';

/** Every text in a tool's reply, errors included, one after the other: what a hostile text's effect would show in. */
export function replyText(exchange: Exchange): string {
  if (exchange.kind === 'result') return textsIn(exchange.result).join('\n');
  if (exchange.kind !== 'error') return '';
  return textsIn([exchange.error.message ?? null, exchange.error.data ?? null]).join('\n');
}

/** Whether the tool itself seems to have got the call: it was neither refused nor answered with a failure. */
export function reachedTool(exchange: Exchange): boolean {
  return exchange.kind === 'result' && !(isJsonObject(exchange.result) && exchange.result['isError'] === true);
}

function textsIn(value: JsonValue | undefined): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
