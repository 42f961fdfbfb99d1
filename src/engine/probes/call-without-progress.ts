import { isJsonObject, type JsonObject } from '../json.js';
import { defineProbe, type ProbeContext } from '../probe.js';
import type { Exchange } from '../recording/exchange.js';
import { callTools, type ToolCall } from './call-tools.js';

/** Repeats one call without a progress token: that of the tool that took longest, as one that reports progress does. */
export const callWithoutProgress = defineProbe({
  id: 'call-without-progress',
  effect: 'call',
  lane: 'shared',
  capability: 'tools',
  needs: { called: callTools },
  async run({ wire, needs }: ProbeContext<{ called: { calls: ToolCall[] } }>) {
    const served = needs.called.calls.filter(({ call }) => call.kind === 'result');
    const [longest] = served.sort((a, b) => b.call.waitedMs - a.call.waitedMs);
    const params = longest === undefined ? undefined : withoutToken(longest.call);
    return { call: params === undefined ? null : await wire.exchange({ method: 'tools/call', params }) };
  },
});

function withoutToken({ sent }: Exchange): JsonObject | undefined {
  const params = isJsonObject(sent) ? sent['params'] : undefined;
  if (!isJsonObject(params)) return undefined;
  const { _meta: _, ...rest } = params;
  return rest;
}
