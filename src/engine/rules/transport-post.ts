import { isJsonObject, type JsonValue } from '../json.js';
import { ping } from '../probes/ping.js';
import type { Exchange } from '../recording/exchange.js';
import { defineRule, type FindingOf } from '../rule.js';
import { conversation } from '../views/conversation.js';
import { isSuccess, methodOf } from '../views/http-answers.js';

export const transportPost = defineRule('transport-post', {
  reads: { ping, said: conversation },
  judge({ ping: { ping: asked }, said }, { failIfAny }) {
    // Requests that are odd on purpose may be refused; one that was carried out may not look refused.
    const others = said.exchanges.filter(
      (exchange) =>
        isRequest(exchange.sent) && (exchange.kind === 'result' || isEmpty(exchange) || isRedirected(exchange)),
    );
    const findings = [asked, ...others].flatMap(findingsOf);
    return failIfAny(firstOfEach(findings), asked.atHttp());
  },
});

type Found = FindingOf<'transport-post'>;

function findingsOf(exchange: Exchange): Found[] {
  const { http } = exchange;
  if (http === null || exchange.record.requestId === undefined || exchange.record.http?.method !== 'POST') return [];
  const data = { method: methodOf(exchange), status: http.status };
  const at = exchange.atHttp();
  if (isEmpty(exchange)) return [{ key: 'empty', at, data }];
  if (isSuccess(exchange) || exchange.kind === 'error') return [];
  const location = http.header('location');
  if (http.status < 400 && location !== undefined) return [{ key: 'redirected', at, data: { ...data, location } }];
  return [{ key: 'refused', at, data }];
}

/** Whether the answer points elsewhere, to a request whose headers were those of the session. */
function isRedirected({ http, record }: Exchange): boolean {
  if (http === null || record.oddHeaders === true) return false;
  return http.status >= 300 && http.status < 400 && http.header('location') !== undefined;
}

/** Whether it is a request at all; what becomes of other messages, the rules for errors judge. */
function isRequest(sent: JsonValue | undefined): boolean {
  return isJsonObject(sent) && sent['jsonrpc'] === '2.0' && typeof sent['method'] === 'string';
}

function isEmpty(exchange: Exchange): boolean {
  const { http } = exchange;
  if (http === null || !http.ended || http.bodyBytes > 0 || exchange.record.requestId === undefined) return false;
  return isSuccess(exchange) && http.mediaType !== 'text/event-stream';
}

/** One finding for each method: a server that answers every request so has one fault. */
function firstOfEach(findings: readonly Found[]): Found[] {
  const seen = new Set<string>();
  return findings.filter(({ key, data }) => {
    const name = `${key} ${data.method}`;
    return !seen.has(name) && seen.add(name);
  });
}
