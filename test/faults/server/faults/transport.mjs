// Faults of the two transports. See core.mjs for the hooks.

import {
  answersNotification,
  answersRequest,
  changeAnswer,
  DROP,
  HANG,
  messageIn,
  rawLine,
  setHeader,
} from './hooks.mjs';

const HTTP = ['http'];
const STDIO = ['stdio'];
const CONTENT_TYPE = 'content-type';

function isReplyToPost(message, _context, answer) {
  return !answer.stream && answersRequest()(message);
}

/** HTTP: a GET that the server would serve is answered with something else. */
function answerGet(answer) {
  return {
    onHttpRequest: (context, next) => {
      const isGet = context.http.method === 'GET' && context.http.path === '/mcp';
      return isGet && context.http.headers['mcp-session-id'] !== undefined ? context.respond(answer) : next();
    },
  };
}

function answerDelete(answer) {
  return {
    onHttpRequest: (context, next) => (context.http.method === 'DELETE' ? context.respond(answer) : next()),
  };
}

function withoutSession(context) {
  const { method, headers, path } = context.http;
  return (
    path === '/mcp' &&
    method === 'POST' &&
    headers['mcp-session-id'] === undefined &&
    messageIn(context)?.method !== 'initialize'
  );
}

/** HTTP: POSTs that need a session and come without one are answered with something else. */
function answerWithoutSession(answerOf) {
  return {
    onHttpRequest: (context, next) => {
      if (!withoutSession(context) || messageIn(context)?.jsonrpc !== '2.0') return next();
      return context.respond(answerOf(messageIn(context)));
    },
  };
}

/** HTTP: a request that fits is served as if it belonged to the newest living session. */
function useLivingSession(fits) {
  return {
    onHttpRequest: (context, next) => {
      const living = [...context.server.sessions.keys()].at(-1);
      if (living && fits(context)) context.http.headers['mcp-session-id'] = living;
      return next();
    },
  };
}

function isUnknownSession(context) {
  const id = context.http.headers['mcp-session-id'];
  return id !== undefined && !context.server.issuedSessions.has(id);
}

function isEndedSession(context) {
  const id = context.http.headers['mcp-session-id'];
  return context.server.issuedSessions.has(id) && !context.server.sessions.has(id);
}

/** HTTP: a 404 for a session that fits becomes another status. */
function changeNotFound(fits, status) {
  return {
    onHttpAnswer: (answer, context) => {
      if (answer.status === 404 && fits(context)) answer.status = status;
    },
  };
}

/** Executes each message of an array as if it had come alone. */
async function runBatch(next, messages) {
  const outcomes = [];
  for (const message of messages) {
    const single = await next(JSON.stringify(message));
    if (single.message) outcomes.push(single.message);
  }
  return outcomes;
}

function parsedArray(text) {
  try {
    const parsed = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    // Broken JSON is no batch.
    return undefined;
  }
}

/** Answers a batch without looking at a session, as servers do that fan out before they dispatch. */
function batchReplies(messages) {
  const requests = messages.filter((message) => message?.id !== undefined);
  return requests.map((message) => ({ jsonrpc: '2.0', id: message.id, result: {} }));
}

function postFaults() {
  return {
    'post-requests-500': {
      note: 'every request after initialize gets status 500 around a right reply; a check that reads only the body passes',
      transports: HTTP,
      fails: ['transport-post'],
      ...changeAnswer(isReplyToPost, (answer) => {
        answer.status = 500;
      }),
    },
    'post-requests-404': {
      note: 'every request after initialize gets status 404 around a right reply, so that clients drop the session',
      transports: HTTP,
      fails: ['transport-post'],
      ...changeAnswer(isReplyToPost, (answer) => {
        answer.status = 404;
      }),
    },
    'post-requests-empty': {
      note: 'every request after initialize gets 200 and an empty body',
      transports: HTTP,
      fails: ['transport-post'],
      ...changeAnswer(isReplyToPost, (answer) => {
        answer.body = '';
      }),
    },
    'post-requests-moved': {
      note: 'every request after initialize is redirected to another address, which clients do not follow with a POST',
      transports: HTTP,
      fails: ['transport-post'],
      ...changeAnswer(isReplyToPost, (answer) =>
        Object.assign(answer, { status: 308, headers: { location: '/mcp/' }, body: null }),
      ),
    },
    'post-requests-202': {
      note: 'every request after initialize gets 202 and no reply, as if it were a notification',
      transports: HTTP,
      fails: ['transport-post'],
      ...changeAnswer(isReplyToPost, (answer) => {
        answer.status = 202;
        answer.headers[CONTENT_TYPE] = null;
        answer.body = '';
      }),
    },
  };
}

function contentTypeFaults() {
  return {
    'media-type-html': {
      note: 'right JSON is announced as text/html, only after initialize',
      transports: HTTP,
      fails: ['transport-content-type'],
      ...changeAnswer(isReplyToPost, setHeader(CONTENT_TYPE, 'text/html; charset=utf-8')),
    },
    'media-type-plain-for-lists': {
      note: 'only tools/list is announced as text/plain',
      transports: HTTP,
      fails: ['transport-content-type'],
      ...changeAnswer(answersRequest('tools/list'), setHeader(CONTENT_TYPE, 'text/plain')),
    },
    'media-type-missing': {
      note: 'replies after initialize have no content type',
      transports: HTTP,
      fails: ['transport-content-type'],
      ...changeAnswer(isReplyToPost, setHeader(CONTENT_TYPE, null)),
    },
    'media-type-lookalike': {
      note: 'application/jsonp begins like application/json',
      transports: HTTP,
      fails: ['transport-content-type'],
      ...changeAnswer(isReplyToPost, setHeader(CONTENT_TYPE, 'application/jsonp')),
    },
    'media-type-stream-of-json': {
      note: 'plain JSON is announced as an event stream',
      transports: HTTP,
      fails: ['transport-content-type'],
      ...changeAnswer(isReplyToPost, setHeader(CONTENT_TYPE, 'text/event-stream')),
    },
    'body-two-objects': {
      note: 'two JSON objects follow each other in the body of tools/list',
      transports: HTTP,
      fails: ['transport-content-type'],
      ...changeAnswer(answersRequest('tools/list'), (answer) => {
        answer.body = Buffer.concat([
          answer.body,
          Buffer.from('\n{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'),
        ]);
      }),
    },
    'body-empty-array': {
      note: 'the body of tools/list is an empty array',
      transports: HTTP,
      fails: ['transport-content-type'],
      ...changeAnswer(answersRequest('tools/list'), (answer) => {
        answer.body = '[]';
      }),
    },
    'body-with-prefix': {
      note: 'a guard against old browsers stands before the JSON',
      transports: HTTP,
      fails: ['transport-content-type'],
      ...changeAnswer(isReplyToPost, (answer) => {
        answer.body = Buffer.concat([Buffer.from(")]}',\n"), answer.body]);
      }),
    },
    'stream-event-not-json': {
      note: 'the stream of tools/call says hello before the reply',
      transports: HTTP,
      fails: ['transport-content-type'],
      onEvent: (event, message, context) => {
        if (message !== null && context.http.method === 'POST') return `data: hello\n\ndata: ${event.data}\n\n`;
        return event;
      },
    },
    'stream-without-reply': {
      waits: true,
      note: 'the stream of tools/call ends before the reply',
      transports: HTTP,
      fails: ['transport-content-type'],
      onEvent: (event, message) => (message?.id === undefined ? event : DROP),
    },
    'media-type-initialize-plain': {
      note: 'only the reply to initialize is text/plain',
      transports: HTTP,
      fails: ['transport-content-type-init'],
      ...changeAnswer(answersRequest('initialize'), setHeader(CONTENT_TYPE, 'text/plain')),
    },
    'media-type-initialize-missing': {
      note: 'only the reply to initialize has no content type',
      transports: HTTP,
      fails: ['transport-content-type-init'],
      ...changeAnswer(answersRequest('initialize'), setHeader(CONTENT_TYPE, null)),
    },
    'media-type-initialize-octets': {
      note: 'only the reply to initialize is application/octet-stream',
      transports: HTTP,
      fails: ['transport-content-type-init'],
      ...changeAnswer(answersRequest('initialize'), setHeader(CONTENT_TYPE, 'application/octet-stream')),
    },
    'text-plain-served': {
      note: 'a request sent as text/plain is executed',
      transports: HTTP,
      fails: ['transport-content-type-reject'],
      onHttpRequest: (context, next) => {
        if (context.http.method === 'POST') context.http.headers[CONTENT_TYPE] = 'application/json';
        return next();
      },
    },
    'text-plain-served-in-session': {
      note: 'a request sent as text/plain is refused without a session and executed in one',
      transports: HTTP,
      fails: ['transport-content-type-reject'],
      onHttpRequest: (context, next) => {
        const { headers, method } = context.http;
        if (method === 'POST' && headers['mcp-session-id']) headers[CONTENT_TYPE] = 'application/json';
        return next();
      },
    },
  };
}

function notificationFaults() {
  const fails = ['transport-notification-202'];
  const answer = (change, fits = answersNotification()) => ({ transports: HTTP, fails, ...changeAnswer(fits, change) });
  return {
    'notification-200': { note: 'notifications get 200 without a body', ...answer((a) => void (a.status = 200)) },
    'notification-204': { note: 'notifications get 204', ...answer((a) => void (a.status = 204)) },
    'notification-202-body': {
      note: '202, as it must be, but with a body',
      ...answer((a) => Object.assign(a, { body: '{}', headers: { [CONTENT_TYPE]: 'application/json' } })),
    },
    'notification-202-accepted-text': {
      note: '202 with the word Accepted, as web frameworks write it by themselves',
      ...answer((a) => Object.assign(a, { body: 'Accepted', headers: { [CONTENT_TYPE]: 'text/plain' } })),
    },
    'notification-202-null': {
      note: '202 with the body null',
      ...answer((a) => Object.assign(a, { body: 'null', headers: { [CONTENT_TYPE]: 'application/json' } })),
    },
    'notification-result': {
      note: 'notifications get 200 and a JSON-RPC result',
      ...answer((a) =>
        Object.assign(a, {
          status: 200,
          body: '{"jsonrpc":"2.0","id":null,"result":{}}',
          headers: { [CONTENT_TYPE]: 'application/json' },
        }),
      ),
    },
    'notification-cancelled-200': {
      note: 'notifications/initialized gets 202, every other notification 200',
      ...answer(
        (a) => void (a.status = 200),
        (message) => answersNotification()(message) && message.method !== 'notifications/initialized',
      ),
    },
    'notification-initialized-400': {
      note: 'notifications/initialized is refused, and everything works all the same',
      ...answer((a) => void (a.status = 400), answersNotification('notifications/initialized')),
    },
    'response-200': {
      note: 'a response of the client gets 200',
      ...answer(
        (a) => void (a.status = 200),
        (message) => message !== undefined && 'result' in message,
      ),
    },
    'notification-initialized-200': {
      note: 'only notifications/initialized gets 200',
      ...answer((a) => void (a.status = 200), answersNotification('notifications/initialized')),
    },
  };
}

function sessionFaults() {
  const required = ['transport-session-id'];
  const unknown = ['transport-session-invalid'];
  const errorBody = (id) => JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message: 'No session' } });
  const json = { [CONTENT_TYPE]: 'application/json' };
  return {
    'session-missing-404': {
      note: 'a request without session id gets 404, which clients take for an ended session',
      transports: HTTP,
      fails: required,
      ...answerWithoutSession((message) => ({ status: 404, headers: json, body: errorBody(message.id ?? null) })),
    },
    'session-missing-500': {
      note: 'a request without session id gets 500',
      transports: HTTP,
      fails: required,
      ...answerWithoutSession((message) => ({ status: 500, headers: json, body: errorBody(message.id ?? null) })),
    },
    'session-missing-200-error': {
      note: 'a request without session id gets 200 and a JSON-RPC error',
      transports: HTTP,
      fails: required,
      ...answerWithoutSession((message) => ({ status: 200, headers: json, body: errorBody(message.id ?? null) })),
    },
    'session-unknown-served': {
      note: 'a session id that was never given is served',
      transports: HTTP,
      fails: unknown,
      ...useLivingSession(isUnknownSession),
    },
    'session-unknown-400': {
      note: 'a session id that was never given gets 400; an ended one 404, as it must',
      transports: HTTP,
      fails: unknown,
      ...changeNotFound(isUnknownSession, 400),
    },
    'session-unknown-500': {
      note: 'a session id that was never given gets 500',
      transports: HTTP,
      fails: unknown,
      ...changeNotFound(isUnknownSession, 500),
    },
    'session-unknown-200-error': {
      note: 'a session id that was never given gets 200 and a JSON-RPC error',
      transports: HTTP,
      fails: unknown,
      ...changeNotFound(isUnknownSession, 200),
    },
  };
}

function getFaults() {
  const fails = ['transport-get'];
  const html = { [CONTENT_TYPE]: 'text/html' };
  return {
    'get-html': {
      note: 'GET gives 200 and a web page',
      transports: HTTP,
      fails,
      ...answerGet({ status: 200, headers: html, body: '<p>Running</p>' }),
    },
    'get-json': {
      note: 'GET gives 200 and a JSON status',
      transports: HTTP,
      fails,
      ...answerGet({ status: 200, headers: { [CONTENT_TYPE]: 'application/json' }, body: '{"status":"ok"}' }),
    },
    'get-404': { note: 'GET with a living session gives 404', transports: HTTP, fails, ...answerGet({ status: 404 }) },
    'get-500': { note: 'GET gives 500', transports: HTTP, fails, ...answerGet({ status: 500 }) },
    'get-204': { note: 'GET gives 204', transports: HTTP, fails, ...answerGet({ status: 204 }) },
    'get-501': {
      note: 'GET gives 501, where only 405 says that there is no stream',
      transports: HTTP,
      fails,
      ...answerGet({ status: 501 }),
    },
    'get-never-answered': {
      waits: true,
      note: 'GET gets no head before there is something to say, which a client cannot tell from a dead server',
      transports: HTTP,
      fails,
      onHttpRequest: (context, next) => {
        const isGet = context.http.method === 'GET' && context.http.path === '/mcp';
        return isGet && context.http.headers['mcp-session-id'] !== undefined ? HANG : next();
      },
    },
    'get-stream-is-html': {
      note: 'GET is announced as an event stream and holds a web page',
      transports: HTTP,
      fails: ['transport-get-stream'],
      ...answerGet({
        status: 200,
        headers: { [CONTENT_TYPE]: 'text/event-stream' },
        body: '<!doctype html>\n<p>Hello</p>\n',
      }),
    },
    'get-stream-not-json': {
      note: 'the GET stream begins with an event whose data is no message',
      transports: HTTP,
      fails: ['transport-get-stream'],
      onEvent: (event, message, context) => {
        if (message === null && context.http.method === 'GET') event.data = 'connected';
      },
    },
    'get-stream-endpoint-event': {
      note: 'the GET stream begins with the endpoint event of the old HTTP+SSE transport',
      transports: HTTP,
      fails: ['transport-get-stream'],
      onEvent: (event, message, context) => {
        if (message !== null || context.http.method !== 'GET') return;
        event.event = 'endpoint';
        event.data = '/messages?session=1';
      },
    },
    'get-stream-has-replies': {
      note: 'replies to POSTed requests are sent on the GET stream as well',
      transports: HTTP,
      fails: ['transport-get-stream'],
      onReply: (reply, _request, context) => {
        context.push(structuredClone(reply));
        return reply;
      },
    },
    'get-stream-blocks-posts': {
      waits: true,
      note: 'while a GET stream is open, POSTed requests are not answered',
      transports: HTTP,
      fails: ['transport-get-stream'],
      onMessage: (_message, context, next) => (context.session.getStreams.size > 0 ? HANG : next()),
    },
  };
}

function deleteFaults() {
  const fails = ['transport-delete'];
  return {
    'delete-session-survives': {
      note: 'DELETE says 204 and ends nothing',
      transports: HTTP,
      fails,
      ...answerDelete({ status: 204 }),
    },
    'delete-200-session-survives': {
      note: 'DELETE says 200 and ends nothing',
      transports: HTTP,
      fails,
      ...answerDelete({ status: 200 }),
    },
    'delete-ended-400': {
      note: 'a request in an ended session gets 400, where it must be 404',
      transports: HTTP,
      fails,
      ...changeNotFound(isEndedSession, 400),
    },
    'delete-ended-200-error': {
      note: 'a request in an ended session gets 200 and a JSON-RPC error',
      transports: HTTP,
      fails,
      ...changeNotFound(isEndedSession, 200),
    },
    'delete-500': { note: 'DELETE gives 500', transports: HTTP, fails, ...answerDelete({ status: 500 }) },
    'delete-404-while-alive': {
      note: 'DELETE of a living session gives 404',
      transports: HTTP,
      fails,
      ...answerDelete({ status: 404 }),
    },
  };
}

function batchFaults() {
  const fails = ['transport-batch-reject'];
  return {
    'batch-served': {
      note: 'an array of requests is executed and answered with an array',
      fails,
      onHttpRequest: (context, next) => {
        const batch = parsedArray(context.text);
        if (!batch || !context.http.headers['mcp-session-id']) return next();
        const body = JSON.stringify(batchReplies(batch));
        return context.respond({ status: 200, headers: { [CONTENT_TYPE]: 'application/json' }, body });
      },
      onInput: (text, context, next) => {
        const batch = context.transport === 'stdio' ? parsedArray(text) : undefined;
        if (!batch) return next();
        context.sendRaw(rawLine(JSON.stringify(batchReplies(batch))));
        return { silent: true };
      },
    },
    'batch-first-served': {
      note: 'of an array the first request is executed and answered, the others are lost',
      fails,
      onInput: async (text, _context, next) => {
        const batch = parsedArray(text);
        if (!batch) return next();
        const [first] = await runBatch(next, batch);
        return first ? { message: first } : next();
      },
    },
    'batch-unwrapped-replies': {
      note: 'an array of requests is executed; the replies come one by one',
      transports: STDIO,
      fails,
      onInput: (text, context, next) => {
        const batch = parsedArray(text);
        if (!batch) return next();
        for (const reply of batchReplies(batch)) context.sendRaw(rawLine(JSON.stringify(reply)));
        return { silent: true };
      },
    },
    'batch-swallowed-202': {
      note: 'an array of requests gets 202, as if it had been accepted',
      transports: HTTP,
      fails,
      onInput: (text, _context, next) => (parsedArray(text) ? { silent: true } : next()),
    },
    'batch-kills': {
      note: 'an array ends the process',
      fails,
      onInput: (text, context, next) => {
        if (!parsedArray(text)) return next();
        context.crash();
        return { silent: true };
      },
    },
  };
}

/** Holds replies back until another request is open or a moment has passed, so that a fault shows only under overlap. */
async function overlaps(context) {
  for (let tries = 0; tries < 10; tries += 1) {
    if (context.pending() > 1) return true;
    await context.delay(2);
  }
  return false;
}

function overlapFaults() {
  const fails = ['transport-concurrent'];
  const afterOpening = (request) => request && request.method !== 'initialize';
  return {
    'overlap-mixes-ids': {
      note: 'replies get the id of the request that came last, so ids are mixed up only when requests overlap',
      fails,
      onMessage: (message, context, next) => {
        if (message.id !== undefined) context.memory.lastId = message.id;
        return next();
      },
      onReply: async (reply, request, context) => {
        if (!afterOpening(request)) return reply;
        await overlaps(context);
        return { ...reply, id: context.memory.lastId };
      },
    },
    'overlap-drops': {
      waits: true,
      note: 'of overlapping requests only one is answered',
      fails,
      onReply: async (reply, request, context) => {
        if (!afterOpening(request)) return reply;
        context.memory.isBusy ??= false;
        if (context.memory.isBusy) return HANG;
        context.memory.isBusy = true;
        await overlaps(context);
        context.memory.isBusy = false;
        return reply;
      },
    },
    'overlap-refuses': {
      note: 'a request that comes while another is open gets -32603',
      fails,
      onReply: async (reply, request, context) => {
        if (!afterOpening(request)) return reply;
        if (await overlaps(context)) return { jsonrpc: '2.0', id: reply.id, error: { code: -32603, message: 'Busy' } };
        return reply;
      },
    },
    'overlap-swaps-results': {
      note: "overlapping requests get each other's results under the right ids",
      fails,
      onReply: async (reply, request, context) => {
        if (!afterOpening(request) || !reply.result) return reply;
        const { memory } = context;
        const isShared = await overlaps(context);
        const result = isShared && memory.lastResult ? memory.lastResult : reply.result;
        memory.lastResult = reply.result;
        return { ...reply, result };
      },
    },
  };
}

function eventFaults() {
  const fails = ['transport-sse-event-field'];
  return {
    'event-named-response': {
      note: 'the reply is an event named "response", which an EventSource does not deliver as a message',
      transports: HTTP,
      fails,
      onEvent: (event, message) => {
        if (message?.id !== undefined) event.event = 'response';
      },
    },
    'event-named-by-method': {
      note: 'events have the name of the method that is answered, on every stream',
      transports: HTTP,
      fails,
      onEvent: (event, message, context) => {
        if (message !== null) event.event = messageIn(context)?.method ?? 'notification';
      },
    },
    'event-named-messages': {
      note: 'events are named "messages"',
      transports: HTTP,
      fails,
      onEvent: (event, message) => {
        if (message !== null) event.event = 'messages';
      },
    },
  };
}

function framingFaults() {
  const fails = ['stdio-framing'];
  const stdio = (note, hooks) => ({ note, transports: STDIO, fails, ...hooks });
  const before = (text, when = () => true) => ({
    onLine: (line, message, context) => (when(message, context) ? Buffer.concat([Buffer.from(text), line]) : line),
  });
  return {
    'banner-first': stdio('a banner before anything else', {
      onStart: (context) => context.sendRaw(rawLine('Notes server 1.2.3 listening on stdio')),
    }),
    'banner-after-first-reply': stdio('the banner comes after the reply to initialize', {
      onLine: (line, _message, context) => {
        if (context.server.memory.hasGreeted) return line;
        context.server.memory.hasGreeted = true;
        return Buffer.concat([line, Buffer.from('Client connected\n')]);
      },
    }),
    'banner-at-end': stdio('a farewell on standard output when standard input has ended', {
      onStdinEnd: (context, next) => {
        context.sendRaw(rawLine('Shutting down'));
        return next();
      },
    }),
    'log-line-on-read': stdio('a log line on standard output, only when a resource is read', {
      methods: {
        'resources/read': (params, context, next) => {
          context.sendRaw(rawLine(`[info] reading ${params.uri}`));
          return next();
        },
      },
    }),
    'log-line-on-error': stdio(
      'a log line on standard output, only when a request is refused',
      before('[warn] refused\n', (message) => message.error),
    ),
    'log-line-json': stdio(
      'JSON log lines on standard output: valid JSON, no messages',
      before('{"level":30,"msg":"handled"}\n'),
    ),
    'log-line-colours': stdio(
      'terminal colours around a log line',
      before('\u001b[32mok\u001b[39m\n', (message) => message.result),
    ),
    'message-on-many-lines': stdio('messages are printed with line breaks', {
      encode: (message) => JSON.stringify(message, null, 2),
    }),
    'lists-on-many-lines': stdio('only long results are printed with line breaks', {
      encode: (message) => (message.result?.tools ? JSON.stringify(message, null, 2) : undefined),
    }),
    'two-messages-on-one-line': stdio('a notification and the reply share a line', {
      onLine: (line, message) =>
        message.result?.tools
          ? Buffer.concat([Buffer.from('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'), line])
          : line,
    }),
    'array-on-a-line': stdio('a status report as an array on standard output', before('["ready", 3]\n')),
    'answer-without-line-feed': stdio('the last line has no line feed', {
      onStdinEnd: (context, next) => {
        context.sendRaw('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}');
        return next();
      },
    }),
    'content-length-framing': stdio('messages are framed as in the language server protocol', {
      onLine: (line) => `Content-Length: ${line.length - 1}\r\n\r\n${line.toString('utf8')}`,
    }),
    'byte-order-mark': stdio('a byte order mark before the first message', {
      onStart: (context) => context.sendRaw(Buffer.of(0xef, 0xbb, 0xbf)),
    }),
    'nul-terminated': stdio('each line ends with a NUL byte before the line break', {
      onLine: (line) => Buffer.concat([line.subarray(0, -1), Buffer.from('\0\n')]),
    }),
    'log-prefix-on-message': stdio(
      'a log prefix on the line of the message itself',
      before('INFO: ', (message) => message.result?.tools),
    ),
    'debug-print-on-unknown-method': stdio(
      'console.log in the handler for unknown methods',
      before('undefined\n', (message) => message.error?.code === -32601),
    ),
  };
}

function unicodeFaults() {
  const fails = ['stdio-unicode'];
  return {
    'output-in-latin-1': {
      note: 'what goes out is encoded as Latin-1, so that bytes above 127 are no UTF-8',
      transports: STDIO,
      fails,
      encode: (message) => Buffer.from(JSON.stringify(message), 'latin1'),
    },
    'output-in-ascii': {
      note: 'characters above 127 go out as question marks',
      transports: STDIO,
      fails,
      encode: (message) => JSON.stringify(message).replace(/[^\0-\x7f]/gu, '?'),
    },
    'input-in-latin-1': {
      note: 'what comes in is decoded as Latin-1, so that text comes back changed; all bytes that go out are UTF-8',
      transports: STDIO,
      fails,
      onInput: (_text, context, next) => next(context.bytes.toString('latin1')),
    },
    'unicode-kills': {
      note: 'a character beyond the basic plane ends the process',
      transports: STDIO,
      fails,
      onInput: (text, context, next) => {
        if (!/[\u{10000}-\u{10ffff}]/u.test(text)) return next();
        context.crash();
        return { silent: true };
      },
    },
    'unicode-silent': {
      waits: true,
      note: 'a message with characters above 127 is not answered',
      transports: STDIO,
      fails,
      onInput: (text, _context, next) => (/[^\0-\x7f]/u.test(text) ? { silent: true } : next()),
    },
    'unicode-escapes-doubled': {
      note: 'what goes out has each character above 127 as a twice escaped sequence, so that users see the code',
      transports: STDIO,
      fails,
      encode: (message) =>
        JSON.stringify(message).replace(
          /[^\0-\x7f]/g,
          (character) => `\\\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
        ),
    },
  };
}

function recoveryFaults() {
  const fails = ['stdio-unknown-method-recovers'];
  const unknownReply = (reply) => reply.error?.code === -32601;
  return {
    'unknown-method-kills': {
      note: 'an unknown method ends the process before it is answered',
      transports: STDIO,
      fails,
      onReply: (reply, _request, context) => {
        if (unknownReply(reply)) context.crash();
      },
    },
    'unknown-method-answers-then-dies': {
      note: 'an unknown method gets the right error, and then the process ends',
      transports: STDIO,
      fails,
      onLine: (line, message, context) => {
        if (unknownReply(message)) setTimeout(() => context.crash(), 5);
        return line;
      },
    },
    'unknown-method-deafens': {
      waits: true,
      note: 'an unknown method gets the right error; nothing after it is answered',
      transports: STDIO,
      fails,
      onReply: (reply, _request, context) => {
        if (context.memory.isDeaf) return HANG;
        context.memory.isDeaf = unknownReply(reply);
        return reply;
      },
    },
  };
}

export const transportFaults = {
  ...postFaults(),
  ...contentTypeFaults(),
  ...notificationFaults(),
  ...sessionFaults(),
  ...getFaults(),
  ...deleteFaults(),
  ...batchFaults(),
  ...overlapFaults(),
  ...eventFaults(),
  ...framingFaults(),
  ...unicodeFaults(),
  ...recoveryFaults(),
};
