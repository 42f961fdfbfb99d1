// The protocol core of the two fault servers. Without a fault it keeps MCP 2025-11-25; a fault is an object of hooks
// over it, so that any byte can be wrong. A fault lives in faults/<category>.mjs under its name:
//
//   'method-code-32603': {
//     note: 'what is wrong, and which naive check it would fool',
//     transports: ['stdio', 'http'],      // default: both
//     mode: 'safe',                       // mode of the run: observe | safe | full; default safe
//     fails: ['error-method-code'],       // exactly these rules fail; or { stdio: [...], http: [...] } where they differ
//     auth: true,                         // http: the server asks for the bearer token FAULT_TOKEN
//     credential: false,                  // http with auth: whether the run is given the token; default true
//     waits: true,                        // a run spends its time waiting for time limits, so that many fit side by side
//     env: { NAME: 'value' },             // stdio: added to the environment of the process
//     …hooks
//   }
//
// Every hook may be async, and `undefined` always means "as it was". `next` runs what the server would do by itself.
//
//   configure(config)                       change what is offered: see content.mjs. `toolOf`, `resourceOf`, `promptOf` find entries.
//                                           Undeclared capabilities are refused with -32601 by the core.
//   onStart(context)                        the server has started and read nothing (stdio), or listens (http).
//   onInput(text, context, next)            the text of one line or body. next(text) gives { message } or { reply } (a JSON-RPC
//                                           error, HTTP 400). Return one of these, or { silent: true } for no answer at all.
//   onMessage(message, context, next)       a well-formed request, notification or response. next(message) gives the reply object,
//                                           or undefined where none is due. What is returned is sent; DROP sends nothing (http: an
//                                           answer without a message), HANG never answers (http: the request stays open).
//   methods: { 'tools/list': (params, context, next) => result }
//                                           replaces or wraps one method. next(params) gives the result; throw RpcError for an error.
//                                           A method that the core does not know can be added.
//   results: { 'tools/list': (result, context, params) => void | result }
//                                           changes the result of one method in place, or replaces it.
//   onReply(reply, request, context)        any reply, errors included; `request` is undefined when it could not be read.
//                                           Change it in place, return another, an array of several, DROP or HANG.
//   encode(message, context)                the JSON text of one message that goes out: string or Buffer, without a line end.
//   onLine(bytes, message, context)         stdio: the bytes of one line, line end included. Return string, Buffer or DROP.
//   onStdinEnd(context, next)               stdio: standard input has ended. next() ends the process with code 0.
//   onHttpRequest(context, next)            http: every HTTP request, before anything else. next() handles it.
//                                           context.http is { request, response, method, path, query, headers, body }.
//                                           context.respond({ status, headers, body }) answers.
//   onHttpAnswer(answer, context)           http: { status, headers, body } about to be sent; header names in lower case, null deletes
//                                           one. `answer.stream` is true for the head of an SSE stream, which has no body.
//   onEvent(event, message, context)        http: one SSE event { id, event, data, retry } about to be written. Change it in place, or
//                                           return the raw text or DROP. `message` is null for the priming event.
//   onStreamEnd(context, next)              http: the SSE answer to a POST is complete. next() closes it.
//
// The context:
//
//   transport                               'stdio' | 'http'
//   server                                  { config, memory, calls, callLog }; `memory` is free for a fault, `calls` lists what
//                                           tools with effects were asked to do. http: also `sessions`, the living ones by id, and
//                                           `issuedSessions`, the ids of all
//   session                                 { id, version, initialized, ready, received, replied, open, subscriptions, logLevel, memory };
//                                           null before an HTTP session exists. `received` counts messages, `replied` replies.
//   memory                                  session.memory, or server.memory without a session
//   text                                    what came, as text; bytes: the same as a Buffer
//   progressToken                           of the request that is being handled, or undefined
//   pending()                               how many requests of this session are open, this one included
//   cancelled()                             whether the client has cancelled this request
//   delay(ms)                               a promise
//   crash()                                 stdio: the process exits at once with code 1. http: as if the process had been killed and
//                                           started again: open connections break, all sessions are lost
//   send(message)                           sends a message that belongs to this request, before its reply
//   push(message)                           sends a message that belongs to no request (http: on an open GET stream, else lost)
//   sendRaw(bytes)                          writes bytes as they are (stdio: stdout; http: the SSE stream of this request)
//   http, respond(answer)                   http only

import { defaultConfig, errorResult } from './content.mjs';
import { isObject, problemsOf } from './validate.mjs';

export const DROP = Symbol('drop');
export const HANG = Symbol('hang');

/** The bearer token that a server with `auth` accepts. */
export const FAULT_TOKEN = 'fault-token-9b1d6f0e4c';

export const CODES = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  resourceNotFound: -32002,
};

const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
const COMPLETION_LIMIT = 100;

export class RpcError extends Error {
  constructor(code, message, data) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export function createServer({ fault = {}, transport, callLog, auth }) {
  const config = defaultConfig();
  if (fault.auth) config.auth = { token: FAULT_TOKEN };
  if (auth) config.auth = auth;
  fault.configure?.(config);
  return { fault, transport, config, memory: {}, calls: [], callLog };
}

export function createSession(server, id) {
  return {
    id,
    server,
    version: null,
    initialized: false,
    ready: false,
    received: 0,
    replied: 0,
    open: new Map(),
    subscriptions: new Set(),
    logLevel: null,
    callTimes: new Map(),
    memory: {},
  };
}

/** `io` has what differs between transports: send, push, sendRaw, crash, and on HTTP http and respond. */
export function createContext(server, session, io) {
  return {
    server,
    session,
    transport: server.transport,
    text: '',
    bytes: Buffer.alloc(0),
    progressToken: undefined,
    ...io,
    get memory() {
      return (this.session ?? server).memory;
    },
    pending() {
      return this.session?.open.size ?? 0;
    },
    cancelled: () => false,
    delay: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}

export function isRequest(message) {
  return typeof message.method === 'string' && Object.hasOwn(message, 'id');
}

export function errorReply(id, code, message, data) {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } };
}

export function toolOf(config, name) {
  return config.tools.find((tool) => tool.definition.name === name);
}

export function resourceOf(config, uri) {
  return config.resources.find((resource) => resource.definition.uri === uri);
}

export function promptOf(config, name) {
  return config.prompts.find((prompt) => prompt.definition.name === name);
}

/** What a line or body says: { message }, or { reply } with the error that it gets, or { silent }. */
export async function readInput(context) {
  const { fault } = context.server;
  const next = (text = context.text) => parseInput(text, context.bytes);
  if (!fault.onInput) return next();
  return (await fault.onInput(context.text, context, next)) ?? next();
}

function parseInput(text, bytes) {
  const parsed = parseJson(text);
  if (parsed === undefined || isBadUtf8(bytes)) return { reply: errorReply(null, CODES.parse, 'Parse error') };
  if (Array.isArray(parsed)) return { reply: errorReply(null, CODES.invalidRequest, 'Batches are not supported') };
  if (isMessage(parsed)) return { message: parsed };
  return { reply: errorReply(readableId(parsed), CODES.invalidRequest, 'Invalid request') };
}

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    // Broken JSON is an ordinary input here; the caller answers with -32700.
    return undefined;
  }
}

function isBadUtf8(bytes) {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return false;
  } catch {
    // Same as broken JSON: the bytes are not text.
    return true;
  }
}

function isId(value) {
  return typeof value === 'string' || Number.isInteger(value);
}

function readableId(value) {
  return isObject(value) && isId(value.id) ? value.id : null;
}

function isMessage(value) {
  if (!isObject(value) || value.jsonrpc !== '2.0') return false;
  const hasId = Object.hasOwn(value, 'id');
  if (hasId && !isId(value.id)) return false;
  if (Object.hasOwn(value, 'params') && !isObject(value.params)) return false;
  if (typeof value.method === 'string') return true;
  const isResponse = Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error');
  return !Object.hasOwn(value, 'method') && hasId && isResponse;
}

/** Handles one message and returns the replies to send, usually one or none; HANG when nothing may ever come. */
export async function answerMessage(message, context) {
  const { session, server } = context;
  session.received += 1;
  const request = isRequest(message) ? openRequest(message, context) : undefined;
  try {
    const next = (changed = message) => handle(changed, context);
    const reply = server.fault.onMessage ? await server.fault.onMessage(message, context, next) : await next();
    return await finishReply(reply, request, context);
  } finally {
    if (request) session.open.delete(request.id);
  }
}

/** Runs the hook for replies; also for those to input that is no message. */
export async function finishReply(reply, request, context) {
  if (reply === HANG) return HANG;
  if (reply === undefined || reply === DROP) return [];
  const hook = context.server.fault.onReply;
  const changed = hook ? ((await hook(reply, request, context)) ?? reply) : reply;
  if (changed === HANG) return HANG;
  if (changed === DROP) return [];
  const replies = Array.isArray(changed) ? changed : [changed];
  if (context.session) context.session.replied += replies.length;
  return replies;
}

/** The bytes of one message that goes out. */
export async function encodeMessage(message, context) {
  const changed = await context.server.fault.encode?.(message, context);
  return toBuffer(changed ?? JSON.stringify(message));
}

export function toBuffer(bytes) {
  return typeof bytes === 'string' ? Buffer.from(bytes, 'utf8') : bytes;
}

function openRequest(message, context) {
  const controller = new AbortController();
  context.session.open.set(message.id, controller);
  context.cancelled = () => controller.signal.aborted;
  context.progressToken = message.params?._meta?.progressToken;
  return message;
}

async function handle(message, context) {
  if (typeof message.method !== 'string') return undefined;
  if (!isRequest(message)) return handleNotification(message, context);
  try {
    const result = await runMethod(message, context);
    // A cancelled request gets no reply; see basic/utilities/cancellation.
    return result === undefined ? undefined : { jsonrpc: '2.0', id: message.id, result };
  } catch (error) {
    if (error instanceof RpcError) return errorReply(message.id, error.code, error.message, error.data);
    process.stderr.write(`${error.stack}\n`);
    return errorReply(message.id, CODES.internal, 'Internal error');
  }
}

function handleNotification(message, context) {
  const { session } = context;
  if (message.method === 'notifications/initialized') session.ready = session.initialized;
  if (message.method === 'notifications/cancelled') session.open.get(message.params?.requestId)?.abort();
  return undefined;
}

async function runMethod(message, context) {
  const { fault } = context.server;
  const params = message.params ?? {};
  const next = (changed = params) => runOwnMethod(message.method, changed, context);
  const replaced = ownEntry(fault.methods, message.method);
  const result = replaced ? await replaced(params, context, next) : await next();
  if (result === undefined) return undefined;
  const changed = await ownEntry(fault.results, message.method)?.(result, context, params);
  return changed ?? result;
}

function ownEntry(table, name) {
  return table && Object.hasOwn(table, name) ? table[name] : undefined;
}

function runOwnMethod(name, params, context) {
  const method = ownEntry(METHODS, name);
  const { session, server } = context;
  const isOpening = name === 'initialize' || name === 'ping';
  if (!session.initialized && !isOpening) throw new RpcError(CODES.invalidRequest, 'The session is not initialized');
  if (!method?.offered(server.config.capabilities)) throw new RpcError(CODES.methodNotFound, 'Method not found');
  return method.run(params, context);
}

const always = () => true;
const withTools = (capabilities) => Boolean(capabilities.tools);
const withResources = (capabilities) => Boolean(capabilities.resources);
const withSubscribe = (capabilities) => capabilities.resources?.subscribe === true;
const withPrompts = (capabilities) => Boolean(capabilities.prompts);
const withLogging = (capabilities) => Boolean(capabilities.logging);
const withCompletions = (capabilities) => Boolean(capabilities.completions);

const METHODS = {
  initialize: { offered: always, run: initialize },
  ping: { offered: always, run: () => ({}) },
  'tools/list': {
    offered: withTools,
    run: (params, context) => page('tools', definitionsOf(context.server.config.tools), params, context),
  },
  'tools/call': { offered: withTools, run: callTool },
  'resources/list': {
    offered: withResources,
    run: (params, context) => page('resources', definitionsOf(context.server.config.resources), params, context),
  },
  'resources/templates/list': {
    offered: withResources,
    run: (params, context) => page('resourceTemplates', context.server.config.templates, params, context),
  },
  'resources/read': { offered: withResources, run: readResource },
  'resources/subscribe': { offered: withSubscribe, run: (params, context) => subscribe(params, context) },
  'resources/unsubscribe': { offered: withSubscribe, run: (params, context) => unsubscribe(params, context) },
  'prompts/list': {
    offered: withPrompts,
    run: (params, context) => page('prompts', definitionsOf(context.server.config.prompts), params, context),
  },
  'prompts/get': { offered: withPrompts, run: getPrompt },
  'completion/complete': { offered: withCompletions, run: complete },
  'logging/setLevel': { offered: withLogging, run: setLevel },
};

export function isKnownMethod(name) {
  return Object.hasOwn(METHODS, name);
}

function initialize(params, context) {
  const { session, server } = context;
  if (session.initialized) throw new RpcError(CODES.invalidRequest, 'The session is already initialized');
  requireString(params, 'protocolVersion');
  if (!isObject(params.capabilities))
    throw new RpcError(CODES.invalidParams, 'Parameter "capabilities" must be an object');
  if (!isObject(params.clientInfo)) throw new RpcError(CODES.invalidParams, 'Parameter "clientInfo" must be an object');
  const { versions, capabilities, serverInfo, instructions } = server.config;
  session.version = versions.includes(params.protocolVersion) ? params.protocolVersion : versions[0];
  session.initialized = true;
  return { protocolVersion: session.version, capabilities, serverInfo, instructions };
}

function requireString(params, name) {
  const value = params[name];
  if (typeof value !== 'string') throw new RpcError(CODES.invalidParams, `Parameter "${name}" must be a string`);
  return value;
}

function definitionsOf(entries) {
  return entries.map((entry) => entry.definition);
}

function page(member, all, params, context) {
  const size = context.server.config.pageSize[member];
  const start = params.cursor === undefined ? 0 : offsetOf(member, params.cursor, all.length);
  const end = start + size;
  const result = { [member]: structuredClone(all.slice(start, end)) };
  if (end < all.length) result.nextCursor = cursorOf(member, end);
  return result;
}

export function cursorOf(member, offset) {
  return Buffer.from(`${member}:${offset}`).toString('base64url');
}

function offsetOf(member, cursor, count) {
  const match = typeof cursor === 'string' ? /^(\w+):(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString()) : null;
  const offset = match && match[1] === member ? Number(match[2]) : 0;
  const isOurs = offset > 0 && offset < count && cursorOf(member, offset) === cursor;
  if (!isOurs) throw new RpcError(CODES.invalidParams, 'Invalid cursor');
  return offset;
}

function callTool(params, context) {
  const name = requireString(params, 'name');
  const tool = toolOf(context.server.config, name);
  if (!tool) throw new RpcError(CODES.invalidParams, `Unknown tool: ${name.slice(0, 100)}`);
  const args = params.arguments ?? {};
  if (!isObject(args)) throw new RpcError(CODES.invalidParams, 'Parameter "arguments" must be an object');
  if (isOverRate(name, context)) return errorResult('Too many calls. Try again in a few seconds.');
  log('info', `Tool ${name} was called`, context);
  const found = tool.validates === false ? [] : problemsOf(tool.definition.inputSchema, args, 'The arguments');
  return found.length > 0 ? errorResult(found.join(' ')) : tool.call(args, context);
}

function isOverRate(name, context) {
  const { rateLimit } = context.server.config;
  if (!rateLimit) return false;
  const { callTimes } = context.session;
  const now = performance.now();
  const recent = (callTimes.get(name) ?? []).filter((time) => now - time < rateLimit.windowMs);
  callTimes.set(name, [...recent, now]);
  return recent.length >= rateLimit.calls;
}

function log(level, data, context) {
  const threshold = context.session.logLevel;
  if (threshold === null || LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(threshold)) return;
  context.send({ jsonrpc: '2.0', method: 'notifications/message', params: { level, logger: 'tools', data } });
}

function readResource(params, context) {
  const uri = requireString(params, 'uri');
  const found = resourceOf(context.server.config, uri);
  if (!found) throw new RpcError(CODES.resourceNotFound, 'Resource not found', { uri });
  const { mimeType } = found.definition;
  return { contents: [{ uri, ...(mimeType === undefined ? {} : { mimeType }), ...found.contents }] };
}

function subscribe(params, context) {
  const uri = requireString(params, 'uri');
  if (!resourceOf(context.server.config, uri))
    throw new RpcError(CODES.resourceNotFound, 'Resource not found', { uri });
  context.session.subscriptions.add(uri);
  return {};
}

function unsubscribe(params, context) {
  context.session.subscriptions.delete(requireString(params, 'uri'));
  return {};
}

function getPrompt(params, context) {
  const name = requireString(params, 'name');
  const prompt = promptOf(context.server.config, name);
  if (!prompt) throw new RpcError(CODES.invalidParams, `Unknown prompt: ${name.slice(0, 100)}`);
  const args = params.arguments ?? {};
  if (!isObject(args)) throw new RpcError(CODES.invalidParams, 'Parameter "arguments" must be an object');
  const wrong = Object.values(args).some((value) => typeof value !== 'string');
  if (wrong) throw new RpcError(CODES.invalidParams, 'Arguments of a prompt must be strings');
  const listed = Array.isArray(prompt.definition.arguments) ? prompt.definition.arguments : [];
  const missing = listed.find((argument) => argument.required && !Object.hasOwn(args, argument.name));
  if (missing) throw new RpcError(CODES.invalidParams, `Missing argument: ${missing.name}`);
  return prompt.get(args, context);
}

function complete(params, context) {
  const { config } = context.server;
  const { ref, argument } = params;
  if (!isObject(ref) || !isObject(argument))
    throw new RpcError(CODES.invalidParams, 'Parameters "ref" and "argument" are required');
  const name = requireString(argument, 'name');
  const typed = requireString(argument, 'value');
  const all = config.completions[`${targetOf(ref, config)}:${name}`] ?? [];
  const found = all.filter((value) => value.startsWith(typed));
  return {
    completion: {
      values: found.slice(0, COMPLETION_LIMIT),
      total: found.length,
      hasMore: found.length > COMPLETION_LIMIT,
    },
  };
}

function targetOf(ref, config) {
  if (ref.type === 'ref/prompt') {
    if (!promptOf(config, ref.name)) throw new RpcError(CODES.invalidParams, 'Unknown prompt');
    return `prompt:${ref.name}`;
  }
  if (ref.type !== 'ref/resource') throw new RpcError(CODES.invalidParams, 'Unknown type of reference');
  const known = config.templates.some((template) => template.uriTemplate === ref.uri) || resourceOf(config, ref.uri);
  if (!known) throw new RpcError(CODES.invalidParams, 'Unknown resource template');
  return `template:${ref.uri}`;
}

function setLevel(params, context) {
  const level = requireString(params, 'level');
  if (!LOG_LEVELS.includes(level)) throw new RpcError(CODES.invalidParams, 'Unknown log level');
  context.session.logLevel = level;
  return {};
}
