import { defineProbe } from '../probe.js';
import type { Exchange } from '../recording/exchange.js';
import { declares } from '../session.js';

/** One harmless request for each capability, so that the contents can be told apart. */
const REQUESTS = [
  { capability: 'tools', method: 'tools/list' },
  { capability: 'resources', method: 'resources/list' },
  { capability: 'prompts', method: 'prompts/list' },
];

interface Overlapping {
  [member: string]: string | Exchange;
  method: string;
  alone: Exchange;
  together: Exchange;
}

/** Sends requests one after the other, and then all at once. */
export const overlap = defineProbe({
  id: 'overlap',
  effect: 'read',
  lane: 'last',
  async run({ wire, server }) {
    const declared = REQUESTS.filter(({ capability }) => declares(server.capabilities, capability));
    const methods = ['ping', ...declared.map(({ method }) => method), 'ping'];
    const alone: Exchange[] = [];
    for (const method of methods) alone.push(await wire.exchange({ method }));
    const together = await Promise.all(methods.map((method) => wire.exchange({ method })));
    const requests = methods.flatMap((method, index): Overlapping[] => {
      const [one, other] = [alone[index], together[index]];
      return one === undefined || other === undefined ? [] : [{ method, alone: one, together: other }];
    });
    return { requests };
  },
});
