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

function callTool({ name, arguments: args }) {
  if (name === 'list_cities') return { content: [{ type: 'text', text: Object.keys(FORECASTS).join(', ') }] };
  const forecast = FORECASTS[args?.city];
  if (name === 'get_forecast' && forecast) {
    return { content: [{ type: 'text', text: `${forecast.sky}, ${forecast.celsius} °C` }] };
  }
  return { content: [{ type: 'text', text: 'There is no forecast for that.' }], isError: true };
}

function answer({ method, params = {} }) {
  if (method === 'initialize') {
    // Fault 3: whatever the client asks for is confirmed, even a version that does not exist. The client then believes
    // that it can use what this server has never heard of. Right: answer with a version that the server keeps.
    return {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'weather-with-faults', title: 'Weather', version: '0.3.0' },
    };
  }
  // Fault 4: ping wants an empty result. Right: {}
  if (method === 'ping') return { ok: true, time: new Date().toISOString() };
  // Fault 5: the cursor is ignored, so a client with a wrong one reads the first page again and again.
  // Right: error -32602 for a cursor that this server did not give out.
  if (method === 'tools/list') return { tools: TOOLS };
  if (method === 'tools/call') return callTool(params);
  throw new Error('unknown method');
}

createInterface({ input: process.stdin }).on('line', (line) => {
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    // Broken JSON is answered as the protocol asks.
    console.log(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } }));
    return;
  }
  if (message.id === undefined || message.method === undefined) return;
  try {
    console.log(JSON.stringify({ jsonrpc: '2.0', id: message.id, result: answer(message) }));
  } catch {
    // Fault 6: an unknown method is no internal error. Clients use -32601 to find out what a server can do, and take
    // -32603 for a crash. Right: code -32601, "Method not found".
    console.log(JSON.stringify({ jsonrpc: '2.0', id: message.id, error: { code: -32603, message: 'Internal error' } }));
  }
});
