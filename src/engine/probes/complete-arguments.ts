import { isJsonObject, type JsonObject } from '../json.js';
import { defineProbe, type ProbeContext } from '../probe.js';
import type { Exchange } from '../recording/exchange.js';
import { mergePages } from '../views/lists.js';
import { listPrompts, listResourceTemplates, type Pages } from './lists.js';

const MOST_COMPLETIONS = 4;

interface Completion {
  [member: string]: string | Exchange;
  /** The argument in words: `style of the prompt summarize`. */
  reference: string;
  reply: Exchange;
}

interface Completable {
  reference: string;
  ref: JsonObject;
  argument: string;
}

/** Asks for completions of arguments of listed prompts and of variables of listed resource templates. */
export const completeArguments = defineProbe({
  id: 'complete-arguments',
  effect: 'read',
  lane: 'shared',
  capability: 'completions',
  wants: { prompts: listPrompts, templates: listResourceTemplates },
  async run({ wire, needs }: ProbeContext<{ prompts?: Pages; templates?: Pages }>) {
    const ofPrompts = promptArguments(needs.prompts).slice(0, MOST_COMPLETIONS / 2);
    const ofTemplates = templateVariables(needs.templates).slice(0, MOST_COMPLETIONS / 2);
    const completions = [...ofPrompts, ...ofTemplates].map(
      async ({ reference, ref, argument }): Promise<Completion> => {
        const params = { ref, argument: { name: argument, value: '' } };
        return { reference, reply: await wire.exchange({ method: 'completion/complete', params }) };
      },
    );
    const lists = [needs.prompts, needs.templates].filter((pages) => pages !== undefined);
    const unread = lists.some(({ pages: [plain] }) => plain?.kind !== 'result');
    return { unread, completions: await Promise.all(completions) };
  },
});

function promptArguments(pages: Pages | undefined): Completable[] {
  if (pages === undefined) return [];
  return mergePages(pages, 'prompts').items.flatMap(({ item }) => {
    const { name, arguments: listed } = item;
    if (typeof name !== 'string' || !Array.isArray(listed)) return [];
    return listed.flatMap((argument) => {
      const argumentName = isJsonObject(argument) ? argument['name'] : undefined;
      if (typeof argumentName !== 'string') return [];
      const ref = { type: 'ref/prompt', name };
      return [{ reference: `${argumentName} of the prompt ${name}`, ref, argument: argumentName }];
    });
  });
}

function templateVariables(pages: Pages | undefined): Completable[] {
  if (pages === undefined) return [];
  return mergePages(pages, 'resourceTemplates').items.flatMap(({ item }) => {
    const { uriTemplate } = item;
    if (typeof uriTemplate !== 'string') return [];
    return variablesOf(uriTemplate).map((argument) => ({
      reference: `${argument} of the template ${uriTemplate}`,
      ref: { type: 'ref/resource', uri: uriTemplate },
      argument,
    }));
  });
}

/** Names of the variables of a URI template (RFC 6570), without operators and modifiers. */
export function variablesOf(uriTemplate: string): string[] {
  const expressions = [...uriTemplate.matchAll(/\{[+#./;?&]?([^{}]+)\}/g)];
  return expressions.flatMap(([, list = '']) => list.split(',').map((name) => name.replace(/\*$|:\d+$/, '').trim()));
}
