// Weather: a stdio server that works in a demo and breaks the protocol in six ways that are seen often.
// Each is marked "Fault", with what a client makes of it and what would be right.
import { createInterface } from 'node:readline';

const FORECASTS = {
  Oslo: { sky: 'snow', celsius: -4 },
  Lisbon: { sky: 'sun', celsius: 17 },
};

// Fault 1: stdout belongs to the protocol. A client tries to read this line as JSON; some stop here.
// Right: console.error, because stderr is free for logs.
console.log('Weather server ready.');

const TOOLS = [
  {
    name: 'get_forecast',
    title: 'Forecast',
    description: 'Returns the weather of a city.',
    inputSchema: {
      type: 'object',
      properties: { city: { type: 'string', description: 'Name of the city.', examples: ['Oslo'] } },
      required: ['city'],
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'list_cities',
    title: 'Cities',
    description: 'Returns the cities that have a forecast.',
    // Fault 2: the schema of a tool without parameters must still be that of an object. Clients that check it refuse
    // this tool or the whole list. Right: { "type": "object", "additionalProperties": false }
    inputSchema: { type: 'array' },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
];

function refusal(code, message) {
  return Object.assign(new Error(message), { code });
}

function callTool({ name, arguments: args = {} }) {
  if (!TOOLS.some((tool) => tool.name === name)) throw refusal(-32602, 'There is no such tool');
  if (name === 'list_cities') return { content: [{ type: 'text', text: Object.keys(FORECASTS).join(', ') }] };
  const forecast = Object.hasOwn(FORECASTS, args.city) ? FORECASTS[args.city] : undefined;
  if (!forecast) return { content: [{ type: 'text', text: 'There is no forecast for that city.' }], isError: true };
  return { content: [{ type: 'text', text: `${forecast.sky}, ${forecast.celsius} °C` }] };
}

let isInitialized = false;

function initialize(params) {
  if (isInitialized) throw refusal(-32600, 'The session is initialized already');
  if (typeof params.protocolVersion !== 'string') throw refusal(-32602, 'The parameter protocolVersion is missing');
  isInitialized = true;
  return {
    // Fault 3: whatever the client asks for is confirmed, even a version that does not exist. The client then believes
    // that it can use what this server has never heard of. Right: answer with a version that the server keeps.
    protocolVersion: params.protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'weather-with-faults', title: 'Weather', version: '0.3.0' },
  };
}

function resultOf({ method, params = {} }) {
  if (method === 'initialize') return initialize(params);
  // Fault 4: ping wants an empty result. Right: {}
  if (method === 'ping') return { ok: true, time: new Date().toISOString() };
  // Fault 5: the cursor is ignored, so a client with a wrong one reads the first page again and again.
  // Right: error -32602 for a cursor that this server did not give out.
  if (method === 'tools/list') return { tools: TOOLS };
  if (method === 'tools/call') return callTool(params);
  // Fault 6: an unknown method is no internal error. Clients use -32601 to find out what a server can do, and take
  // -32603 for a crash. Right: code -32601, "Method not found".
  throw refusal(-32603, 'Internal error');
}

function write(message) {
  console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isId(value) {
  return typeof value === 'string' || Number.isInteger(value);
}

function isRequest(message) {
  const hasParams = message.params === undefined || isObject(message.params);
  return message.jsonrpc === '2.0' && typeof message.method === 'string' && isId(message.id) && hasParams;
}

createInterface({ input: process.stdin }).on('line', (line) => {
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    // Broken JSON is answered as the protocol asks.
    write({ id: null, error: { code: -32700, message: 'Parse error' } });
    return;
  }
  const isNotification = isObject(message) && message.jsonrpc === '2.0' && !('id' in message) && 'method' in message;
  const isReply = isObject(message) && ('result' in message || 'error' in message);
  if (isNotification || isReply) return;
  const id = isObject(message) && isId(message.id) ? message.id : null;
  if (!isObject(message) || !isRequest(message)) {
    write({ id, error: { code: -32600, message: 'Invalid request' } });
    return;
  }
  try {
    write({ id, result: resultOf(message) });
  } catch (error) {
    write({ id, error: { code: error.code ?? -32603, message: error.message } });
  }
});
