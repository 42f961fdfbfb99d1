// Faults in how wrong requests are refused.

import { isKnownMethod } from '../core.mjs';
import {
  byMethod,
  changeError,
  crashOn,
  DROP,
  HANG,
  hangOn,
  isFirstPage,
  isGarbage,
  messageIn,
  RpcError,
} from './hooks.mjs';

const isUnknownMethod = (message) =>
  message.id !== undefined && typeof message.method === 'string' && !isKnownMethod(message.method);

function reply(message, result) {
  return { jsonrpc: '2.0', id: message.id, result };
}

function codeOfUnknownMethod(code) {
  return changeError(
    (_request, error) => error.error.code === -32601,
    (error) => ({ ...error, error: { ...error.error, code } }),
  );
}

function methodFaults() {
  const fails = ['error-unknown-method'];
  const code = (value, note) => ({ note, fails: ['error-method-code'], ...codeOfUnknownMethod(value) });
  return {
    'unknown-method-result': {
      note: 'an unknown method gives an empty result',
      fails,
      onMessage: (message, _context, next) => (isUnknownMethod(message) ? reply(message, {}) : next()),
    },
    'unknown-method-null': {
      note: 'an unknown method gives the result null',
      fails,
      onMessage: (message, _context, next) => (isUnknownMethod(message) ? reply(message, null) : next()),
    },
    'unknown-method-error-in-result': {
      note: 'an unknown method gives a result that holds an error',
      fails,
      onMessage: (message, _context, next) =>
        isUnknownMethod(message) ? reply(message, { error: { code: -32601, message: 'Method not found' } }) : next(),
    },
    'unknown-method-silent': { note: 'an unknown method is not answered', fails, ...hangOn(isUnknownMethod) },
    'unknown-method-202': {
      note: 'an unknown method gets 202 and no body, as if it were a notification',
      transports: ['http'],
      // Every request must be answered with a message, whatever its method.
      fails: ['transport-post'],
      onMessage: (message, _context, next) => (isUnknownMethod(message) ? DROP : next()),
    },
    'method-code-internal': code(-32603, 'an unknown method gives -32603'),
    'method-code-invalid-request': code(-32600, 'an unknown method gives -32600'),
    'method-code-invalid-params': code(-32602, 'an unknown method gives -32602'),
    'method-code-server-error': code(-32000, 'an unknown method gives -32000'),
    'method-code-positive': code(32601, 'an unknown method gives the code without its sign'),
    'method-code-404': code(404, 'an unknown method gives an HTTP status as code'),
  };
}

/** Runs a request that is no valid JSON-RPC as if it were. */
function repair(text, fits) {
  const message = parsed(text);
  return message && fits(message) ? JSON.stringify({ ...message, jsonrpc: '2.0' }) : undefined;
}

function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    // Broken JSON is left to the faults that are about it.
    return undefined;
  }
}

function isBroken(text) {
  try {
    JSON.parse(text);
    return false;
  } catch {
    // That it cannot be parsed is the answer.
    return true;
  }
}

const isInvalid = (message) =>
  message.jsonrpc !== '2.0' || (typeof message.method !== 'string' && !('result' in message) && !('error' in message));

function onInvalid(act) {
  return {
    onInput: (text, context, next) => {
      const message = parsed(text);
      return message && isInvalid(message) ? act(message, context, next) : next();
    },
  };
}

function requestFaults() {
  const accepted = ['error-invalid-jsonrpc'];
  const code = ['error-invalid-request-code'];
  const codeOf = (value) =>
    changeError(
      (request, error) =>
        request === undefined && error.error.code === -32600 && error.error.message === 'Invalid request',
      (error) => ({ ...error, error: { ...error.error, code: value } }),
    );
  return {
    'invalid-request-served': {
      note: 'a request with another jsonrpc, or without, is executed; one without a method gets an empty result',
      fails: accepted,
      ...onInvalid(async (message, _context, next) => {
        if (typeof message.method === 'string') return next(repair(JSON.stringify(message), () => true));
        return { reply: reply({ id: message.id ?? null }, {}) };
      }),
      onHttpAnswer: (answer, context) => {
        if (answer.status === 400 && isInvalid(messageIn(context) ?? {}) && isResultBody(answer.body))
          answer.status = 200;
      },
    },
    'invalid-request-version-ignored': {
      note: 'a request with jsonrpc 1.0 is executed; one without a method is refused',
      fails: accepted,
      onInput: (text, _context, next) =>
        next(repair(text, (message) => typeof message.method === 'string' && message.jsonrpc !== '2.0')),
    },
    'invalid-request-no-method-result': {
      note: 'a request without a method gets an empty result; another jsonrpc is refused',
      fails: accepted,
      onInput: (text, _context, next) => {
        const message = parsed(text);
        if (!message || 'method' in message || 'result' in message || 'error' in message) return next();
        return { reply: reply({ id: message.id ?? null }, {}) };
      },
      onHttpAnswer: (answer) => {
        if (answer.status === 400 && isResultBody(answer.body)) answer.status = 200;
      },
    },
    'invalid-request-202': {
      note: 'an object that is no message gets 202, as if it had been accepted',
      transports: ['http'],
      fails: accepted,
      ...onInvalid(() => ({ silent: true })),
    },
    'invalid-request-kills': {
      note: 'an object that is no message ends the process',
      fails: accepted,
      ...onInvalid((_message, context) => {
        context.crash();
        return { silent: true };
      }),
    },
    'invalid-request-deafens': {
      waits: true,
      note: 'after an object that is no message nothing is answered',
      transports: ['stdio'],
      fails: accepted,
      onInput: (text, context, next) => {
        const message = parsed(text);
        if (message && isInvalid(message)) context.memory.isDeaf = true;
        return next();
      },
      onMessage: (_message, context, next) => (context.memory.isDeaf ? HANG : next()),
    },
    'invalid-request-code-internal': {
      note: 'a request without a method gives -32603',
      fails: code,
      ...codeOf(-32603),
    },
    'invalid-request-code-method': { note: 'a request without a method gives -32601', fails: code, ...codeOf(-32601) },
    'invalid-request-code-parse': {
      note: 'a request without a method gives -32700, though its JSON is right',
      fails: code,
      ...codeOf(-32700),
    },
    'invalid-request-code-server-error': {
      note: 'a request without a method gives -32000',
      fails: code,
      ...codeOf(-32000),
    },
  };
}

function isResultBody(body) {
  return body !== null && parsed(body.toString())?.result !== undefined;
}

function jsonFaults() {
  const accepted = ['error-invalid-json'];
  const code = ['error-parse-code'];
  const codeOf = (value) =>
    changeError(
      (_request, error) => error.error.code === -32700,
      (error) => ({ ...error, error: { ...error.error, code: value } }),
    );
  return {
    'broken-json-kills': {
      note: 'broken JSON ends the process; everything else is served',
      fails: accepted,
      onInput: (text, context, next) => {
        if (!isBroken(text)) return next();
        context.crash();
        return { silent: true };
      },
    },
    'broken-json-refused-then-dies': {
      note: 'broken JSON gets the right error, and then the process ends',
      transports: ['stdio'],
      fails: accepted,
      onReply: (error, _request, context) => {
        if (error.error?.code === -32700) setTimeout(() => context.crash(), 5);
      },
    },
    'broken-json-deafens': {
      waits: true,
      note: 'broken JSON gets the right error; nothing after it is answered',
      transports: ['stdio'],
      fails: accepted,
      onInput: (text, context, next) => {
        if (context.memory.isDeaf) return { silent: true };
        context.memory.isDeaf = isBroken(text);
        return next();
      },
    },
    'broken-json-result': {
      note: 'broken JSON gets an empty result',
      fails: accepted,
      onInput: (text, _context, next) => (isBroken(text) ? { reply: reply({ id: null }, {}) } : next()),
      onHttpAnswer: (answer) => {
        if (answer.status === 400 && isResultBody(answer.body)) answer.status = 200;
      },
    },
    'broken-json-202': {
      note: 'broken JSON gets 202, as if it had been accepted',
      transports: ['http'],
      fails: accepted,
      onInput: (text, _context, next) => (isBroken(text) ? { silent: true } : next()),
    },
    'broken-json-200-empty': {
      note: 'broken JSON gets 200 and nothing else',
      transports: ['http'],
      fails: accepted,
      onHttpRequest: (context, next) =>
        context.http.method === 'POST' && isBroken(context.text) && context.http.headers['mcp-session-id']
          ? context.respond({ status: 200, headers: { 'content-type': 'application/json' }, body: '' })
          : next(),
    },
    'parse-code-invalid-request': { note: 'broken JSON gives -32600', fails: code, ...codeOf(-32600) },
    'parse-code-internal': { note: 'broken JSON gives -32603', fails: code, ...codeOf(-32603) },
    'parse-code-server-error': { note: 'broken JSON gives -32000', fails: code, ...codeOf(-32000) },
    'parse-code-invalid-params': { note: 'broken JSON gives -32602', fails: code, ...codeOf(-32602) },
  };
}

function isCall(params, name) {
  return name === undefined ? params.name === undefined : params.name === name;
}

function toolsCall(act, fits) {
  return {
    methods: { 'tools/call': (params, context, next) => (fits(params, context) ? act(params, context) : next()) },
  };
}

function missingNameFaults() {
  const fails = ['error-missing-params'];
  const hasNoName = (params) => isCall(params, undefined);
  return {
    'missing-name-result': {
      note: 'a call without a tool name gives an empty result',
      fails,
      ...toolsCall(() => ({ content: [] }), hasNoName),
    },
    'missing-name-is-error': {
      note: 'a call without a tool name gives a result with isError, where a malformed request is a protocol error',
      fails,
      ...toolsCall(() => ({ content: [{ type: 'text', text: 'Unknown tool: undefined' }], isError: true }), hasNoName),
    },
    'missing-name-internal-error': {
      note: 'a call without a tool name gives -32603 with the text of a validator',
      fails,
      ...toolsCall(() => {
        throw new RpcError(-32603, '[{"code":"invalid_type","expected":"string","path":["params","name"]}]');
      }, hasNoName),
    },
    'missing-name-invalid-request': {
      note: 'a call without a tool name gives -32600, though the message is a valid request',
      fails,
      ...toolsCall(() => {
        throw new RpcError(-32600, 'Invalid request');
      }, hasNoName),
    },
    'missing-name-silent': {
      note: 'a call without a tool name is not answered',
      fails,
      ...hangOn((message) => message.method === 'tools/call' && message.params?.name === undefined),
    },
    'missing-name-kills': {
      note: 'a call without a tool name ends the process',
      fails,
      ...crashOn((message) => message.method === 'tools/call' && message.params?.name === undefined),
    },
  };
}

function unknownToolFaults() {
  const fails = ['tools-call-unknown'];
  const isUnknown = (params, context) =>
    typeof params.name === 'string' &&
    !context.server.config.tools.some((tool) => tool.definition.name === params.name);
  const hang = (message, context) => message.method === 'tools/call' && isUnknown(message.params ?? {}, context);
  return {
    'unknown-tool-result': {
      note: 'a call of an unknown tool gives a result with an apology, without isError',
      fails,
      ...toolsCall((params) => ({ content: [{ type: 'text', text: `There is no tool ${params.name}.` }] }), isUnknown),
    },
    'unknown-tool-empty': {
      note: 'a call of an unknown tool gives an empty result',
      fails,
      ...toolsCall(() => ({ content: [] }), isUnknown),
    },
    'unknown-tool-is-error-false': {
      note: 'a call of an unknown tool gives a result with isError: false',
      fails,
      ...toolsCall(() => ({ content: [{ type: 'text', text: 'Unknown tool' }], isError: false }), isUnknown),
    },
    'unknown-tool-silent': {
      waits: true,
      note: 'a call of an unknown tool is not answered',
      fails,
      onMessage: (message, context, next) => (hang(message, context) ? HANG : next()),
    },
    'unknown-tool-kills': {
      note: 'a call of an unknown tool ends the process',
      fails,
      onMessage: (message, context, next) => {
        if (!hang(message, context)) return next();
        context.crash();
        return HANG;
      },
    },
  };
}

function capabilityFaults() {
  const fails = ['error-capability-gated'];
  /** The methods work, and their capability is not declared. */
  const hide = (...names) => ({
    fails,
    results: {
      initialize: (result) => {
        result.capabilities = Object.fromEntries(
          Object.entries(result.capabilities).filter(([name]) => !names.includes(name)),
        );
      },
    },
  });
  const undeclared = (name) => (config) => {
    delete config.capabilities[name];
  };
  const refuse = (name, methods, code) => ({
    fails,
    configure: undeclared(name),
    methods: Object.fromEntries(
      methods.map((method) => [
        method,
        () => {
          throw new RpcError(code, 'Not supported');
        },
      ]),
    ),
  });
  return {
    'prompts-undeclared': { note: 'prompts are served and not declared', ...hide('prompts') },
    'resources-undeclared': { note: 'resources are served and not declared', ...hide('resources') },
    'completions-undeclared': { note: 'completions are served and not declared', ...hide('completions') },
    'logging-undeclared': { note: 'logging/setLevel is served and logging not declared', ...hide('logging') },
    'tools-undeclared': { note: 'tools are served and not declared', ...hide('tools') },
    'prompts-undeclared-empty': {
      note: 'prompts are not declared, and prompts/list gives an empty list',
      fails,
      configure: undeclared('prompts'),
      methods: { 'prompts/list': () => ({ prompts: [] }) },
    },
    'resources-undeclared-silent': {
      note: 'resources are not declared, and resources/list is not answered',
      fails,
      configure: undeclared('resources'),
      ...hangOn(byMethod('resources/list')),
    },
    'prompts-undeclared-internal': {
      note: 'prompts are not declared, and prompts/list gives -32603',
      ...refuse('prompts', ['prompts/list', 'prompts/get'], -32603),
    },
    'resources-undeclared-invalid-params': {
      note: 'resources are not declared, and resources/list gives -32602',
      ...refuse('resources', ['resources/list', 'resources/read', 'resources/templates/list'], -32602),
    },
  };
}

function cursorFaults() {
  const fails = ['error-invalid-cursor'];
  const onGarbage = (method, act) => ({
    [method]: (params, context, next) =>
      !isFirstPage(params) && isGarbage(params.cursor) ? act(params, context, next) : next(),
  });
  const lists = ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'];
  const onAll = (act) => ({ fails, methods: Object.assign({}, ...lists.map((method) => onGarbage(method, act))) });
  const fail = (code) => () => {
    throw new RpcError(code, 'The cursor cannot be read');
  };
  const member = (context) =>
    ({ 'tools/list': 'tools', 'resources/list': 'resources', 'prompts/list': 'prompts' })[messageIn(context)?.method] ??
    'resourceTemplates';
  return {
    'cursor-garbage-ignored': {
      note: 'an invalid cursor gives the first page; valid cursors work',
      ...onAll((_params, _context, next) => next({})),
    },
    'cursor-garbage-empty': {
      note: 'an invalid cursor gives an empty page',
      ...onAll((_params, context) => ({ [member(context)]: [] })),
    },
    'cursor-garbage-internal': { note: 'an invalid cursor gives -32603', ...onAll(fail(-32603)) },
    'cursor-garbage-invalid-request': { note: 'an invalid cursor gives -32600', ...onAll(fail(-32600)) },
    'cursor-garbage-silent': {
      note: 'an invalid cursor is not answered',
      fails,
      ...hangOn(
        (message) =>
          lists.includes(message.method) && message.params?.cursor !== undefined && isGarbage(message.params.cursor),
      ),
    },
    'cursor-garbage-kills': {
      note: 'an invalid cursor ends the process',
      fails,
      ...crashOn(
        (message) =>
          lists.includes(message.method) && message.params?.cursor !== undefined && isGarbage(message.params.cursor),
      ),
    },
    'cursor-garbage-ignored-for-prompts': {
      note: 'only prompts/list gives its first page for an invalid cursor',
      fails,
      methods: onGarbage('prompts/list', (_params, _context, next) => next({})),
    },
    'cursor-garbage-ignored-for-resources': {
      note: 'only resources/list gives its first page for an invalid cursor',
      fails,
      methods: onGarbage('resources/list', (_params, _context, next) => next({})),
    },
  };
}

export const errorFaults = {
  ...methodFaults(),
  ...requestFaults(),
  ...jsonFaults(),
  ...missingNameFaults(),
  ...unknownToolFaults(),
  ...capabilityFaults(),
  ...cursorFaults(),
};
