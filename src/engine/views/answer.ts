import type { EvidencePoint, Exchange } from '../recording/exchange.js';
import { exitOf, secondsOf } from './closing.js';

/** Why a request was not answered in JSON-RPC: keys and data as the catalog's texts have them. */
export type NoAnswer =
  | { key: 'ended'; at: EvidencePoint; data: { exit: string } }
  | { key: 'silent'; at: EvidencePoint; data: { seconds: number } }
  | { key: 'http'; at: EvidencePoint; data: { status: number } };

/** What became of a request that has neither result nor error; undefined when it has one of them. */
export function noAnswer(exchange: Exchange): NoAnswer | undefined {
  if (exchange.kind === 'refused')
    return { key: 'http', at: exchange.atHttp(), data: { status: exchange.http.status } };
  if (exchange.kind !== 'unanswered') return undefined;
  if (exchange.http !== null && exchange.end === 'answered') {
    return { key: 'http', at: exchange.atHttp(), data: { status: exchange.http.status } };
  }
  if (exchange.end === 'closed' || exchange.end === 'failed') {
    return { key: 'ended', at: exchange.atRequest(), data: { exit: exitOf(exchange.connection) } };
  }
  return { key: 'silent', at: exchange.atRequest(), data: { seconds: secondsOf(exchange.waitedMs) } };
}
