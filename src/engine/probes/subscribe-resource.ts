import { defineProbe, type ProbeContext } from '../probe.js';
import { mergePages } from '../views/lists.js';
import { listResources, type Pages } from './lists.js';

/** Subscribes to a listed resource and takes the subscription back. */
export const subscribeResource = defineProbe({
  id: 'subscribe-resource',
  effect: 'read',
  lane: 'shared',
  capability: 'resources.subscribe',
  needs: { resources: listResources },
  async run({ wire, needs }: ProbeContext<{ resources: Pages }>) {
    const first = mergePages(needs.resources, 'resources').items.find(({ item }) => typeof item['uri'] === 'string');
    const uri = first?.item['uri'];
    if (typeof uri !== 'string') return { uri: null, subscribe: null, unsubscribe: null };
    const subscribe = await wire.exchange({ method: 'resources/subscribe', params: { uri } });
    const unsubscribe = await wire.exchange({ method: 'resources/unsubscribe', params: { uri } });
    return { uri, subscribe, unsubscribe };
  },
});
