import { isJsonObject, type JsonValue } from '../json.js';
import type { Exchange, ServerMessage } from '../recording/exchange.js';
import type { FindingOf } from '../rule.js';
import type { Conversation } from './conversation.js';
import { found } from './found.js';

type Found = FindingOf<'lifecycle-progress-token'>;

/** The progress token that a request gave. */
export function tokenOf(exchange: Exchange): JsonValue | undefined {
  const params = isJsonObject(exchange.sent) ? exchange.sent['params'] : undefined;
  const meta = isJsonObject(params) ? params['_meta'] : undefined;
  return isJsonObject(meta) ? meta['progressToken'] : undefined;
}

/** All progress that the server reported, in the order of arrival. */
export function progressOf(said: Conversation): ServerMessage[] {
  return said.messages.filter(
    ({ reading }) => reading.kind === 'notification' && reading.method === 'notifications/progress',
  );
}

/** What is wrong with the reported progress; each kind once for each token. */
export function progressFindings(said: Conversation): Found[] {
  const last = new Map<string, number>();
  const seen = new Set<string>();
  return progressOf(said)
    .flatMap((message) => findingsOf(message, said, last))
    .filter(({ key, data }) => {
      const name = `${key} ${data !== undefined && 'token' in data ? data.token : ''}`;
      return !seen.has(name) && seen.add(name);
    });
}

function findingsOf(message: ServerMessage, said: Conversation, last: Map<string, number>): Found[] {
  const { reading, connection } = message;
  const params =
    reading.kind === 'notification' && isJsonObject(reading.message['params']) ? reading.message['params'] : {};
  const { progressToken, progress, total } = params;
  if (progressToken === undefined) return [{ key: 'missing', at: message.at('/params') }];
  const token = found(progressToken);
  const at = message.at('/params/progressToken');
  const requests = said.exchanges.filter(
    (exchange) => exchange.connection === connection && tokenOf(exchange) !== undefined,
  );
  const request = requests.find((exchange) => tokenOf(exchange) === progressToken);
  if (request === undefined) {
    const alike = requests.map(tokenOf).find((given) => String(given) === String(progressToken));
    if (alike === undefined) return [{ key: 'unknown', at, data: { token } }];
    return [{ key: 'type', at, data: { token, type: typeof progressToken, wanted: typeof alike } }];
  }
  const findings: Found[] = [];
  const { reply, replyIdDiffers } = request.record;
  // A reply under a strange id may be that of another request.
  if (reply !== undefined && replyIdDiffers !== true && message.index > reply)
    findings.push({ key: 'late', at, data: { token } });
  if (total !== undefined && typeof total !== 'number') {
    findings.push({ key: 'total', at: message.at('/params/total'), data: { token, type: found(total) } });
  }
  const place = message.at('/params/progress');
  if (typeof progress !== 'number')
    return [...findings, { key: 'value', at: place, data: { token, type: found(progress) } }];
  const name = `${connection.id} ${token}`;
  const before = last.get(name);
  last.set(name, progress);
  if (before !== undefined && progress <= before) {
    findings.push({ key: 'notIncreasing', at: place, data: { token, before, after: progress } });
  }
  return findings;
}
