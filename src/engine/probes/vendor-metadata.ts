import { isJsonObject, type JsonValue } from '../json.js';
import { defineProbe, type ProbeContext } from '../probe.js';
import type { Exchange } from '../recording/exchange.js';
import { listPrompts, listResources, listTools, type Pages } from './lists.js';

/** Keys that no server knows, and the trace context that tools add on the way. */
const METADATA = {
  'com.example/assay': { nested: [1, null, 'text'] },
  'com.example/flag': true,
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};

/** Repeats the first list that was served, with unknown keys in `_meta`; without lists, a ping. */
export const vendorMetadata = defineProbe({
  id: 'vendor-metadata',
  effect: 'read',
  lane: 'shared',
  wants: { tools: listTools, resources: listResources, prompts: listPrompts },
  async run({ wire, needs, served }: ProbeContext<{ tools?: Pages; resources?: Pages; prompts?: Pages }>) {
    const params = { _meta: METADATA };
    for (const member of ['tools', 'resources', 'prompts'] as const) {
      const plain = needs[member]?.pages[0];
      if (plain === undefined || lengthOf(plain, member) === undefined) continue;
      const method = `${member}/list`;
      return { method, member, plain, odd: await wire.exchange({ method, params }, { twin: plain }) };
    }
    const { method } = served();
    return { method, member: null, plain: null, odd: await wire.exchange({ method, params }, { twin: served() }) };
  },
});

/** Number of entries on a page; undefined when it has none to count. */
export function lengthOf(page: Exchange, member: string): number | undefined {
  const { result }: { result?: JsonValue | undefined } = page.kind === 'result' ? page : {};
  const list = isJsonObject(result) ? result[member] : undefined;
  return Array.isArray(list) ? list.length : undefined;
}
