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

/** The result or the error of a request; undefined for what needs no reply. */
export function outcomeOf(message) {
  if (message.id === undefined) return undefined;
  switch (message.method) {
    case 'initialize':
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
      return { result: { tools: [echoTool] } };
    case 'tools/call':
      return { result: { content: [{ type: 'text', text: String(message.params?.arguments?.text) }] } };
    case undefined:
      return undefined;
    default:
      return { error: { code: -32601, message: `Method not found: ${message.method}` } };
  }
}

export function replyTo(message) {
  const outcome = outcomeOf(message);
  return outcome && { jsonrpc: '2.0', id: message.id, ...outcome };
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
