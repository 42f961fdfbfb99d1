// The part of MCP 2025-11-25 that does not depend on the transport: what each message means and what is answered.
import { problemOf } from './schema.mjs';

const VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];
const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
const PAGE_SIZE = 3;
const COMPLETION_LIMIT = 100;

export const ERROR = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  resourceNotFound: -32002,
};

/** An error that the client gets as it is. */
export class ProtocolError extends Error {
  constructor(code, message, data) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isId(value) {
  return typeof value === 'string' || Number.isInteger(value);
}

export function errorReply(id, code, message, data) {
  return { jsonrpc: '2.0', id, error: data === undefined ? { code, message } : { code, message, data } };
}

function isMessage(value) {
  if (!isObject(value) || value.jsonrpc !== '2.0') return false;
  if ('id' in value && !isId(value.id)) return false;
  if ('params' in value && !isObject(value.params)) return false;
  if ('method' in value) return typeof value.method === 'string';
  return 'id' in value && ('result' in value || 'error' in value);
}

/** One line or body: `{ message }` when it is a message, `{ reply }` with the error when it is not. */
export function readMessage(bytes) {
  let value;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // Broken UTF-8 and broken JSON are the same to the client.
    return { reply: errorReply(null, ERROR.parse, 'This is not JSON in UTF-8') };
  }
  if (isMessage(value)) return { message: value };
  const id = isObject(value) && isId(value.id) ? value.id : null;
  return { reply: errorReply(id, ERROR.invalidRequest, 'This is not a JSON-RPC 2.0 message') };
}

export function isRequest(message) {
  return 'method' in message && 'id' in message;
}

export function textResult(text) {
  return { content: [{ type: 'text', text }] };
}

export function errorResult(text) {
  return { content: [{ type: 'text', text }], isError: true };
}

/** A cursor says where the next page starts. It is opaque to the client, and one that we did not make is refused. */
function pageOf(name, entries, params) {
  let start = 0;
  if (params.cursor !== undefined) {
    const match = typeof params.cursor === 'string' ? /^after-([1-9]\d{0,5})$/.exec(params.cursor) : null;
    start = match ? Number(match[1]) : Number.NaN;
    if (!(start < entries.length)) throw new ProtocolError(ERROR.invalidParams, 'The cursor is not known');
  }
  const end = start + PAGE_SIZE;
  const page = { [name]: entries.slice(start, end) };
  return end < entries.length ? { ...page, nextCursor: `after-${end}` } : page;
}

function stringParam(params, name) {
  if (typeof params[name] === 'string') return params[name];
  throw new ProtocolError(ERROR.invalidParams, `The parameter ${name} must be a string`);
}

/**
 * One client's conversation with a server.
 *
 * `features` is what the server offers:
 *   serverInfo, instructions
 *   tools: [{ definition, call(args, { progress }) }]
 *   resources: { list(), read(uri) }, templates: [], prompts: [{ definition, get(args) }], complete(ref, argument)
 * A part that is absent is not declared, and its methods are not found. `send` writes a message that is no reply.
 */
export class Session {
  #features;
  #send;
  #isInitialized = false;
  #logLevel = LOG_LEVELS.length;
  #subscriptions = new Set();
  #cancelled = new Set();
  #open = new Set();

  constructor(features, send) {
    this.#features = features;
    this.#send = send;
  }

  get isInitialized() {
    return this.#isInitialized;
  }

  /** The reply to a message; undefined for a notification, a response, and a request that the client has cancelled. */
  async answer(message) {
    if (!isRequest(message)) return this.#note(message);
    this.#open.add(message.id);
    try {
      const result = await this.#run(message.method, message.params ?? {}, message);
      return this.#cancelled.delete(message.id) ? undefined : { jsonrpc: '2.0', id: message.id, result };
    } catch (error) {
      if (error instanceof ProtocolError) return errorReply(message.id, error.code, error.message, error.data);
      // The client learns that something broke, and not how this server looks inside.
      process.stderr.write(`${error.stack}\n`);
      return errorReply(message.id, ERROR.internal, 'Internal error');
    } finally {
      this.#open.delete(message.id);
    }
  }

  /** Sends a log message if the client has asked for its level. */
  log(level, data) {
    if (LOG_LEVELS.indexOf(level) < this.#logLevel) return;
    this.#send({ jsonrpc: '2.0', method: 'notifications/message', params: { level, logger: 'sample', data } });
  }

  #note(message) {
    const id = message.params?.requestId;
    if (message.method === 'notifications/cancelled' && this.#open.has(id)) this.#cancelled.add(id);
    return undefined;
  }

  #run(method, params, message) {
    if (method === 'initialize') return this.#initialize(params);
    if (method === 'ping') return {};
    if (!this.#isInitialized) throw new ProtocolError(ERROR.invalidRequest, 'The first request must be initialize');
    const { tools, resources, templates, prompts, complete } = this.#features;
    const [area] = method.split('/');
    if (area === 'tools' && tools) return this.#runTools(method, params, message);
    if (method === 'resources/templates/list' && resources) return pageOf('resourceTemplates', templates ?? [], params);
    if (area === 'resources' && resources) return this.#runResources(method, params);
    if (area === 'prompts' && prompts) return this.#runPrompts(method, params);
    if (method === 'completion/complete' && complete) return this.#complete(params);
    if (method === 'logging/setLevel') return this.#setLevel(params);
    throw new ProtocolError(ERROR.methodNotFound, 'There is no such method');
  }

  #initialize(params) {
    if (this.#isInitialized) throw new ProtocolError(ERROR.invalidRequest, 'The session is initialized already');
    const wished = stringParam(params, 'protocolVersion');
    if (!isObject(params.capabilities) || !isObject(params.clientInfo)) {
      throw new ProtocolError(ERROR.invalidParams, 'The parameters capabilities and clientInfo must be objects');
    }
    this.#isInitialized = true;
    const { tools, resources, prompts, complete, serverInfo, instructions } = this.#features;
    return {
      protocolVersion: VERSIONS.includes(wished) ? wished : VERSIONS[0],
      capabilities: {
        logging: {},
        ...(tools ? { tools: {} } : {}),
        ...(resources ? { resources: { subscribe: true } } : {}),
        ...(prompts ? { prompts: {} } : {}),
        ...(complete ? { completions: {} } : {}),
      },
      serverInfo,
      instructions,
    };
  }

  async #runTools(method, params, message) {
    const { tools } = this.#features;
    if (method === 'tools/list')
      return pageOf(
        'tools',
        tools.map((tool) => tool.definition),
        params,
      );
    if (method !== 'tools/call') throw new ProtocolError(ERROR.methodNotFound, 'There is no such method');
    const name = stringParam(params, 'name');
    const tool = tools.find((candidate) => candidate.definition.name === name);
    if (!tool) throw new ProtocolError(ERROR.invalidParams, 'There is no such tool');
    if (params.arguments !== undefined && !isObject(params.arguments)) {
      throw new ProtocolError(ERROR.invalidParams, 'The parameter arguments must be an object');
    }
    const args = params.arguments ?? {};
    // Wrong arguments are a result and not a protocol error, so that the model reads what to correct.
    const problem = problemOf(args, tool.definition.inputSchema);
    if (problem) return errorResult(`The tool was not run: ${problem}.`);
    this.log('info', `${name} is called`);
    return tool.call(args, this.#progressOf(message));
  }

  /** Progress is reported only to a client that gave a token, and not after it has cancelled. */
  #progressOf(message) {
    const progressToken = message.params?._meta?.progressToken;
    const isCancelled = () => this.#cancelled.has(message.id);
    const progress = (done, total) => {
      if (progressToken === undefined || isCancelled()) return;
      const params = { progressToken, progress: done, total };
      this.#send({ jsonrpc: '2.0', method: 'notifications/progress', params });
    };
    return { progress, isCancelled };
  }

  #runResources(method, params) {
    const { resources } = this.#features;
    if (method === 'resources/list') return pageOf('resources', resources.list(), params);
    if (!['resources/read', 'resources/subscribe', 'resources/unsubscribe'].includes(method)) {
      throw new ProtocolError(ERROR.methodNotFound, 'There is no such method');
    }
    const uri = stringParam(params, 'uri');
    const contents = resources.read(uri);
    if (!contents) throw new ProtocolError(ERROR.resourceNotFound, 'There is no such resource', { uri });
    if (method === 'resources/read') return { contents: [contents] };
    if (method === 'resources/subscribe') this.#subscriptions.add(uri);
    else this.#subscriptions.delete(uri);
    return {};
  }

  #runPrompts(method, params) {
    const { prompts } = this.#features;
    if (method === 'prompts/list')
      return pageOf(
        'prompts',
        prompts.map((prompt) => prompt.definition),
        params,
      );
    if (method !== 'prompts/get') throw new ProtocolError(ERROR.methodNotFound, 'There is no such method');
    const name = stringParam(params, 'name');
    const prompt = prompts.find((candidate) => candidate.definition.name === name);
    if (!prompt) throw new ProtocolError(ERROR.invalidParams, 'There is no such prompt');
    const args = params.arguments ?? {};
    const isTextMap = isObject(args) && Object.values(args).every((value) => typeof value === 'string');
    if (!isTextMap) throw new ProtocolError(ERROR.invalidParams, 'The values of arguments must be strings');
    const missing = prompt.definition.arguments?.find(
      (argument) => argument.required && !Object.hasOwn(args, argument.name),
    );
    if (missing) throw new ProtocolError(ERROR.invalidParams, `The argument ${missing.name} is missing`);
    return prompt.get(args);
  }

  #complete(params) {
    const { ref, argument } = params;
    if (!isObject(ref) || !isObject(argument)) {
      throw new ProtocolError(ERROR.invalidParams, 'The parameters ref and argument must be objects');
    }
    const typed = stringParam(argument, 'value');
    const all = this.#features.complete(ref, stringParam(argument, 'name'));
    if (!all) throw new ProtocolError(ERROR.invalidParams, 'There is nothing of that name to complete');
    const found = all.filter((value) => value.startsWith(typed));
    const values = found.slice(0, COMPLETION_LIMIT);
    return { completion: { values, total: found.length, hasMore: found.length > values.length } };
  }

  #setLevel(params) {
    const level = LOG_LEVELS.indexOf(stringParam(params, 'level'));
    if (level < 0) throw new ProtocolError(ERROR.invalidParams, `The level must be one of: ${LOG_LEVELS.join(', ')}`);
    this.#logLevel = level;
    return {};
  }
}
