import { defineProbe } from '../probe.js';
import type { Exchange } from '../recording/exchange.js';

/** Sends a message that is not JSON, and when all is quiet again a served request. */
export const brokenJson = defineProbe({
  id: 'broken-json',
  effect: 'read',
  lane: 'own',
  async run({ wire, served }) {
    const before = await wire.witness(served());
    // A server that is slow to answer answers in order: silence counts only from the reply to what came after.
    const sent = wire.raw('{"jsonrpc": "2.0", "id": 17, "method": ping}', { twin: before });
    await wire.exchange(served());
    const odd = await sent;
    // A server may answer and then fall: that shows only after a while.
    await wire.quiet();
    return { odd, after: await wire.exchange(served()) };
  },
});

/** What is wrong with the one message for which JSON-RPC names the code beyond doubt. */
export const WITHOUT_METHOD = 'without a method';

interface InvalidRequest {
  [member: string]: string | Exchange;
  /** What is wrong, in words. */
  what: string;
  odd: Exchange;
}

/** Sends JSON that is no JSON-RPC message in three ways, and when all is quiet again a served request. */
export const invalidRequests = defineProbe({
  id: 'invalid-requests',
  effect: 'read',
  lane: 'own',
  async run({ wire, served, unique }) {
    const before = await wire.witness(served());
    const messages = [
      { what: 'with jsonrpc "1.0"', message: { jsonrpc: '1.0', method: 'ping' } },
      { what: 'without jsonrpc', message: { method: 'ping' } },
      { what: WITHOUT_METHOD, message: { jsonrpc: '2.0', params: {} } },
    ];
    const sent = Promise.all(
      messages.map(async ({ what, message }): Promise<InvalidRequest> => {
        const exchange = await wire.send({ ...message, id: unique('assay-invalid') }, { twin: before });
        return { what, odd: exchange };
      }),
    );
    await wire.exchange(served());
    const odd = await sent;
    await wire.quiet();
    return { odd, after: await wire.exchange(served()) };
  },
});
