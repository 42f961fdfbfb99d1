// The Streamable HTTP server with sessions. As a module: startHttpServer(). As a script: FAULT, PORT and FAULT_AUTH in the
// environment; it prints its URL as one line.

import { randomUUID } from 'node:crypto';
import { createServer as createListener } from 'node:http';
import { pathToFileURL } from 'node:url';
import {
  answerMessage,
  CODES,
  createContext,
  createServer,
  createSession,
  encodeMessage,
  errorReply,
  finishReply,
  HANG,
  isRequest,
  readInput,
} from './core.mjs';
import { findFault } from './faults/index.mjs';
import { openStream, withoutNull } from './stream.mjs';

const HOST = '127.0.0.1';
const PATH = '/mcp';
const METADATA_PATH = '/.well-known/oauth-protected-resource';

/** `fault` is a name or a fault; `auth` is { token }. Gives { url, server, close }. */
export async function startHttpServer({ fault, auth, callLog, port = 0 } = {}) {
  const found = typeof fault === 'object' ? fault : findFault(fault);
  const server = createServer({ fault: found, transport: 'http', auth, callLog });
  Object.assign(server, { sessions: new Map(), issuedSessions: new Set() });
  const site = { server, url: '' };
  const listener = createListener((request, response) => void serve(request, response, site));
  site.listener = listener;
  listener.keepAliveTimeout = 30_000;
  await new Promise((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(port, HOST, resolve);
  });
  site.url = `http://${HOST}:${listener.address().port}${PATH}`;
  await found.onStart?.(createContext(server, null, {}));
  const close = async () => {
    const closed = new Promise((resolve) => listener.close(resolve));
    listener.closeAllConnections();
    await closed;
  };
  return { url: site.url, server, close };
}

async function serve(request, response, site) {
  try {
    const http = await readRequest(request, response, site);
    const context = contextOf(http, site);
    const next = () => route(context, site);
    if (site.server.fault.onHttpRequest) await site.server.fault.onHttpRequest(context, next);
    else await next();
  } catch (error) {
    // A client that goes away in the middle of its request or answer is no error of this server.
    if (response.destroyed || request.destroyed) return;
    process.stderr.write(`${error.stack}\n`);
    response.destroy();
  }
}

async function readRequest(request, response, site) {
  const url = new URL(request.url, site.url);
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size <= site.server.config.bodyLimit) chunks.push(chunk);
  }
  return {
    request,
    response,
    method: request.method,
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: Buffer.concat(chunks),
    isTooLarge: size > site.server.config.bodyLimit,
    stream: null,
  };
}

function contextOf(http, site) {
  const context = createContext(site.server, null, {
    http,
    respond: (answer) => respond(answer, context),
    send: (message) => sendRelated(message, context),
    push: (message) => pushUnrelated(message, context),
    sendRaw: (bytes) => void http.stream?.then((stream) => stream.writeRaw(bytes)),
    sessionHeaders: {},
    crash: () => crash(site),
  });
  context.bytes = http.body;
  context.text = http.body.toString('utf8');
  return context;
}

function crash(site) {
  site.server.sessions.clear();
  site.listener.closeAllConnections();
}

/** Sends a whole answer. `headers` with null values are left out. */
async function respond({ status, headers = {}, body = null }, context) {
  const answer = { status, headers: { ...headers }, body, stream: false };
  const changed = (await context.server.fault.onHttpAnswer?.(answer, context)) ?? answer;
  const { response } = context.http;
  response.writeHead(changed.status, withoutNull(changed.headers));
  response.end(changed.body ?? undefined);
}

function refuse(context, status, code, message, headers = {}) {
  return respondWith(context, status, errorReply(null, code, message), headers);
}

async function respondWith(context, status, reply, headers = {}) {
  const body = await encodeMessage(reply, context);
  await respond({ status, headers: { 'content-type': 'application/json', ...headers }, body }, context);
}

async function route(context, site) {
  const { method, path, headers } = context.http;
  if (!isOwnHost(headers.host, site)) return refuse(context, 403, CODES.invalidRequest, 'Host not allowed');
  if (!isOwnOrigin(headers.origin, site)) return refuse(context, 403, CODES.invalidRequest, 'Origin not allowed');
  if (isMetadataPath(path) && context.server.config.auth) return sendMetadata(context, site);
  if (path !== PATH) return refuse(context, 404, CODES.invalidRequest, 'Not found');
  if (!isAuthorized(context)) return challenge(context, site);
  if (context.http.isTooLarge) return refuse(context, 413, CODES.invalidRequest, 'The request is too large');
  const handler = { POST: post, GET: get, DELETE: end }[method];
  if (!handler) return refuse(context, 405, CODES.invalidRequest, 'Method not allowed', { allow: 'GET, POST, DELETE' });
  return handler(context, site);
}

function isOwnHost(host, site) {
  const { port } = new URL(site.url);
  return [`${HOST}:${port}`, `localhost:${port}`, `[::1]:${port}`].includes(host);
}

function isOwnOrigin(origin, site) {
  if (origin === undefined) return true;
  const { port } = new URL(site.url);
  return [`http://${HOST}:${port}`, `http://localhost:${port}`].includes(origin);
}

function isMetadataPath(path) {
  return path === METADATA_PATH || path === `${METADATA_PATH}${PATH}`;
}

function sendMetadata(context, site) {
  const metadata = {
    resource: site.url,
    authorization_servers: ['https://auth.example.invalid'],
    scopes_supported: ['mcp'],
    bearer_methods_supported: ['header'],
  };
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  return respond({ status: 200, headers, body: JSON.stringify(metadata) }, context);
}

function isAuthorized(context) {
  const { auth } = context.server.config;
  return !auth || context.http.headers.authorization === `Bearer ${auth.token}`;
}

function challenge(context, site) {
  const metadata = new URL(`${METADATA_PATH}${PATH}`, site.url);
  const invalid = context.http.headers.authorization === undefined ? '' : ', error="invalid_token"';
  const value = `Bearer realm="mcp", resource_metadata="${metadata}", scope="mcp"${invalid}`;
  return refuse(context, 401, CODES.invalidRequest, 'Authorization is required', { 'www-authenticate': value });
}

function mediaTypes(header) {
  return (header ?? '').split(',').map((entry) => entry.split(';')[0].trim().toLowerCase());
}

function accepts(context, type) {
  const accepted = mediaTypes(context.http.headers.accept);
  return accepted.includes('*/*') || accepted.includes(`${type.split('/')[0]}/*`) || accepted.includes(type);
}

async function post(context, site) {
  const { headers } = context.http;
  if (mediaTypes(headers['content-type'])[0] !== 'application/json') {
    return refuse(context, 415, CODES.invalidRequest, 'The content type must be application/json');
  }
  if (!accepts(context, 'application/json') && !accepts(context, 'text/event-stream')) {
    return refuse(context, 406, CODES.invalidRequest, 'Accept must name application/json and text/event-stream');
  }
  const input = await readInput(context);
  if (input.silent) return respond({ status: 202 }, context);
  if (input.reply) return sendReplies(await finishReply(input.reply, undefined, context), 400, context);
  if (input.message.method === 'initialize' && headers['mcp-session-id'] === undefined) {
    return openSession(input.message, context, site);
  }
  const isReady = await enterSession(context, site, input.message.id);
  return isReady ? postMessage(input.message, context) : undefined;
}

async function sendReplies(replies, status, context) {
  if (replies === HANG) return;
  if (replies.length === 0) return respond({ status: 202 }, context);
  const encoded = await Promise.all(replies.map((reply) => encodeMessage(reply, context)));
  const headers = { 'content-type': 'application/json', ...context.sessionHeaders };
  await respond({ status, headers, body: Buffer.concat(encoded) }, context);
}

async function openSession(message, context, site) {
  const session = Object.assign(createSession(context.server, randomUUID()), { streams: [], getStreams: new Set() });
  context.session = session;
  context.sessionHeaders = { 'mcp-session-id': session.id };
  const replies = await answerMessage(message, context);
  if (session.initialized) rememberSession(session, site);
  else context.sessionHeaders = {};
  await sendAnswer(replies, session.initialized ? 200 : 400, context);
}

function rememberSession(session, { server }) {
  server.sessions.set(session.id, session);
  server.issuedSessions.add(session.id);
}

/** Finds the session of a request and checks its version header; answers by itself when one is wrong. */
async function enterSession(context, site, messageId) {
  const { headers } = context.http;
  const refusal = (status, message) =>
    respondWith(context, status, errorReply(messageId ?? null, CODES.invalidRequest, message));
  const id = headers['mcp-session-id'];
  if (id === undefined) return (await refusal(400, 'The header Mcp-Session-Id is missing')) ?? false;
  const session = site.server.sessions.get(id);
  if (!session) return (await refusal(404, 'There is no such session')) ?? false;
  const version = headers['mcp-protocol-version'];
  const isKnown = version === undefined || context.server.config.versions.includes(version);
  if (!isKnown) return (await refusal(400, 'Unsupported protocol version')) ?? false;
  context.session = session;
  return true;
}

async function postMessage(message, context) {
  if (!isRequest(message)) return sendReplies(await answerMessage(message, context), 200, context);
  const prefersStream = message.method === 'tools/call' || !accepts(context, 'application/json');
  if (prefersStream && accepts(context, 'text/event-stream')) context.http.stream = openStream(context);
  const replies = await answerMessage(message, context);
  const isSecondOpening = message.method === 'initialize' && replies !== HANG && replies.some((reply) => reply.error);
  return sendAnswer(replies, isSecondOpening ? 400 : 200, context);
}

async function sendAnswer(replies, status, context) {
  if (replies === HANG) return;
  if (!context.http.stream) return sendReplies(replies, status, context);
  const stream = await context.http.stream;
  for (const reply of replies) await stream.write(reply);
  const close = async () => stream.close();
  const { onStreamEnd } = context.server.fault;
  return onStreamEnd ? onStreamEnd(context, close) : close();
}

/** A message before the reply needs a stream, so the answer becomes one, if the client takes it. */
function sendRelated(message, context) {
  if (!context.http.stream && !accepts(context, 'text/event-stream')) return;
  context.http.stream ??= openStream(context);
  void context.http.stream.then((stream) => stream.write(message));
}

function pushUnrelated(message, context) {
  const [stream] = context.session?.getStreams ?? [];
  if (stream) void stream.write(message);
}

async function get(context, site) {
  if (!accepts(context, 'text/event-stream')) {
    return refuse(context, 406, CODES.invalidRequest, 'Accept must name text/event-stream');
  }
  if (!(await enterSession(context, site))) return;
  const { session } = context;
  const last = context.http.headers['last-event-id'];
  context.http.stream = openStream(context);
  const stream = await context.http.stream;
  if (last !== undefined && (await replay(last, stream, session))) return;
  session.getStreams.add(stream);
  const timer = setInterval(() => stream.writeRaw(': keep-alive\n\n'), context.server.config.keepAliveMs);
  context.http.response.on('close', () => {
    clearInterval(timer);
    session.getStreams.delete(stream);
  });
}

/** Sends again what a broken stream still owed; true when that stream is complete, so that this one ends too. */
async function replay(lastId, stream, session) {
  const old = session.streams.find((candidate) => candidate.events.some((event) => event.id === lastId));
  if (!old) return false;
  const after = old.events.slice(old.events.findIndex((event) => event.id === lastId) + 1);
  for (const event of after) await stream.write(event.message);
  if (old.isDone) stream.close();
  return old.isDone;
}

async function end(context, site) {
  if (!(await enterSession(context, site))) return;
  const { session } = context;
  site.server.sessions.delete(session.id);
  for (const stream of session.getStreams) stream.close();
  await respond({ status: 204 }, context);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const token = process.env.FAULT_AUTH;
  const { url } = await startHttpServer({
    fault: process.env.FAULT,
    auth: token ? { token } : undefined,
    callLog: process.env.FAULT_CALL_LOG,
    port: Number(process.env.PORT ?? 0),
  });
  process.stdout.write(`${url}\n`);
}
