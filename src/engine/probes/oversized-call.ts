import { defineProbe } from '../probe.js';
import { listTools } from './lists.js';
import { textTarget } from './tool-targets.js';

const OVERSIZED = 1024 * 1024;

/** Calls a tool with a text of one mebibyte, and asks for something simple after it. */
export const oversizedCall = defineProbe({
  id: 'oversized-call',
  effect: 'hostile',
  lane: 'last',
  capability: 'tools',
  needs: { tools: listTools },
  async run(context) {
    const target = textTarget(context, /text|content|body|message/i);
    if (target === null) return null;
    const { tool, parameter, args } = target;
    const params = { name: tool, arguments: { ...args, [parameter]: 'x'.repeat(OVERSIZED) } };
    const call = await context.wire.exchange({ method: 'tools/call', params });
    const after = await context.wire.exchange(context.served());
    return { tool, bytes: OVERSIZED, call, after };
  },
});
