// Tickets: a server over Streamable HTTP that keeps MCP 2025-11-25. Start it with `node servers/tickets-http.mjs`;
// it listens on 127.0.0.1 only, port 8931 or the one that PORT names, and prints its address.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { ERROR, errorReply, errorResult, isRequest, readMessage, Session, textResult } from './protocol.mjs';

const HOST = '127.0.0.1';
const PATH = '/mcp';
const BODY_LIMIT = 4 * 1024 * 1024;
const SESSION_LIMIT = 1000;
const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

const tickets = [
  { id: 1, title: 'The printer on floor 2 jams', state: 'open' },
  { id: 2, title: 'New keyboard for the front desk', state: 'open' },
  { id: 3, title: 'Meeting room clock runs late', state: 'closed' },
];

const TICKET = {
  type: 'object',
  properties: { id: { type: 'integer' }, title: { type: 'string' }, state: { enum: ['open', 'closed'] } },
  required: ['id', 'title', 'state'],
};

const features = {
  serverInfo: { name: 'tickets', title: 'Tickets', version: '1.0.0' },
  instructions: 'List the tickets to learn their numbers.',
  tools: [
    {
      definition: {
        name: 'list_tickets',
        title: 'List tickets',
        description: 'Lists the tickets in one state.',
        inputSchema: {
          type: 'object',
          properties: { state: { type: 'string', description: 'State of the tickets.', enum: ['open', 'closed'] } },
          required: ['state'],
          additionalProperties: false,
        },
        outputSchema: {
          type: 'object',
          properties: { tickets: { type: 'array', items: TICKET } },
          required: ['tickets'],
        },
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
      call({ state }) {
        const structuredContent = { tickets: tickets.filter((ticket) => ticket.state === state) };
        return { ...textResult(JSON.stringify(structuredContent)), structuredContent };
      },
    },
    {
      definition: {
        name: 'show_ticket',
        title: 'Show a ticket',
        description: 'Shows one ticket.',
        inputSchema: {
          type: 'object',
          properties: { id: { type: 'integer', description: 'Number of the ticket.', minimum: 1, examples: [1] } },
          required: ['id'],
          additionalProperties: false,
        },
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
      call({ id }) {
        const ticket = tickets.find((candidate) => candidate.id === id);
        return ticket
          ? textResult(`${ticket.title} (${ticket.state})`)
          : errorResult('There is no ticket of that number.');
      },
    },
  ],
};

const sessions = new Map();

function send(response, status, headers = {}, body = undefined) {
  response.writeHead(status, { 'cache-control': 'no-store', ...headers });
  response.end(body);
}

function sendMessage(response, status, message, headers = {}) {
  send(response, status, { 'content-type': 'application/json', ...headers }, JSON.stringify(message));
}

function refuse(response, status, text, headers = {}, id = null) {
  sendMessage(response, status, errorReply(id, ERROR.invalidRequest, text), headers);
}

/** Only pages that this server itself could have served may call it: a web page elsewhere must not reach it by DNS rebinding. */
function isOwn(request) {
  const { port } = request.socket.address();
  const hosts = [`${HOST}:${port}`, `localhost:${port}`];
  const { host, origin } = request.headers;
  return hosts.includes(host) && (origin === undefined || hosts.some((own) => origin === `http://${own}`));
}

function mediaTypes(header) {
  return (header ?? '').split(',').map((entry) => entry.split(';')[0].trim().toLowerCase());
}

async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    // The rest is read and dropped, so that the client is still there for the answer.
    if (size <= BODY_LIMIT) chunks.push(chunk);
  }
  return size > BODY_LIMIT ? undefined : Buffer.concat(chunks);
}

/** The session that the headers name; answers the request by itself when they are wrong. */
function sessionOf(request, response, messageId) {
  const id = request.headers['mcp-session-id'];
  const version = request.headers['mcp-protocol-version'];
  if (id === undefined) refuse(response, 400, 'The header Mcp-Session-Id is missing', {}, messageId);
  else if (!sessions.has(id)) refuse(response, 404, 'There is no such session', {}, messageId);
  else if (version !== undefined && !VERSIONS.includes(version)) {
    refuse(response, 400, 'This protocol version is not supported', {}, messageId);
  } else return sessions.get(id);
  return undefined;
}

/** Sessions that are never ended must not take all memory; the oldest goes first. */
function keep(id, session) {
  sessions.set(id, session);
  if (sessions.size > SESSION_LIMIT) sessions.delete(sessions.keys().next().value);
}

async function open(message, response) {
  // No stream is open on which a message of our own could travel, so there is nowhere to send one.
  const session = new Session(features, () => undefined);
  const reply = await session.answer(message);
  if (!session.isInitialized) return sendMessage(response, 400, reply);
  const id = randomUUID();
  keep(id, session);
  return sendMessage(response, 200, reply, { 'mcp-session-id': id });
}

async function post(request, response) {
  if (mediaTypes(request.headers['content-type'])[0] !== 'application/json') {
    return refuse(response, 415, 'The content type must be application/json');
  }
  const accepted = mediaTypes(request.headers.accept);
  if (!['application/json', 'application/*', '*/*'].some((type) => accepted.includes(type))) {
    return refuse(response, 406, 'The answer is application/json, which Accept does not name');
  }
  const body = await readBody(request);
  if (!body) return refuse(response, 413, 'The request is too large');
  const { message, reply } = readMessage(body);
  if (reply) return sendMessage(response, 400, reply);
  const isOpening = message.method === 'initialize' && request.headers['mcp-session-id'] === undefined;
  if (isOpening && isRequest(message)) return open(message, response);
  const session = sessionOf(request, response, isRequest(message) ? message.id : null);
  if (!session) return undefined;
  const answer = await session.answer(message);
  if (!answer) return send(response, 202);
  return sendMessage(response, message.method === 'initialize' ? 400 : 200, answer);
}

async function end(request, response) {
  if (!sessionOf(request, response, null)) return undefined;
  sessions.delete(request.headers['mcp-session-id']);
  return send(response, 204);
}

async function serve(request, response) {
  if (!isOwn(request)) return refuse(response, 403, 'This host or origin is not allowed');
  if (new URL(request.url, `http://${HOST}`).pathname !== PATH) return refuse(response, 404, 'There is nothing here');
  if (request.method === 'POST') return post(request, response);
  if (request.method === 'DELETE') return end(request, response);
  // GET would open a stream for messages of the server; this one has none to send.
  return refuse(response, 405, 'This method is not supported', { allow: 'POST, DELETE' });
}

const listener = createServer((request, response) => {
  serve(request, response).catch((error) => {
    process.stderr.write(`${error.stack}\n`);
    response.destroy();
  });
});

listener.on('error', (error) => {
  process.stderr.write(`tickets cannot listen: ${error.message}\n`);
  process.exitCode = 1;
});
listener.listen(Number(process.env.PORT ?? 8931), HOST, () => {
  process.stdout.write(`http://${HOST}:${listener.address().port}${PATH}\n`);
});
process.on('SIGTERM', () => process.exit(0));
