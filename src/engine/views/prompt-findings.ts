import { isJsonObject, type JsonValue, pointerStep } from '../json.js';
import type { ResultExchange } from '../recording/exchange.js';
import type { FindingOf } from '../rule.js';
import { type ContentProblem, problemsOfBlock } from './content.js';
import { found } from './found.js';

/** What is wrong with the result of `prompts/get`. */
export function promptFindings(prompt: string, get: ResultExchange): FindingOf<'prompts-get'>[] {
  const result = isJsonObject(get.result) ? get.result : {};
  const { messages, description } = result;
  if (!Array.isArray(messages)) {
    return [
      {
        key: 'noMessages',
        at: get.at('/result'),
        data: { prompt, found: found(isJsonObject(get.result) ? messages : get.result) },
      },
    ];
  }
  const findings = messages.flatMap((message, index) =>
    problemsOfMessage(message, `/result/messages${pointerStep(index)}`).map(
      ({ pointer, problem }): FindingOf<'prompts-get'> => ({
        key: 'message',
        at: get.at(pointer),
        data: { prompt, position: index + 1, problem, place: pointer },
      }),
    ),
  );
  if (description === undefined || typeof description === 'string') return findings;
  return [
    ...findings,
    { key: 'description', at: get.at('/result/description'), data: { prompt, found: found(description) } },
  ];
}

function problemsOfMessage(message: JsonValue, pointer: string): ContentProblem[] {
  if (!isJsonObject(message)) return [{ pointer, problem: 'it is not an object' }];
  const { role, content } = message;
  const ofRole =
    role === 'user' || role === 'assistant'
      ? []
      : [{ pointer: `${pointer}/role`, problem: `role is ${found(role)}, not "user" or "assistant"` }];
  return [...ofRole, ...problemsOfBlock(content, `${pointer}/content`)];
}
