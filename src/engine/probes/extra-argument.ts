import { isJsonObject, type JsonObject } from '../json.js';
import { defineProbe } from '../probe.js';
import { listTools } from './lists.js';
import { callableTools } from './tool-targets.js';

/** Calls a tool with an argument that its schema does not know: if there is one, a tool that forbids such arguments. */
export const extraArgument = defineProbe({
  id: 'extra-argument',
  effect: 'hostile',
  lane: 'last',
  capability: 'tools',
  needs: { tools: listTools },
  async run(context) {
    const [first, ...others] = callableTools(context).filter(({ tool }) => isJsonObject(schemaOf(tool)['properties']));
    if (first === undefined) return null;
    const chosen = [first, ...others].find(({ tool }) => forbidsOthers(tool)) ?? first;
    const { name, args, tool } = chosen;
    const plain = await context.wire.exchange({ method: 'tools/call', params: { name, arguments: args } });
    const extra = { ...args, assay_unknown_argument: 'example' };
    const call = await context.wire.exchange(
      { method: 'tools/call', params: { name, arguments: extra } },
      { twin: plain },
    );
    const after = await context.wire.exchange(context.served());
    return { tool: name, forbidden: forbidsOthers(tool), call, after };
  },
});

function schemaOf(tool: JsonObject): JsonObject {
  return isJsonObject(tool['inputSchema']) ? tool['inputSchema'] : {};
}

function forbidsOthers(tool: JsonObject): boolean {
  return schemaOf(tool)['additionalProperties'] === false;
}
