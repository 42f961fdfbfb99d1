import { defineRule, type FindingOf } from '../rule.js';
import { conversation } from '../views/conversation.js';
import { answerProblems, hasAnswer, methodOf } from '../views/http-answers.js';

export const transportContentTypeInit = defineRule('transport-content-type-init', {
  reads: { said: conversation },
  judge({ said }, { failIfAny, skip }) {
    const answered = said.exchanges.filter((exchange) => methodOf(exchange) === 'initialize' && hasAnswer(exchange));
    const [first] = answered;
    if (first === undefined) return skip('notAnswered', []);
    const wrong = answered.map(answerProblems).find((problems) => problems.length > 0) ?? [];
    const findings = wrong.flatMap((problem): FindingOf<'transport-content-type-init'>[] => {
      const { key, at } = problem;
      if (key === 'type') return [{ key, at, data: { contentType: problem.contentType } }];
      if (key === 'json' || key === 'event') return [{ key, at, data: { problem: problem.problem } }];
      if (key === 'notEvents') return [{ key, at, data: { text: problem.text } }];
      // A handshake without a reply is the finding of lifecycle-init.
      return key === 'missing' ? [{ key, at }] : [];
    });
    return failIfAny(findings, first.atHttp());
  },
});
