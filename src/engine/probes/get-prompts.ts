import { isJsonObject, type JsonObject } from '../json.js';
import { defineProbe, type ProbeContext } from '../probe.js';
import type { Exchange } from '../recording/exchange.js';
import { mergePages } from '../views/lists.js';
import { listPrompts, type Pages } from './lists.js';

const MOST_GETS = 6;

export interface PromptGet {
  [member: string]: string | boolean | Exchange;
  prompt: string;
  /** Whether argument values had to be made up: the prompt may then rightly refuse them. */
  madeUp: boolean;
  get: Exchange;
}

/** Gets listed prompts, with a made-up text for each required argument. */
export const getPrompts = defineProbe({
  id: 'get-prompts',
  effect: 'read',
  lane: 'shared',
  capability: 'prompts',
  needs: { prompts: listPrompts },
  async run({ wire, needs }: ProbeContext<{ prompts: Pages }>) {
    const listed = mergePages(needs.prompts, 'prompts').items;
    const chosen = listed.filter(({ item }) => typeof item['name'] === 'string').slice(0, MOST_GETS);
    const gets = await Promise.all(
      chosen.map(async ({ item }): Promise<PromptGet> => {
        const name = String(item['name']);
        const made = argumentsFor(item);
        const madeUp = Object.keys(made).length > 0;
        const params: JsonObject = { name, arguments: made };
        return { prompt: name, madeUp, get: await wire.exchange({ method: 'prompts/get', params }) };
      }),
    );
    return { listed: listed.length, gets };
  },
});

function argumentsFor(prompt: JsonObject): JsonObject {
  const listed = Array.isArray(prompt['arguments']) ? prompt['arguments'] : [];
  const required = listed.filter(isJsonObject).filter((argument) => argument['required'] === true);
  return Object.fromEntries(required.map((argument) => [String(argument['name']), 'example']));
}
