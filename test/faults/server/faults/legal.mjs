// Variants that the specification allows, each of which some checker has taken for a fault. Nothing may fail on them.

import { DROP, isKnownMethod, toolOf } from '../core.mjs';
import { changeResult, messageIn, RpcError } from './hooks.mjs';

const fails = [];
const HTTP = ['http'];
const STDIO = ['stdio'];

/** Methods whose result carries no data. */
const EMPTY_RESULTS = ['ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe'];

function reversed(value) {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, reversed(inner)]),
  );
}

function describe(name, text) {
  return {
    configure: (config) => {
      toolOf(config, name).definition.description = text;
    },
  };
}

function messages() {
  return {
    'legal-member-order': {
      note: 'members of objects stand in another order',
      fails,
      encode: (message) => JSON.stringify(reversed(message)),
    },
    'legal-unknown-members': {
      note: 'results have members and metadata that no schema names',
      fails,
      onReply: (reply, request) => {
        if (reply.result && !EMPTY_RESULTS.includes(request?.method))
          Object.assign(reply.result, { _meta: { 'com.example/trace': 'abc' }, 'x-extra': [1] });
      },
    },
    'legal-ping-metadata': {
      note: 'the empty result of ping carries metadata',
      fails,
      ...changeResult('ping', () => ({ _meta: { 'com.example/load': 1 } })),
    },
    'legal-escaped-unicode': {
      note: 'characters above 127 go out as JSON escapes',
      fails,
      encode: (message) =>
        JSON.stringify(message).replace(
          /[^\0-\x7f]/g,
          (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
        ),
    },
    'legal-line-separator': {
      note: 'texts hold U+2028 and U+0085, which some line readers take for line ends',
      fails,
      ...describe('echo_text', 'Returns the text.\u2028Nothing\u0085more.'),
    },
    'legal-carriage-returns': {
      note: 'lines end with CR LF, white space in JSON',
      transports: STDIO,
      fails,
      onLine: (line) => `${line.toString('utf8').trimEnd()}\r\n`,
    },
    'legal-slow-bytes': {
      note: 'lines arrive in pieces that cut characters and escapes',
      transports: STDIO,
      fails,
      onLine: async (line, message, context) => {
        if (!message.result?.resources) return line;
        for (let start = 0; start < line.length; start += 61) {
          context.sendRaw(line.subarray(start, start + 61));
          await context.delay(1);
        }
        return DROP;
      },
    },
    'legal-replies-out-of-order': {
      note: 'replies to lists come later than those to what was asked after them',
      fails,
      onReply: async (reply, request, context) => {
        if (request?.method.endsWith('/list')) await context.delay(15);
        return reply;
      },
    },
    'legal-notifications-in-between': {
      note: 'a list_changed notification comes before each list, as it was declared',
      fails,
      onMessage: (message, context, next) => {
        if (message.method === 'prompts/list')
          context.send({ jsonrpc: '2.0', method: 'notifications/prompts/list_changed' });
        return next();
      },
    },
    'legal-log-before-reply': {
      note: 'log notifications come before replies, logging being declared',
      fails,
      onMessage: (message, context, next) => {
        const params = { level: 'info', logger: 'requests', data: { method: message.method } };
        if (message.method === 'resources/read')
          context.send({ jsonrpc: '2.0', method: 'notifications/message', params });
        return next();
      },
    },
    'legal-server-pings': {
      note: 'the server pings the client while it answers a list',
      fails,
      onMessage: (message, context, next) => {
        if (message.method === 'resources/list')
          context.send({ jsonrpc: '2.0', id: `ping-${context.session.received}`, method: 'ping' });
        return next();
      },
    },
    'legal-stderr-noise': {
      note: 'standard error is full of lines, among them JSON and errors',
      transports: STDIO,
      fails,
      onMessage: (message, _context, next) => {
        process.stderr.write(`ERROR handled ${message.method}\n{"jsonrpc":"2.0","id":1,"error":{"code":-1}}\n`);
        return next();
      },
    },
  };
}

function lifecycle() {
  return {
    'legal-tools-only': {
      note: 'only tools are declared and served, without listChanged',
      fails,
      configure: (config) => {
        config.capabilities = { tools: {} };
      },
    },
    'legal-nothing-declared': {
      note: 'no capability at all',
      fails,
      configure: (config) => {
        config.capabilities = {};
      },
    },
    'legal-experimental-capability': {
      note: 'an experimental capability and one that no revision names',
      fails,
      ...changeResult('initialize', (result) => {
        result.capabilities = {
          ...result.capabilities,
          experimental: { 'com.example/x': {} },
          'com.example': { on: true },
        };
      }),
    },
    'legal-no-instructions': {
      note: 'no instructions, title or icons',
      fails,
      configure: (config) => {
        config.instructions = undefined;
        config.serverInfo = { name: 'bare', version: '' };
      },
    },
    'legal-older-revision-only': {
      note: 'the server knows only 2025-06-18 and says so whatever is asked',
      fails,
      configure: (config) => {
        config.versions = ['2025-06-18'];
      },
    },
    'legal-unknown-version-refused': {
      note: 'an unknown version gets -32602 with what is supported, as in the example of the specification',
      fails,
      onMessage: (message, context, next) => {
        const requested = message.params?.protocolVersion;
        const { versions } = context.server.config;
        if (message.method !== 'initialize' || versions.includes(requested)) return next();
        const data = { supported: versions, requested };
        return {
          jsonrpc: '2.0',
          id: message.id,
          error: { code: -32602, message: 'Unsupported protocol version', data },
        };
      },
    },
    'legal-exact-hundred-completions': {
      note: 'a completion has exactly 100 values, and neither total nor hasMore',
      fails,
      ...changeResult('completion/complete', () => ({
        completion: { values: Array.from({ length: 100 }, (_, index) => `value-${index}`) },
      })),
    },
  };
}

function features() {
  return {
    'legal-empty-lists': {
      note: 'everything is declared and every list is empty',
      fails,
      configure: (config) => Object.assign(config, { tools: [], resources: [], templates: [], prompts: [] }),
    },
    'legal-one-page': {
      note: 'every list fits on one page',
      fails,
      configure: (config) => {
        config.pageSize = { tools: 100, resources: 100, resourceTemplates: 100, prompts: 100 };
      },
    },
    'legal-templates-not-found': {
      note: 'resources are declared and resources/templates/list is not known: there are no templates',
      fails,
      methods: {
        'resources/templates/list': () => {
          throw new RpcError(-32601, 'Method not found');
        },
      },
    },
    'legal-unknown-tool-is-error': {
      note: 'an unknown tool gives a result with isError, as the official SDK writes it',
      fails,
      methods: {
        'tools/call': (params, context, next) => {
          const isKnown = typeof params.name !== 'string' || toolOf(context.server.config, params.name);
          return isKnown
            ? next()
            : { content: [{ type: 'text', text: `MCP error -32602: Tool ${params.name} not found` }], isError: true };
        },
      },
    },
    'legal-unknown-tool-not-found': {
      note: 'an unknown tool gives -32601, the code for an unknown method; no sentence names the code',
      fails,
      methods: {
        'tools/call': (params, context, next) => {
          const isKnown = typeof params.name !== 'string' || toolOf(context.server.config, params.name);
          if (!isKnown) throw new RpcError(-32601, `Unknown tool: ${params.name}`);
          return next();
        },
      },
    },
    'legal-arguments-refused-by-protocol': {
      note: 'wrong arguments give -32602 instead of a result with isError',
      fails,
      ...changeResult('tools/call', (result) => {
        if (result.isError) throw new RpcError(-32602, 'Invalid arguments');
      }),
    },
    'legal-upstream-unreachable': {
      note: 'every tool needs arguments and gives -32603, because the service that it works with cannot be reached',
      fails,
      configure: (config) => {
        config.tools = ['echo_text', 'search_notes'].map((name) => toolOf(config, name));
      },
      ...changeResult('tools/call', (result) => {
        if (!result.isError) throw new RpcError(-32603, 'The service cannot be reached');
      }),
    },
    'legal-slow-tool': {
      note: 'one tool says that it takes long, and does',
      fails,
      configure: (config) => {
        toolOf(config, 'make_sound').definition.description = 'A long-running operation that returns a short silence.';
      },
      methods: {
        'tools/call': async (params, context, next) => {
          if (params.name === 'make_sound') await context.delay(20_000);
          return next();
        },
      },
    },
    'legal-empty-content': {
      note: 'count_down gives no content blocks',
      fails,
      ...changeResult('tools/call', (result, _context, params) =>
        params.name === 'count_down' && !result.isError ? { content: [] } : result,
      ),
    },
    'legal-empty-text': {
      note: 'count_down gives an empty text',
      fails,
      ...changeResult('tools/call', (result, _context, params) =>
        params.name === 'count_down' && !result.isError ? { content: [{ type: 'text', text: '' }] } : result,
      ),
    },
    'legal-no-progress': {
      note: 'the server takes progress tokens and never sends progress',
      fails,
      methods: {
        'tools/call': (params, context, next) => {
          context.progressToken = undefined;
          return next(params);
        },
      },
    },
    'legal-no-annotations': {
      note: 'no tool has annotations, so that none may be called',
      fails,
      configure: (config) => {
        for (const tool of config.tools) delete tool.definition.annotations;
      },
    },
    'legal-schema-dialects': {
      note: 'schemas use draft-07, boolean schemas, required names without a property, and references that resolve',
      fails,
      configure: (config) => {
        const { definition } = toolOf(config, 'search_notes');
        definition.inputSchema = {
          $schema: 'http://json-schema.org/draft-07/schema#',
          type: 'object',
          properties: { query: { $ref: '#/definitions/Text' }, anything: true },
          required: ['query'],
          definitions: { Text: { type: 'string' } },
        };
        toolOf(config, 'check_link').definition.inputSchema.properties.filter = { $ref: '#/$defs/Filter' };
        toolOf(config, 'check_link').definition.inputSchema.$defs = {
          Filter: { type: 'object', properties: { not: { $ref: '#/$defs/Filter' } } },
        };
      },
    },
    'legal-schema-without-properties': {
      note: 'a tool without arguments has only the type in its schema',
      fails,
      configure: (config) => {
        toolOf(config, 'make_picture').definition.inputSchema = { type: 'object' };
      },
    },
    'legal-description-names-successor': {
      note: 'a description names another tool: the successor of one that is out of date',
      fails,
      ...describe('search_notes', 'Deprecated: use read_note. Finds the notes that hold a text.'),
    },
    'legal-description-long': {
      note: 'a long description with the words "you must", a path that looks like base64 and a link',
      fails,
      ...describe(
        'search_notes',
        `Finds notes. You must give a query. See https://example.com/docs/manual/reference/mql/aggregation/operators/pipeline. ${'It looks at every note in turn. '.repeat(80)}`,
      ),
    },
    'legal-tools-reordered': {
      note: 'a second list has the same tools in another order',
      fails,
      configure: (config) => {
        config.pageSize.tools = 100;
      },
      ...changeResult('tools/list', (result, context) => {
        context.memory.lists = (context.memory.lists ?? 0) + 1;
        if (context.memory.lists > 1) result.tools.reverse();
      }),
    },
    'legal-resource-not-found-other-code': {
      note: 'an unknown resource gives -32602, as the official SDK writes it; the text only recommends -32002',
      fails,
      onReply: (reply) => {
        if (reply.error?.code === -32002) reply.error.code = -32602;
      },
    },
  };
}

function stdio() {
  return {
    'legal-broken-line-silent': {
      note: 'a line that is no JSON gets no answer, as in the official SDK; the next request is served',
      transports: STDIO,
      fails,
      onInput: async (_text, _context, next) => {
        const input = await next();
        return input.reply?.error.code === -32700 ? { silent: true } : input;
      },
    },
    'legal-invalid-line-silent': {
      note: 'a line that is no message gets no answer, as in the official SDK',
      transports: STDIO,
      fails,
      onInput: async (_text, _context, next) => {
        const input = await next();
        return input.reply ? { silent: true } : input;
      },
    },
    'legal-blank-lines': {
      note: 'an empty line after each message: nothing is written that is no message',
      transports: STDIO,
      fails,
      onLine: (line) => Buffer.concat([line, Buffer.from('\n')]),
    },
    'legal-carriage-returns': {
      note: 'lines end with CR LF; the CR is white space of JSON',
      transports: STDIO,
      fails,
      onLine: (line) => Buffer.concat([line.subarray(0, -1), Buffer.from('\r\n')]),
    },
    'legal-ascii-escapes': {
      note: 'characters above 127 go out as escapes',
      transports: STDIO,
      fails,
      encode: (message) =>
        JSON.stringify(message).replace(
          /[^\0-\x7f]/g,
          (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
        ),
    },
    'legal-error-without-id': {
      note: 'errors to input that cannot be read have no id instead of null',
      fails,
      onReply: (reply) => {
        if (reply.id === null) delete reply.id;
      },
    },
  };
}

function http() {
  return {
    'legal-stateless': {
      note: 'no session ids; GET and DELETE give 405',
      transports: HTTP,
      fails,
      onHttpRequest: (context, next) => serveWithoutSession(context, next),
      onHttpAnswer: (answer) => {
        answer.headers['mcp-session-id'] = null;
      },
    },
    'legal-session-not-required': {
      note: 'the server gives session ids and serves requests without one: only servers that require one should refuse',
      transports: HTTP,
      fails,
      onHttpRequest: (context, next) => {
        const { headers, method } = context.http;
        const living = [...context.server.sessions.keys()].at(-1);
        const isLater = method === 'POST' && messageIn(context)?.method !== 'initialize';
        if (isLater && living) headers['mcp-session-id'] ??= living;
        return next();
      },
    },
    'legal-get-405': {
      note: 'GET gives 405: there is no stream for messages of the server',
      transports: HTTP,
      fails,
      onHttpRequest: (context, next) =>
        context.http.method === 'GET' && context.http.path === '/mcp'
          ? context.respond({ status: 405, headers: { allow: 'POST, DELETE' } })
          : next(),
    },
    'legal-delete-405': {
      note: 'DELETE gives 405: clients may not end sessions',
      transports: HTTP,
      fails,
      onHttpRequest: (context, next) =>
        context.http.method === 'DELETE' ? context.respond({ status: 405, headers: { allow: 'GET, POST' } }) : next(),
    },
    'legal-json-only': {
      note: 'every reply is JSON, none an event stream',
      transports: HTTP,
      fails,
      onHttpRequest: (context, next) => {
        if (context.http.method === 'POST') context.http.headers.accept = 'application/json';
        return next();
      },
    },
    'legal-streams-only': {
      note: 'every reply is an event stream, that to initialize too',
      transports: HTTP,
      fails,
      onHttpRequest: (context, next) => {
        if (context.http.method === 'POST') context.http.headers.accept = 'text/event-stream';
        return next();
      },
    },
    'legal-event-without-name': {
      note: 'events have neither name nor id; data is on several lines, line ends are CR LF',
      transports: HTTP,
      fails,
      onEvent: (_event, message) => {
        if (message === null) return DROP;
        const lines = JSON.stringify(message, null, 1).split('\n');
        return `: a comment\r\n${lines.map((line) => `data:${line}`).join('\r\n')}\r\n\r\n`;
      },
    },
    'legal-event-retry': {
      note: 'streams begin with a retry time',
      transports: HTTP,
      fails,
      onEvent: (event, message) => {
        if (message === null) event.retry = 3000;
      },
    },
    'legal-content-type-parameters': {
      note: 'content types have parameters and capitals',
      transports: HTTP,
      fails,
      onHttpAnswer: (answer) => {
        const type = answer.headers['content-type'];
        if (type === 'application/json') answer.headers['content-type'] = 'Application/JSON; charset=utf-8';
        if (type === 'text/event-stream') answer.headers['content-type'] = 'text/event-stream;charset=UTF-8';
      },
    },
    'legal-refusals-without-body': {
      note: 'broken JSON and objects that are no message get 400 and no body',
      transports: HTTP,
      fails,
      onHttpAnswer: (answer, context) => {
        if (answer.status === 400 && messageIn(context)?.method === undefined)
          Object.assign(answer, { headers: {}, body: null });
      },
    },
    'legal-protocol-errors-400': {
      note: 'protocol errors come with status 400',
      transports: HTTP,
      fails,
      onHttpAnswer: (answer, context) => {
        const { method } = messageIn(context) ?? {};
        if (answer.status === 200 && method !== undefined && !isKnownMethod(method)) answer.status = 400;
      },
    },
    'legal-unknown-notification-400': {
      note: 'a notification that the server cannot take gets 400',
      transports: HTTP,
      fails,
      onHttpAnswer: (answer, context) => {
        const { method, id } = messageIn(context) ?? {};
        const isKnown = ['notifications/initialized', 'notifications/cancelled'].includes(method);
        if (answer.status === 202 && method && id === undefined && !isKnown) answer.status = 400;
      },
    },
    'legal-metadata-at-root-only': {
      note: 'the metadata of the resource are found at the root address, and the challenge does not name them',
      transports: HTTP,
      auth: true,
      fails,
      onHttpAnswer: (answer, context) => {
        if (answer.status === 401) answer.headers['www-authenticate'] = 'Bearer realm="mcp"';
        if (context.http.path.endsWith('protected-resource/mcp'))
          Object.assign(answer, { status: 404, headers: {}, body: null });
      },
    },
    'legal-metadata-by-pointer-only': {
      note: 'the challenge names the metadata at an address of its own, the well-known ones do not exist',
      transports: HTTP,
      auth: true,
      fails,
      onHttpRequest: (context, next) => {
        const { http } = context;
        if (http.path.startsWith('/.well-known/')) return context.respond({ status: 404 });
        if (http.path === '/about/resource') http.path = '/.well-known/oauth-protected-resource';
        return next();
      },
      onHttpAnswer: (answer) => {
        const value = answer.headers['www-authenticate'];
        if (value)
          answer.headers['www-authenticate'] = value.replace(
            '/.well-known/oauth-protected-resource/mcp',
            '/about/resource',
          );
      },
    },
    'legal-auth-without-credential': {
      note: 'the server asks for a token, and the run has none',
      transports: HTTP,
      auth: true,
      credential: false,
      fails,
    },
    'legal-auth-challenge-of-two-schemes': {
      note: 'the challenge offers two schemes in one header, the other one first',
      transports: HTTP,
      auth: true,
      fails,
      onHttpAnswer: (answer) => {
        const value = answer.headers['www-authenticate'];
        if (value) answer.headers['www-authenticate'] = `Negotiate, ${value}`;
      },
    },
    'legal-cors-own-site': {
      note: 'scripts of one named site may read answers',
      transports: HTTP,
      fails,
      onHttpAnswer: (answer) => void (answer.headers['access-control-allow-origin'] = 'https://app.example.com'),
    },
    'legal-preflight-404': {
      note: 'a preflight gets 404',
      transports: HTTP,
      fails,
      onHttpRequest: (context, next) => (context.http.method === 'OPTIONS' ? context.respond({ status: 404 }) : next()),
    },
    'legal-stream-resumed': {
      note: 'the stream of tools/call ends after its first event, and goes on when the client resumes it',
      transports: HTTP,
      fails,
      onEvent: (event, message, context) => {
        const isFirst = message === null && context.http.method === 'POST';
        if (isFirst) event.retry = 10;
        return message?.id !== undefined && context.http.method === 'POST' ? DROP : event;
      },
    },
    'legal-auth': { note: 'the server asks for a token, and the run has it', transports: HTTP, auth: true, fails },
  };
}

function serveWithoutSession(context, next) {
  const { method, headers } = context.http;
  if (method !== 'POST') return context.respond({ status: 405, headers: { allow: 'POST' } });
  const message = messageIn(context);
  const living = [...context.server.sessions.keys()].at(-1);
  if (message?.method === 'initialize') delete headers['mcp-session-id'];
  else if (living) headers['mcp-session-id'] = living;
  return next();
}

export const legalVariants = {
  ...messages(),
  ...lifecycle(),
  ...features(),
  ...stdio(),
  ...http(),
};
