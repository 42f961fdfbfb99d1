// The floor over HTTP: the least that a client process does to list the tools of a server. Usage: client-http.mjs URL
const [url] = process.argv.slice(2);
const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

async function post(message) {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', ...message }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`HTTP ${response.status}: ${text}`);
  return response;
}

const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'floor', version: '1' } };
const initialized = await post({ id: 1, method: 'initialize', params });
const session = initialized.headers.get('mcp-session-id');
if (session !== null) headers['mcp-session-id'] = session;
headers['mcp-protocol-version'] = '2025-11-25';
await post({ method: 'notifications/initialized' });
await post({ id: 2, method: 'tools/list' });
process.exit(0);
