import { defineProbe, type ProbeContext } from '../probe.js';
import type { Exchange } from '../recording/exchange.js';
import { mergePages } from '../views/lists.js';
import { listResources, type Pages } from './lists.js';

const MOST_READS = 6;

export interface ResourceRead {
  [member: string]: string | Exchange;
  uri: string;
  read: Exchange;
}

/** Reads listed resources: the first ones, and one of each further media type. */
export const readResources = defineProbe({
  id: 'read-resources',
  effect: 'read',
  lane: 'shared',
  capability: 'resources',
  needs: { resources: listResources },
  async run(context: ProbeContext<{ resources: Pages }>) {
    const listed = mergePages(context.needs.resources, 'resources').items;
    const types = new Set<unknown>();
    const chosen: string[] = [];
    for (const { item } of listed) {
      const { uri, mimeType } = item;
      if (typeof uri !== 'string' || chosen.includes(uri) || chosen.length >= MOST_READS) continue;
      if (chosen.length >= MOST_READS / 2 && types.has(mimeType)) continue;
      types.add(mimeType);
      chosen.push(uri);
    }
    const reads = await Promise.all(
      chosen.map(async (uri): Promise<ResourceRead> => {
        return { uri, read: await context.wire.exchange({ method: 'resources/read', params: { uri } }) };
      }),
    );
    return { listed: listed.length, reads };
  },
});
