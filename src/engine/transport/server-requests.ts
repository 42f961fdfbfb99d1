import type { JsonObject, JsonValue } from '../json.js';

/**
 * The reply of a conformant client that declared no capabilities: a ping is answered, everything else was not offered.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping#behavior-requirements
 */
export function replyTo(request: { id: JsonValue; method: string }): JsonObject {
  if (request.method === 'ping') return { jsonrpc: '2.0', id: request.id, result: {} };
  return { jsonrpc: '2.0', id: request.id, error: { code: -32601, message: 'Method not found' } };
}
