import type { Exchange } from '../recording/exchange.js';
import { defineRule, type FindingOf } from '../rule.js';
import { conversation } from '../views/conversation.js';
import { answerProblems, hasAnswer, methodOf } from '../views/http-answers.js';

export const transportContentType = defineRule('transport-content-type', {
  reads: { said: conversation },
  judge({ said }, { failIfAny, skip }) {
    const answered = said.exchanges.filter((exchange) => methodOf(exchange) !== 'initialize' && hasAnswer(exchange));
    const [first] = answered;
    if (first === undefined) return skip('notAnswered', []);
    const byMethod = new Map<string, FindingOf<'transport-content-type'>>();
    for (const exchange of answered) {
      for (const finding of findingsOf(exchange)) {
        const name = `${finding.key} ${finding.data.method}`;
        if (!byMethod.has(name)) byMethod.set(name, finding);
      }
    }
    return failIfAny([...byMethod.values()], first.atHttp());
  },
});

function findingsOf(exchange: Exchange): FindingOf<'transport-content-type'>[] {
  const method = methodOf(exchange);
  return answerProblems(exchange).map((problem): FindingOf<'transport-content-type'> => {
    const { key, at } = problem;
    if (key === 'type') return { key, at, data: { method, contentType: problem.contentType } };
    if (key === 'json' || key === 'event') return { key, at, data: { method, problem: problem.problem } };
    if (key === 'notEvents') return { key, at, data: { method, text: problem.text } };
    return { key, at, data: { method } };
  });
}
