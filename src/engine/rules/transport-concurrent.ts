import { overlap } from '../probes/overlap.js';
import type { Exchange } from '../recording/exchange.js';
import { defineRule, type FindingOf } from '../rule.js';
import { secondsOf } from '../views/closing.js';

export const transportConcurrent = defineRule('transport-concurrent', {
  reads: { overlap },
  judge({ overlap: { requests } }, { failIfAny, skip }) {
    // What is not served alone says nothing about overlap.
    const served = requests.filter(({ alone }) => alone.kind === 'result' && alone.idMatches);
    const sent = served.length;
    if (sent < 2)
      return skip(
        'notServed',
        requests.map(({ alone }) => alone.atRequest()),
      );
    const findings: FindingOf<'transport-concurrent'>[] = [];
    const lost = served.filter(({ together }) => together.kind === 'unanswered').map(({ together }) => together);
    const longest = Math.max(...lost.map(({ waitedMs }) => waitedMs));
    if (lost.length > 0) {
      const data = { lost: lost.length, sent, seconds: secondsOf(longest) };
      findings.push({ key: 'lost', at: lost.map((exchange) => exchange.atRequest()), data });
    }
    const wrong = served.map(({ together }) => together).filter(hasOtherId);
    if (wrong.length > 0)
      findings.push({
        key: 'otherId',
        at: wrong.map((exchange) => exchange.at('/id')),
        data: { sent, wrong: wrong.length },
      });
    const failed = served.filter(({ together }) => isFailure(together)).map(({ together }) => together);
    if (failed.length > 0)
      findings.push({
        key: 'failed',
        at: failed.map((exchange) => exchange.at()),
        data: { sent, failed: failed.length },
      });
    for (const { method, alone, together } of served) {
      const other = otherContent(method, alone, together, served);
      if (other !== undefined && !hasOtherId(together))
        findings.push({ key: 'mixed', at: together.at('/result'), data: { method, other } });
    }
    return failIfAny(findings, ...served.map(({ together }) => together.at()));
  },
});

function hasOtherId(exchange: Exchange): boolean {
  return (exchange.kind === 'result' || exchange.kind === 'error') && !exchange.idMatches;
}

/** A server may limit how much it does at once, when it says so. */
function isFailure(exchange: Exchange): boolean {
  const { http } = exchange;
  if (http?.status === 429 || http?.status === 503 || hasOtherId(exchange)) return false;
  return exchange.kind === 'error' || exchange.kind === 'refused';
}

/** The method whose content came instead, as it came when each was asked alone. */
function otherContent(
  method: string,
  alone: Exchange,
  together: Exchange,
  all: readonly { method: string; alone: Exchange }[],
): string | undefined {
  const content = contentOf(together);
  if (content === undefined || content === contentOf(alone)) return undefined;
  return all.find((request) => request.method !== method && contentOf(request.alone) === content)?.method;
}

function contentOf(exchange: Exchange): string | undefined {
  return exchange.kind === 'result' ? JSON.stringify(exchange.result) : undefined;
}
