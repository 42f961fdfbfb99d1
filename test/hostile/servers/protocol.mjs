// The well-behaved half of the hostile servers: just enough of MCP that a run gets to the point of the attack.
import { appendFileSync } from 'node:fs';

/** Every process of a case writes its number down, so that the test can look for survivors. */
export function notePid(pid = process.pid) {
  const file = process.env.HOSTILE_PIDS;
  if (file) appendFileSync(file, `${pid}\n`);
}

export const echoTool = {
  name: 'echo',
  description: 'Returns its text.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  annotations: { readOnlyHint: true },
};

const invalidRequest = { error: { code: -32600, message: 'Invalid request' } };
const invalidParams = { error: { code: -32602, message: 'Invalid params' } };

/** The result or the error of a request; undefined for what needs no reply. */
function outcomeOf(message, isInitialized) {
  if (message.jsonrpc !== '2.0') return invalidRequest;
  const { id, method, params } = message;
  if (method === undefined && !('result' in message) && !('error' in message)) return invalidRequest;
  if (id === undefined || method === undefined) return undefined;
  switch (method) {
    case 'initialize':
      if (isInitialized) return invalidRequest;
      return {
        result: {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'hostile', version: '1.0.0' },
        },
      };
    case 'ping':
      return { result: {} };
    case 'tools/list':
      return params?.cursor === undefined ? { result: { tools: [echoTool] } } : invalidParams;
    case 'tools/call':
      if (params?.name !== echoTool.name) return invalidParams;
      return { result: { content: [{ type: 'text', text: String(params.arguments?.text) }] } };
    default:
      return { error: { code: -32601, message: `Method not found: ${method}` } };
  }
}

/** The reply to a message; undefined where none is due. */
export function replyTo(message, isInitialized = false) {
  const outcome = outcomeOf(message, isInitialized);
  return outcome && { jsonrpc: '2.0', id: message.id ?? null, ...outcome };
}

export function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Text of arrays within arrays. */
export function nested(depth) {
  return '['.repeat(depth) + ']'.repeat(depth);
}

/** An object schema whose properties hold object schemas, and so on. */
export function deepSchema(depth) {
  const [open, close] = ['{"type":"object","properties":{"a":', '}}'];
  return [open.repeat(depth), '{"type":"string"}', close.repeat(depth)].join('');
}
