import { isJsonObject } from '../json.js';
import { defineProbe } from '../probe.js';
import { listTools } from './lists.js';
import { callableTools, tierOf } from './tool-targets.js';

const CALLS = 50;

/** Calls a tool that only reads and wants no arguments fifty times at once, and asks for something simple after it. */
export const callBurst = defineProbe({
  id: 'call-burst',
  effect: 'hostile',
  lane: 'last',
  capability: 'tools',
  needs: { tools: listTools },
  async run(context) {
    const target = callableTools(context).find(
      ({ tool, args }) => tierOf(tool) === 0 && Object.keys(args).length === 0,
    );
    if (target === undefined || !isJsonObject(target.args)) return null;
    const params = { name: target.name, arguments: {} };
    const calls = await Promise.all(
      Array.from({ length: CALLS }, () => context.wire.exchange({ method: 'tools/call', params })),
    );
    const after = await context.wire.exchange(context.served());
    return { tool: target.name, calls, after };
  },
});
