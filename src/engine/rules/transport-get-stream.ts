import { LISTEN_LIMIT_MS, listen } from '../probes/listen.js';
import type { Exchange } from '../recording/exchange.js';
import { readIncoming } from '../recording/message.js';
import { defineRule, type FindingOf } from '../rule.js';
import { secondsOf } from '../views/closing.js';
import { conversation } from '../views/conversation.js';
import { eventProblems, isEventStream, methodOf } from '../views/http-answers.js';

export const transportGetStream = defineRule('transport-get-stream', {
  reads: { listen, said: conversation },
  judge({ listen: { stream, first }, said }, { failIfAny, fail, skip }) {
    if (stream.http?.status === 405) return skip('none', stream.atHttp());
    if (!isEventStream(stream)) return skip('notOpened', stream.atHttp());
    if (first.end === 'silent') {
      const data = { method: methodOf(first), seconds: secondsOf(LISTEN_LIMIT_MS) };
      return fail('blocks', [stream.atHttp(), first.atRequest()], data);
    }
    const foreign = stream.http?.body.find((incoming) => incoming.source === 'body');
    if (foreign !== undefined) return fail('notEvents', stream.at(), { text: foreign.text.slice(0, 80) });
    const events = eventProblems(stream).map(({ key, problem, at }) => ({ key, at, data: { problem } }));
    return failIfAny([...events, ...responsesOn(stream, said.exchanges)], stream.atHttp());
  },
});

function responsesOn(stream: Exchange, exchanges: readonly Exchange[]): FindingOf<'transport-get-stream'>[] {
  const methods = new Set<string>();
  for (const incoming of stream.http?.body ?? []) {
    const reading = readIncoming(incoming);
    if (reading.kind !== 'response') continue;
    const request = exchanges.find(
      ({ connection, record }) => connection === stream.connection && record.requestId === reading.id,
    );
    methods.add(request === undefined ? 'a request' : methodOf(request));
  }
  return [...methods].map((method) => ({ key: 'response', at: stream.at(), data: { method } }));
}
