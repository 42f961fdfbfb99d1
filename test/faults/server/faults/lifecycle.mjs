// Faults of the handshake, of JSON-RPC messages, and of ping, logging, completion, cancellation, progress and metadata.

import {
  answerNotification,
  byMethod,
  callOf,
  changeReply,
  changeResult,
  crashOn,
  deafAfter,
  failMethod,
  HANG,
  hangOn,
  messageIn,
  RpcError,
} from './hooks.mjs';

const BOTH_NOT_INITIALIZE = (request) => request.method !== 'initialize';

function changeHandshake(change) {
  return changeResult('initialize', change);
}

function without(member) {
  return changeHandshake((result) => {
    delete result[member];
  });
}

function withMember(member, value) {
  return changeHandshake((result) => {
    result[member] = value;
  });
}

function handshakeFaults() {
  const fails = ['lifecycle-init'];
  return {
    'initialize-error': { note: 'initialize is refused', fails, ...failMethod('initialize', -32603, 'Internal error') },
    'initialize-not-found': {
      note: 'initialize is not a known method',
      fails,
      ...failMethod('initialize', -32601, 'Method not found'),
    },
    'initialize-result-null': {
      note: 'the result of initialize is null',
      fails,
      ...changeReply(byMethod('initialize'), (reply) => ({ ...reply, result: null })),
    },
    'initialize-result-array': {
      note: 'the result of initialize is an array',
      fails,
      ...changeHandshake((result) => [result]),
    },
    'initialize-result-text': {
      note: 'the result of initialize is JSON in a string',
      fails,
      ...changeHandshake((result) => JSON.stringify(result)),
    },
    'initialize-silent': { note: 'initialize is never answered', fails, ...hangOn(byMethod('initialize')) },
    'initialize-kills': { note: 'initialize ends the process', fails, ...crashOn(byMethod('initialize')) },
  };
}

function versionFaults() {
  const wrong = ['lifecycle-proto-version'];
  const negotiate = ['lifecycle-version-negotiate'];
  const version = (value) => ({ fails: wrong, ...withMember('protocolVersion', value) });
  const future = (message) => message.method === 'initialize' && !isPublished(message.params?.protocolVersion);
  return {
    'version-missing': { note: 'no protocolVersion', fails: wrong, ...without('protocolVersion') },
    'version-number': { note: 'protocolVersion is a number', ...version(20251125) },
    'version-null': { note: 'protocolVersion is null', ...version(null) },
    'version-semantic': { note: 'protocolVersion is 1.0.0', ...version('1.0.0') },
    'version-no-date': { note: 'protocolVersion has the form of a date and is none', ...version('2025-13-45') },
    'version-fictional': {
      note: 'protocolVersion is a date on which no revision was published',
      ...version('2025-12-24'),
    },
    'version-padded': { note: 'protocolVersion has a space at its end', ...version('2025-11-25 ') },
    'version-any-echoed': {
      note: 'whatever version is asked for is accepted',
      fails: negotiate,
      ...changeHandshake((result, _context, params) => {
        result.protocolVersion = params.protocolVersion;
      }),
    },
    'version-future-internal-error': {
      note: 'an unknown version gives -32603 instead of a version that the server knows',
      fails: negotiate,
      onMessage: (message, _context, next) => {
        if (!future(message)) return next();
        return { jsonrpc: '2.0', id: message.id, error: { code: -32603, message: 'Internal error' } };
      },
    },
    'version-future-kills': { note: 'an unknown version ends the process', fails: negotiate, ...crashOn(future) },
    'version-future-silent': { note: 'an unknown version is not answered', fails: negotiate, ...hangOn(future) },
    'version-future-fictional': {
      note: 'an unknown version is answered with another one that was never published',
      fails: negotiate,
      ...changeHandshake((result, _context, params) => {
        if (!isPublished(params.protocolVersion)) result.protocolVersion = '2026-01-01';
      }),
    },
  };
}

function isPublished(version) {
  return ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'].includes(version);
}

function serverInfoFaults() {
  const fails = ['lifecycle-server-info'];
  const info = (change) => ({
    fails,
    ...changeHandshake((result) => void (result.serverInfo = change({ ...result.serverInfo }))),
  });
  return {
    'server-info-missing': { note: 'no serverInfo', fails, ...without('serverInfo') },
    'server-info-text': { note: 'serverInfo is a string', ...info(() => 'fault-server 1.2.3') },
    'server-info-no-name': { note: 'serverInfo has no name', ...info(({ name, ...rest }) => rest) },
    'server-info-no-version': { note: 'serverInfo has a name and no version', ...info(({ version, ...rest }) => rest) },
    'server-info-version-number': {
      note: 'the version of the server is a number',
      ...info((value) => ({ ...value, version: 1.2 })),
    },
    'server-info-name-null': { note: 'the name of the server is null', ...info((value) => ({ ...value, name: null })) },
    'server-info-title-number': {
      note: 'the title of the server is a number',
      ...info((value) => ({ ...value, title: 7 })),
    },
  };
}

function capabilityFaults() {
  const fails = ['lifecycle-capabilities'];
  const declare = (change) => ({
    fails,
    ...changeHandshake((result) => void (result.capabilities = change(structuredClone(result.capabilities)))),
  });
  return {
    'capabilities-missing': { note: 'no capabilities', fails, ...without('capabilities') },
    'capabilities-array': { note: 'capabilities are an array of names', ...declare((value) => Object.keys(value)) },
    'capabilities-null': { note: 'capabilities are null', ...declare(() => null) },
    'capability-true': {
      note: 'capabilities.tools is true instead of an object',
      ...declare((value) => ({ ...value, tools: true })),
    },
    'capability-array': {
      note: 'capabilities.logging is an empty array, as PHP writes an empty object',
      ...declare((value) => ({ ...value, logging: [] })),
    },
    'capability-flag-text': {
      note: 'listChanged is the string "true"',
      ...declare((value) => ({ ...value, prompts: { listChanged: 'true' } })),
    },
    'capability-subscribe-number': {
      note: 'subscribe is 1',
      ...declare((value) => ({ ...value, resources: { subscribe: 1, listChanged: true } })),
    },
    'capability-null': {
      note: 'capabilities.completions is null',
      ...declare((value) => ({ ...value, completions: null })),
    },
  };
}

function instructionFaults() {
  const fails = ['lifecycle-instructions'];
  return {
    'instructions-number': { note: 'instructions are a number', fails, ...withMember('instructions', 42) },
    'instructions-null': {
      note: 'instructions are null; the schema knows a string or nothing',
      fails,
      ...withMember('instructions', null),
    },
    'instructions-array': {
      note: 'instructions are an array of lines',
      fails,
      ...withMember('instructions', ['One', 'Two']),
    },
    'instructions-object': {
      note: 'instructions are a content block',
      fails,
      ...withMember('instructions', { type: 'text', text: 'One' }),
    },
  };
}

function envelopeFaults() {
  const fails = ['lifecycle-jsonrpc'];
  const all = (change) => ({ fails, onReply: change });
  return {
    'jsonrpc-1.0': { note: 'every reply says jsonrpc 1.0', ...all((reply) => void (reply.jsonrpc = '1.0')) },
    'jsonrpc-number': { note: 'jsonrpc is the number 2', ...all((reply) => void (reply.jsonrpc = 2.0)) },
    'jsonrpc-missing': { note: 'no reply has jsonrpc', ...all((reply) => void delete reply.jsonrpc) },
    'jsonrpc-missing-on-errors': {
      note: 'only error replies lack jsonrpc',
      ...all((reply) => {
        if (reply.error) delete reply.jsonrpc;
      }),
    },
    'jsonrpc-missing-on-one-list': {
      note: 'only the reply to resources/templates/list lacks jsonrpc',
      fails,
      ...changeReply(byMethod('resources/templates/list'), ({ jsonrpc, ...rest }) => rest),
    },
    'jsonrpc-missing-on-progress': {
      note: 'only progress notifications lack jsonrpc',
      fails,
      encode: (message) => {
        if (message.method !== 'notifications/progress') return undefined;
        const { jsonrpc, ...rest } = message;
        return JSON.stringify(rest);
      },
    },
    'result-and-error': {
      note: 'replies have a result and an error',
      ...all((reply, request) => {
        if (request?.method === 'resources/list' && reply.result) reply.error = { code: 0, message: 'OK' };
      }),
    },
    'result-and-error-null': {
      note: 'results come with error: null',
      ...all((reply) => {
        if (reply.result) reply.error = null;
      }),
    },
    'error-and-result-null': {
      note: 'errors come with result: null',
      ...all((reply) => {
        if (reply.error) reply.result = null;
      }),
    },
    'error-without-message': {
      note: 'errors have a code and no message',
      ...all((reply) => {
        if (reply.error) delete reply.error.message;
      }),
    },
    'error-is-text': {
      note: 'the error of an unknown method is a string',
      ...all((reply) => {
        if (reply.error?.code === -32601) reply.error = reply.error.message;
      }),
    },
    'reply-without-result': {
      note: 'the reply to prompts/list has neither result nor error',
      fails,
      ...changeReply(byMethod('prompts/list'), ({ jsonrpc, id }) => ({ jsonrpc, id })),
    },
    'replies-in-arrays': {
      note: 'replies to lists are sent as an array of one, which this revision does not know',
      fails,
      encode: (message) => (message.result?.tools || message.result?.prompts ? JSON.stringify([message]) : undefined),
    },
    'notification-with-null-id': {
      note: 'notifications of the server carry id: null',
      fails,
      encode: (message) =>
        message.method?.startsWith('notifications/') ? JSON.stringify({ ...message, id: null }) : undefined,
    },
  };
}

function pingFaults() {
  const fails = ['lifecycle-ping'];
  return {
    'ping-not-empty': {
      note: 'ping gives a result with members, where it must be empty',
      fails,
      ...changeResult('ping', () => ({ pong: true })),
    },
    'ping-text': { note: 'ping gives the string "pong"', fails, ...changeResult('ping', () => 'pong') },
    'ping-null': {
      note: 'ping gives null',
      fails,
      ...changeReply(byMethod('ping'), (reply) => ({ ...reply, result: null })),
    },
    'ping-array': {
      note: 'ping gives an empty array, as PHP writes an empty object',
      fails,
      ...changeResult('ping', () => []),
    },
    'ping-not-found': { note: 'ping is not a known method', fails, ...failMethod('ping', -32601, 'Method not found') },
    'ping-internal-error': { note: 'ping fails', fails, ...failMethod('ping', -32603) },
    'ping-silent': { note: 'ping is never answered, everything else is', fails, ...hangOn(byMethod('ping')) },
    'ping-kills': { note: 'ping ends the process', fails, ...crashOn(byMethod('ping')) },
  };
}

function idFaults() {
  const number = ['lifecycle-id-match'];
  const text = ['lifecycle-string-id'];
  const later = (change) => changeReply(BOTH_NOT_INITIALIZE, change);
  const ofNumber = (change) =>
    later((reply, request) => (typeof request.id === 'number' ? { ...reply, id: change(request.id) } : reply));
  const ofText = (change) =>
    later((reply, request) => (typeof request.id === 'string' ? { ...reply, id: change(request.id) } : reply));
  return {
    'id-off-by-one': {
      note: 'replies have the id of the request plus one',
      fails: number,
      ...ofNumber((id) => id + 1),
    },
    'id-as-text': { note: 'a number id comes back as a string', fails: number, ...ofNumber((id) => String(id)) },
    'id-null': {
      note: 'results have id null',
      fails: number,
      ...later((reply) => (reply.result ? { ...reply, id: null } : reply)),
    },
    'id-missing': {
      note: 'results have no id',
      fails: number,
      ...later(({ id, ...rest }) => (rest.result ? rest : { id, ...rest })),
    },
    'id-constant': { note: 'replies all have id 1', fails: number, ...ofNumber(() => 1) },
    'id-as-text-on-errors': {
      note: 'errors have the right code and the id as a string; a check of the code alone passes',
      fails: number,
      ...later((reply, request) =>
        reply.error && typeof request.id === 'number' ? { ...reply, id: String(request.id) } : reply,
      ),
    },
    'id-null-on-errors': {
      note: 'errors to readable requests have id null',
      fails: number,
      ...later((reply) => (reply.error ? { ...reply, id: null } : reply)),
    },
    'id-32-bits': {
      note: 'ids are cut to 32 bits, so only large ones change',
      fails: number,
      ...ofNumber((id) => id | 0),
    },
    'id-zero-lost': {
      note: 'id 0 is taken for none, so that its request is not answered',
      fails: number,
      ...hangOn((message) => message.id === 0),
    },
    'reply-twice': {
      note: 'each result is sent twice',
      transports: ['stdio'],
      fails: number,
      ...later((reply) => (reply.result ? [reply, structuredClone(reply)] : reply)),
    },
    'reply-twice-to-lists': {
      note: 'only lists are answered twice, the second time a moment later',
      transports: ['stdio'],
      fails: number,
      onReply: (reply, request, context) => {
        if (request?.method === 'prompts/list') setTimeout(() => context.push(structuredClone(reply)), 10);
      },
    },
    'string-id-as-number': {
      note: 'ids that look like numbers become numbers, other strings are kept',
      fails: text,
      ...ofText((id) => (/^\d+$/.test(id) ? Number(id) : id)),
    },
    'string-id-to-nan': {
      note: 'string ids are converted to numbers, which gives null',
      fails: text,
      ...ofText((id) => Number.parseInt(id, 10)),
    },
    'string-id-lower-case': {
      note: 'string ids come back in lower case',
      fails: text,
      ...ofText((id) => id.toLowerCase()),
    },
    'string-id-cut': { note: 'string ids are cut to 8 characters', fails: text, ...ofText((id) => id.slice(0, 8)) },
    'string-id-silent': {
      note: 'requests with a string id are not answered',
      fails: text,
      ...hangOn((message) => typeof message.id === 'string'),
    },
    'string-id-refused': {
      note: 'requests with a string id get -32600',
      fails: text,
      onMessage: (message, _context, next) => {
        if (typeof message.id !== 'string' || message.method === undefined) return next();
        return { jsonrpc: '2.0', id: message.id, error: { code: -32600, message: 'Invalid request' } };
      },
    },
  };
}

function secondInitializeFaults() {
  const fails = ['lifecycle-reinit-reject'];
  const isSecond = (message, context) => message.method === 'initialize' && context.session.initialized;
  return {
    'second-initialize-served': {
      note: 'a second initialize in the same session starts it again',
      fails,
      onMessage: (message, context, next) => {
        if (isSecond(message, context)) context.session.initialized = false;
        return next();
      },
    },
    'second-initialize-kills': {
      note: 'a second initialize ends the process',
      fails,
      onMessage: (message, context, next) => {
        if (!isSecond(message, context)) return next();
        context.crash();
        return HANG;
      },
    },
    'second-initialize-silent': {
      waits: true,
      note: 'a second initialize is not answered',
      fails,
      onMessage: (message, context, next) => (isSecond(message, context) ? HANG : next()),
    },
    'second-initialize-refused-then-deaf': {
      waits: true,
      note: 'a second initialize is refused as it should be, and nothing after it is answered',
      fails,
      onMessage: (message, context, next) => {
        if (context.memory.isDeaf) return HANG;
        context.memory.isDeaf = isSecond(message, context);
        return next();
      },
    },
  };
}

function loggingFaults() {
  const fails = ['lifecycle-logging'];
  const refuse = (levels) => ({
    'logging/setLevel': (params, _context, next) => {
      if (levels.includes(params.level)) throw new RpcError(-32602, 'Unknown log level');
      return next();
    },
  });
  return {
    'set-level-not-found': {
      note: 'logging is declared, logging/setLevel is not known',
      fails,
      ...failMethod('logging/setLevel', -32601, 'Method not found'),
    },
    'set-level-internal-error': {
      note: 'logging/setLevel always fails',
      fails,
      ...failMethod('logging/setLevel', -32603),
    },
    'set-level-silent': { note: 'logging/setLevel is not answered', fails, ...hangOn(byMethod('logging/setLevel')) },
    'set-level-syslog-names-missing': {
      note: 'the levels notice, critical, alert and emergency are refused; debug, info, warning and error work',
      fails,
      methods: refuse(['notice', 'critical', 'alert', 'emergency']),
    },
    'set-level-one-missing': { note: 'only the level alert is refused', fails, methods: refuse(['alert']) },
    'set-level-not-empty': {
      note: 'logging/setLevel gives back the level instead of an empty result',
      fails,
      ...changeResult('logging/setLevel', (_result, _context, { level }) => ({ level })),
    },
    'set-level-null': {
      note: 'logging/setLevel gives null',
      fails,
      ...changeReply(byMethod('logging/setLevel'), (reply) => ('result' in reply ? { ...reply, result: null } : reply)),
    },
  };
}

function completionFaults() {
  const fails = ['lifecycle-completions'];
  const change = (alter) => ({ fails, ...changeResult('completion/complete', alter) });
  return {
    'complete-not-found': {
      note: 'completions are declared, the method is not known',
      fails,
      ...failMethod('completion/complete', -32601, 'Method not found'),
    },
    'complete-internal-error': { note: 'completion always fails', fails, ...failMethod('completion/complete', -32603) },
    'complete-silent': { note: 'completion is not answered', fails, ...hangOn(byMethod('completion/complete')) },
    'complete-bare-values': {
      note: 'the values stand in the result, not in a member "completion"',
      ...change((result) => result.completion),
    },
    'complete-no-values': {
      note: 'the completion has a total and no values',
      ...change(({ completion }) => void delete completion.values),
    },
    'complete-objects': {
      note: 'values are objects with a label',
      ...change(({ completion }) => void (completion.values = ['one', 'two'].map((label) => ({ label })))),
    },
    'complete-over-100': {
      note: 'more than 100 values',
      ...change(
        ({ completion }) => void (completion.values = Array.from({ length: 150 }, (_, index) => `value-${index}`)),
      ),
    },
    'complete-101': {
      note: 'exactly 101 values',
      ...change(
        ({ completion }) => void (completion.values = Array.from({ length: 101 }, (_, index) => `value-${index}`)),
      ),
    },
    'complete-total-text': {
      note: 'total is a string',
      ...change(({ completion }) => void (completion.total = String(completion.total))),
    },
    'complete-has-more-text': {
      note: 'hasMore is the string "false"',
      ...change(({ completion }) => void (completion.hasMore = 'false')),
    },
  };
}

const IS_CANCELLED = byMethod('notifications/cancelled');

function cancellationFaults() {
  const fails = ['lifecycle-cancellation'];
  return {
    'cancelled-answered': {
      note: 'notifications/cancelled is answered with a result',
      fails: ['transport-notification-202'],
      ...answerNotification(IS_CANCELLED, () => ({ jsonrpc: '2.0', id: null, result: {} })),
    },
    'cancelled-answered-with-error': {
      note: "a cancellation of a request that is over gets an error with that request's id",
      fails: ['transport-notification-202'],
      ...answerNotification(IS_CANCELLED, (message) => ({
        jsonrpc: '2.0',
        id: message.params?.requestId ?? null,
        error: { code: -32602, message: 'Unknown request' },
      })),
    },
    'cancelled-kills': {
      note: 'a cancellation of a request that is over ends the process',
      fails,
      ...crashOn(IS_CANCELLED),
    },
    'cancelled-deafens': { note: 'after a cancellation nothing is answered', fails, ...deafAfter(IS_CANCELLED) },
    'cancelled-500': {
      note: 'a cancellation of a request that is over gets status 500',
      transports: ['http'],
      fails,
      onHttpAnswer: (answer, context) => {
        if (answer.status === 202 && IS_CANCELLED(messageIn(context) ?? {})) answer.status = 500;
      },
    },
  };
}

function inboundFaults() {
  const isNotification = (message) => message.id === undefined && message.method !== undefined;
  const isUnexpected = (message) =>
    isNotification(message) && !['notifications/initialized', 'notifications/cancelled'].includes(message.method);
  const isListChanged = byMethod('notifications/roots/list_changed');
  const isOther = (message) => isUnexpected(message) && !isListChanged(message);
  const error = () => ({ jsonrpc: '2.0', id: null, error: { code: -32601, message: 'Method not found' } });
  return {
    'other-notification-kills': {
      note: 'a notification that the server does not expect, such as progress, ends the process',
      fails: ['lifecycle-progress'],
      ...crashOn(isOther),
    },
    'other-notification-deafens': {
      note: 'after a notification that the server does not expect nothing is answered',
      fails: ['lifecycle-progress'],
      ...deafAfter(isOther),
    },
    'other-notification-answered': {
      note: 'only notifications that the server does not know are answered, with an error',
      fails: ['transport-notification-202'],
      ...answerNotification(isOther, error),
    },
    'roots-changed-kills': {
      note: 'notifications/roots/list_changed ends the process',
      fails: ['lifecycle-list-changed'],
      ...crashOn(isListChanged),
    },
    'roots-changed-deafens': {
      note: 'after notifications/roots/list_changed nothing is answered',
      fails: ['lifecycle-list-changed'],
      ...deafAfter(isListChanged),
    },
    'roots-changed-answered': {
      note: 'notifications/roots/list_changed is answered with an error',
      fails: ['transport-notification-202'],
      ...answerNotification(isListChanged, error),
    },
  };
}

const isProgress = (message) => message.method === 'notifications/progress';

/** Changes the progress notifications that go out. */
function changeProgress(change) {
  return {
    encode: (message, context) => {
      if (!isProgress(message)) return undefined;
      const changed = structuredClone(message);
      change(changed.params, context);
      return JSON.stringify(changed);
    },
  };
}

function progressFaults() {
  const fails = ['lifecycle-progress-token'];
  const sendProgress = (context, params) => context.send({ jsonrpc: '2.0', method: 'notifications/progress', params });
  return {
    'progress-other-token': {
      note: 'progress names a token that nobody gave',
      fails,
      ...changeProgress((params) => void (params.progressToken = 'other')),
    },
    'progress-token-type': {
      note: 'the token comes back in the other type: a number as text, a text of digits as number',
      fails,
      ...changeProgress((params) => {
        const token = params.progressToken;
        params.progressToken =
          typeof token === 'number' ? String(token) : /^\d+$/.test(token) ? Number(token) : `${token} `;
      }),
    },
    'progress-token-missing': {
      note: 'progress has no token',
      fails,
      ...changeProgress((params) => void delete params.progressToken),
    },
    'progress-unasked': {
      note: 'every tool call sends progress under its request id, also without a token',
      fails,
      methods: {
        'tools/call': async (_params, context, next) => {
          const { id } = messageOf(context);
          if (context.progressToken === undefined) sendProgress(context, { progressToken: id, progress: 1 });
          return next();
        },
      },
    },
    'progress-falls': {
      note: 'progress falls from call to call of the notification',
      fails,
      ...changeProgress((params) => void (params.progress = params.total - params.progress)),
    },
    'progress-stands': {
      note: 'progress stays at the same value',
      fails,
      ...changeProgress((params) => void (params.progress = 1)),
    },
    'progress-text': {
      note: 'progress is a text with a per cent sign',
      fails,
      ...changeProgress((params) => void (params.progress = `${params.progress * 10}%`)),
    },
    'progress-after-reply': {
      note: 'one more progress notification comes after the reply',
      transports: ['stdio'],
      fails,
      onReply: (_reply, request, context) => {
        const token = request?.params?._meta?.progressToken;
        if (token === undefined || !callOf('count_down')(request)) return;
        setTimeout(() => sendProgress(context, { progressToken: token, progress: 99 }), 10);
      },
    },
  };
}

function messageOf(context) {
  return messageIn(context) ?? {};
}

function clientCapabilityFaults() {
  const requests = {
    sampling: {
      method: 'sampling/createMessage',
      params: { messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }], maxTokens: 5 },
    },
    roots: { method: 'roots/list' },
    elicitation: {
      method: 'elicitation/create',
      params: {
        message: 'Who are you?',
        requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
      },
    },
  };
  return Object.fromEntries(
    Object.entries(requests).flatMap(([name, request]) => [
      [
        `${name}-declared-by-server`,
        {
          note: `the server declares the client capability ${name} as its own`,
          // The schema does not close the set of capabilities, so that this is worth a warning only.
          fails: [],
          ...changeHandshake((result) => void (result.capabilities = { ...result.capabilities, [name]: {} })),
        },
      ],
      [
        `${name}-requested`,
        {
          note: `the server sends ${request.method}, which the client has not declared, while it answers tools/list`,
          fails: [`lifecycle-${name}-capability`],
          methods: {
            'tools/list': (_params, context, next) => {
              if (!context.memory.hasAsked) context.send({ jsonrpc: '2.0', id: 'server-1', ...request });
              context.memory.hasAsked = true;
              return next();
            },
          },
        },
      ],
    ]),
  );
}

function metaFaults() {
  const fails = ['lifecycle-meta-tolerance'];
  const foreign = (message) =>
    message.id !== undefined && Object.keys(message.params?._meta ?? {}).some((key) => key !== 'progressToken');
  const refuse = (fits, code) => ({
    fails,
    onMessage: (message, _context, next) => {
      if (!fits(message)) return next();
      return { jsonrpc: '2.0', id: message.id, error: { code, message: 'Unrecognized key in _meta' } };
    },
  });
  return {
    'meta-refused': { note: 'unknown keys of _meta are refused', ...refuse(foreign, -32602) },
    'meta-refused-internally': { note: 'unknown keys of _meta make the request fail', ...refuse(foreign, -32603) },
    'meta-kills': { note: 'unknown keys of _meta end the process', fails, ...crashOn(foreign) },
    'meta-silent': { note: 'a request with unknown keys of _meta is not answered', fails, ...hangOn(foreign) },
    'meta-empties-lists': {
      note: 'a list request with unknown keys of _meta gives an empty list',
      fails,
      onReply: (reply, request) => {
        if (!request || !foreign(request) || !reply.result) return;
        for (const member of ['tools', 'resources', 'prompts', 'resourceTemplates']) {
          if (reply.result[member]) reply.result = { [member]: [] };
        }
      },
    },
  };
}

function listChangedFaults() {
  const fails = ['lifecycle-list-changed'];
  const announce = (kind) => ({
    [`${kind}/list`]: (_params, context, next) => {
      if (!context.memory.hasAnnounced) context.send({ jsonrpc: '2.0', method: `notifications/${kind}/list_changed` });
      context.memory.hasAnnounced = true;
      return next();
    },
  });
  return {
    'list-changed-undeclared': {
      note: 'tools are declared without listChanged, and tools/list_changed is sent',
      fails,
      configure: (config) => {
        config.capabilities.tools = {};
      },
      methods: announce('tools'),
    },
    'list-changed-declared-false': {
      note: 'prompts are declared with listChanged: false, and prompts/list_changed is sent',
      fails,
      configure: (config) => {
        config.capabilities.prompts = { listChanged: false };
      },
      methods: announce('prompts'),
    },
  };
}

export const lifecycleFaults = {
  ...handshakeFaults(),
  ...versionFaults(),
  ...serverInfoFaults(),
  ...capabilityFaults(),
  ...instructionFaults(),
  ...envelopeFaults(),
  ...pingFaults(),
  ...idFaults(),
  ...secondInitializeFaults(),
  ...loggingFaults(),
  ...completionFaults(),
  ...cancellationFaults(),
  ...inboundFaults(),
  ...progressFaults(),
  ...clientCapabilityFaults(),
  ...metaFaults(),
  ...listChangedFaults(),
};
