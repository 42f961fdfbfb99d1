import type { JsonObject, JsonValue } from '../json.js';

/**
 * The reply of a conformant client: a ping is answered, and roots, of which there are none, if they were declared.
 * Everything else was not offered.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping#behavior-requirements
 */
export function replyTo(request: { id: JsonValue; method: string }, declared: JsonObject = {}): JsonObject {
  if (request.method === 'ping') return { jsonrpc: '2.0', id: request.id, result: {} };
  if (request.method === 'roots/list' && declared['roots'] !== undefined) {
    return { jsonrpc: '2.0', id: request.id, result: { roots: [] } };
  }
  return { jsonrpc: '2.0', id: request.id, error: { code: -32601, message: 'Method not found' } };
}

/** Whether a request can be answered: one with another id than a text or a number is no request, and a reply would go astray. */
export function isAnswerable(id: JsonValue): boolean {
  return typeof id === 'string' || typeof id === 'number';
}
