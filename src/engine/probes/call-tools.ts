import { isJsonObject, type JsonObject } from '../json.js';
import { exampleFor } from '../json-schema/example.js';
import { defineProbe, type ProbeContext } from '../probe.js';
import type { Exchange } from '../recording/exchange.js';
import { mergePages } from '../views/lists.js';
import { listTools, type Pages } from './lists.js';

/** Enough to see different kinds of results, few enough to stay quick. */
const MOST_CALLS = 8;
/** A tool that works longer is left to work: how fast tools are is not judged. In milliseconds. */
const CALL_LIMIT_MS = 4_000;

/** A call of a tool with arguments that are valid for its schema. */
export interface ToolCall {
  [member: string]: string | Exchange;
  tool: string;
  call: Exchange;
}

/**
 * Calls tools that say of themselves that they only read.
 * `readOnly` counts those, `callable` those of them for which arguments could be made up and which the user allows.
 */
export const callTools = defineProbe({
  id: 'call-tools',
  effect: 'call',
  lane: 'shared',
  capability: 'tools',
  needs: { tools: listTools },
  async run(context: ProbeContext<{ tools: Pages }>) {
    const readOnly = mergePages(context.needs.tools, 'tools').items.filter(({ item }) => isReadOnly(item));
    const callable = readOnly.flatMap(({ item }) => {
      const planned = plannedCall(item);
      return planned === undefined || context.isForbiddenTool(planned.name) ? [] : [planned];
    });
    const chosen = callable.sort((a, b) => a.rank - b.rank).slice(0, MOST_CALLS);
    const calls = await Promise.all(
      chosen.map(async ({ name, params }): Promise<ToolCall> => {
        const call = await context.wire.exchange({ method: 'tools/call', params }, { timeoutMs: CALL_LIMIT_MS });
        if (call.end === 'silent') await cancel(context, call);
        return { tool: name, call };
      }),
    );
    return { readOnly: readOnly.length, callable: callable.length, calls };
  },
});

export function isReadOnly(tool: JsonObject): boolean {
  return isJsonObject(tool['annotations']) && tool['annotations']['readOnlyHint'] === true;
}

interface PlannedCall {
  name: string;
  params: JsonObject;
  rank: number;
}

function plannedCall(tool: JsonObject): PlannedCall | undefined {
  const { name, inputSchema, outputSchema } = tool;
  if (typeof name !== 'string' || !isJsonObject(inputSchema)) return undefined;
  const args = exampleFor(inputSchema);
  if (!isJsonObject(args)) return undefined;
  // Structured results show most, and calls without made-up values are the likeliest to succeed.
  const rank = (isJsonObject(outputSchema) ? 0 : 2) + (Object.keys(args).length === 0 ? 0 : 1);
  return { name, params: { name, arguments: args }, rank };
}

/** A client that no longer waits says so. */
async function cancel(context: ProbeContext<unknown>, call: Exchange): Promise<void> {
  const { requestId } = call.record;
  if (requestId === undefined) return;
  await context.wire.notify({ method: 'notifications/cancelled', params: { requestId, reason: 'Time limit' } });
}
