import { defineProbe, type ProbeContext } from '../probe.js';
import type { Exchange } from '../recording/exchange.js';
import { declares } from '../session.js';
import { listPrompts, listResources, listResourceTemplates, listTools, type Pages } from './lists.js';

/** Methods with a parameter that they cannot do without. */
const WITH_REQUIRED = [
  { capability: 'tools', method: 'tools/call', missing: 'name', params: { arguments: {} } },
  { capability: 'resources', method: 'resources/read', missing: 'uri', params: {} },
  { capability: 'prompts', method: 'prompts/get', missing: 'name', params: { arguments: {} } },
];

/** Leaves out the parameter that says what is asked for, in the first method that the server declares. */
export const missingParams = defineProbe({
  id: 'missing-params',
  effect: 'read',
  lane: 'shared',
  async run({ wire, server, served }) {
    const chosen = WITH_REQUIRED.find(({ capability }) => declares(server.capabilities, capability));
    if (chosen === undefined) return null;
    const { method, missing, params } = chosen;
    return { method, missing, odd: await wire.exchange({ method, params }, { twin: served() }) };
  },
});

/** Calls a tool that no server has. */
export const unknownTool = defineProbe({
  id: 'unknown-tool',
  effect: 'read',
  lane: 'shared',
  capability: 'tools',
  async run({ wire, served, unique }) {
    const name = unique('assay_no_such_tool').replace('-', '_');
    const params = { name, arguments: {} };
    return { name, odd: await wire.exchange({ method: 'tools/call', params }, { twin: served() }) };
  },
});

/** One harmless method of each capability, and the revision since which the capability has to be declared. */
const GATED = [
  { capability: 'tools', method: 'tools/list' },
  { capability: 'resources', method: 'resources/list' },
  { capability: 'prompts', method: 'prompts/list' },
  { capability: 'logging', method: 'logging/setLevel', params: { level: 'emergency' } },
  {
    capability: 'completions',
    method: 'completion/complete',
    params: { ref: { type: 'ref/prompt', name: 'assay' }, argument: { name: 'assay', value: '' } },
    since: '2025-03-26',
  },
];

interface Undeclared {
  [member: string]: string | Exchange;
  capability: string;
  method: string;
  odd: Exchange;
}

/** Asks for a method of each capability that the server does not declare. */
export const undeclaredMethods = defineProbe({
  id: 'undeclared-methods',
  effect: 'read',
  lane: 'shared',
  async run({ wire, server, served }) {
    const { capabilities, revision } = server;
    const undeclared = GATED.filter(
      ({ capability, since = '' }) => revision >= since && !declares(capabilities, capability),
    );
    const tried = undeclared.map(async ({ capability, method, params }): Promise<Undeclared> => {
      const request = params === undefined ? { method } : { method, params };
      return { capability, method, odd: await wire.exchange(request, { twin: served() }) };
    });
    return { tried: await Promise.all(tried) };
  },
});

/** Neither ours nor likely to be anybody's: not Base64 of anything that reads as a position. */
const GARBAGE = '!assay~not-a-cursor!';

interface GarbageCursor {
  [member: string]: string | Exchange;
  method: string;
  odd: Exchange;
}

/** Asks each list that was served for the page at a cursor that the server never gave. */
export const garbageCursors = defineProbe({
  id: 'garbage-cursors',
  effect: 'read',
  lane: 'shared',
  wants: { tools: listTools, resources: listResources, templates: listResourceTemplates, prompts: listPrompts },
  async run({
    wire,
    needs,
    server,
  }: ProbeContext<Partial<Record<'tools' | 'resources' | 'templates' | 'prompts', Pages>>>) {
    const lists = [
      { method: 'tools/list', plain: needs.tools?.pages[0] },
      { method: 'resources/list', plain: needs.resources?.pages[0] },
      { method: 'resources/templates/list', plain: needs.templates?.pages[0] },
      { method: 'prompts/list', plain: needs.prompts?.pages[0] },
    ];
    const tried = lists.flatMap(({ method, plain }) => {
      if (plain?.kind !== 'result') return [];
      const ask = async (): Promise<GarbageCursor> => {
        const odd = await wire.exchange({ method, params: { cursor: GARBAGE } }, { twin: plain });
        return { method, odd };
      };
      return [ask()];
    });
    const hasLists = ['tools', 'resources', 'prompts'].some((capability) => declares(server.capabilities, capability));
    return { hasLists, tried: await Promise.all(tried) };
  },
});
