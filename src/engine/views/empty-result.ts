import { isJsonObject } from '../json.js';
import type { EvidencePoint, ResultExchange } from '../recording/exchange.js';
import { found } from './found.js';

/** What keeps a result from being empty: `_meta` alone may stand in it. Keys as the catalog's texts have them. */
export type NotEmpty =
  | { key: 'type'; at: EvidencePoint; data: { type: string } }
  | { key: 'notEmpty'; at: EvidencePoint; data: { members: string } };

export function notEmpty(exchange: ResultExchange): NotEmpty | undefined {
  const { result } = exchange;
  const at = exchange.at('/result');
  if (!isJsonObject(result)) return { key: 'type', at, data: { type: found(result) } };
  const members = Object.keys(result).filter((member) => member !== '_meta');
  return members.length === 0 ? undefined : { key: 'notEmpty', at, data: { members: members.join(', ') } };
}
