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
/** The run would wait for tools that say that they take their time, so they are called only when there is no other. */
const TAKES_LONG = /\b(long[-_ ]?(running|operation|task)|slow|sleep|delay|wait|poll|watch)/i;

/** A call of a tool with arguments that are valid for its schema. */
export interface ToolCall {
  [member: string]: string | boolean | Exchange;
  tool: string;
  /** Whether values had to be made up: the tool may then rightly refuse them. */
  madeUp: boolean;
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
    const quick = callable.filter(({ takesLong }) => !takesLong);
    const chosen = (quick.length > 0 ? quick : callable).sort((a, b) => a.rank - b.rank).slice(0, MOST_CALLS);
    const calls = await Promise.all(chosen.map((planned) => callOnce(context, planned, CALL_LIMIT_MS)));
    const [first] = chosen;
    const silent = calls.every(({ call }) => call.end === 'silent');
    // Before a server is said never to answer calls, one of them gets all the time that a request may take.
    if (silent && first !== undefined) calls.push(await callOnce(context, first, undefined));
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
  madeUp: boolean;
  takesLong: boolean;
}

function plannedCall(tool: JsonObject): PlannedCall | undefined {
  const { name, title, description, inputSchema, outputSchema } = tool;
  if (typeof name !== 'string' || !isJsonObject(inputSchema)) return undefined;
  const args = exampleFor(inputSchema);
  if (!isJsonObject(args)) return undefined;
  // Structured results show most, and calls without made-up values are the likeliest to succeed.
  const madeUp = Object.keys(args).length > 0;
  const takesLong = [name, title, description].some((text) => typeof text === 'string' && TAKES_LONG.test(text));
  const rank = (isJsonObject(outputSchema) ? 0 : 2) + (madeUp ? 1 : 0);
  return { name, params: { name, arguments: args }, rank, madeUp, takesLong };
}

async function callOnce(
  context: ProbeContext<unknown>,
  planned: PlannedCall,
  timeoutMs: number | undefined,
): Promise<ToolCall> {
  const { name, params, madeUp } = planned;
  const options = timeoutMs === undefined ? {} : { timeoutMs };
  const withToken = { ...params, _meta: { progressToken: progressToken(context) } };
  const call = await context.wire.exchange({ method: 'tools/call', params: withToken }, options);
  if (call.end === 'silent') await cancel(context, call);
  return { tool: name, madeUp, call };
}

/** Numbers and texts in turn, since a server must give back either. */
function progressToken({ unique }: ProbeContext<unknown>): string | number {
  const token = unique('assay-progress');
  const number = Number(token.replace('assay-progress-', ''));
  return number % 2 === 0 ? 7_000 + number : token;
}

/** A client that no longer waits says so. */
async function cancel(context: ProbeContext<unknown>, call: Exchange): Promise<void> {
  const { requestId } = call.record;
  if (requestId === undefined) return;
  await context.wire.notify({ method: 'notifications/cancelled', params: { requestId, reason: 'Time limit' } });
}
