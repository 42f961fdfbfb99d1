import { getPrompts } from '../probes/get-prompts.js';
import { defineRule } from '../rule.js';
import { found } from '../views/found.js';
import { promptList } from '../views/lists.js';
import { promptFindings } from '../views/prompt-findings.js';

export const promptsGet = defineRule('prompts-get', {
  reads: { prompts: promptList, got: getPrompts },
  judge({ prompts, got: { gets } }, { fail, failIfAny, skip, warn }) {
    if (!prompts.readable) return skip('unreadable', []);
    if (gets.length === 0) return skip('empty', []);
    const findings = gets.flatMap(({ prompt, get }) => (get.kind === 'result' ? promptFindings(prompt, get) : []));
    if (findings.length > 0) return failIfAny(findings);
    const silent = gets.find(({ get }) => get.kind === 'unanswered' || get.kind === 'refused');
    if (silent !== undefined) return fail('unanswered', silent.get.atRequest(), { prompt: silent.prompt });
    const refused = gets.flatMap(({ prompt, get, madeUp }) => (get.kind === 'error' ? [{ prompt, get, madeUp }] : []));
    const unfounded = refused.find(({ get, madeUp }) => get.error.code !== -32602 || !madeUp);
    if (unfounded === undefined) {
      const served = gets.filter(({ get }) => get.kind === 'result').map(({ get }) => get.at('/result/messages'));
      return served.length === 0
        ? skip(
            'argumentsRefused',
            refused.map(({ get }) => get.at('/error')),
          )
        : failIfAny([], ...served);
    }
    const { prompt, get } = unfounded;
    const code = found(get.error.code);
    if (refused.length < gets.length) return warn('someFailed', get.at('/error'), { prompt, code });
    return fail('allFailed', get.at('/error'), { prompt, code, message: found(get.error.message) });
  },
});
