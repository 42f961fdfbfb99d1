import { defineProbe, type ProbeContext } from '../probe.js';
import type { Exchange } from '../recording/exchange.js';
import { callTools, type ToolCall } from './call-tools.js';

/** Repeats one call without a progress token: that of a tool that reported progress, if any did. */
export const callWithoutProgress = defineProbe({
  id: 'call-without-progress',
  effect: 'call',
  lane: 'shared',
  capability: 'tools',
  needs: { called: callTools },
  async run({ wire, needs }: ProbeContext<{ called: { calls: ToolCall[] } }>) {
    const served = needs.called.calls.filter(({ call }) => call.kind === 'result');
    const chosen = served.find(({ call }) => reportedProgress(call)) ?? served[0];
    const params = chosen === undefined ? undefined : withoutToken(chosen.call);
    return { call: params === undefined ? null : await wire.exchange({ method: 'tools/call', params }) };
  },
});
