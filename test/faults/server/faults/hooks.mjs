// Builders for what many faults do.

import { DROP, HANG, isRequest, RpcError } from '../core.mjs';

/** Changes the result of one method. */
export function changeResult(method, change) {
  return { results: { [method]: change } };
}

/** One method answers with an error. */
export function failMethod(method, code, message = 'The request failed') {
  return {
    methods: {
      [method]: () => {
        throw new RpcError(code, message);
      },
    },
  };
}

/** Messages that fit are never answered. */
export function hangOn(fits) {
  return { waits: true, onMessage: (message, _context, next) => (fits(message) ? HANG : next()) };
}

/** Messages that fit end the process. */
export function crashOn(fits) {
  return {
    onMessage: (message, context, next) => {
      if (!fits(message)) return next();
      context.crash();
      return HANG;
    },
  };
}

/** Messages that fit are answered, and nothing that comes later is. */
export function deafAfter(fits) {
  return {
    waits: true,
    onMessage: (message, context, next) => {
      if (context.memory.isDeaf) return HANG;
      context.memory.isDeaf = fits(message);
      return next();
    },
  };
}

/** Changes the replies to requests that fit. */
export function changeReply(fits, change) {
  return {
    onReply: (reply, request, context) => (request && fits(request) ? change(reply, request, context) : reply),
  };
}

/** Changes each error reply, also to input that could not be read. */
export function changeError(fits, change) {
  return {
    onReply: (reply, request) => (reply.error && fits(request, reply) ? change(reply) : reply),
  };
}

/** Answers notifications that fit with a message. */
export function answerNotification(fits, answerOf) {
  return {
    onMessage: (message, _context, next) => (!isRequest(message) && fits(message) ? answerOf(message) : next()),
  };
}

export function byMethod(...names) {
  return (message) => names.includes(message.method);
}

export function callOf(name) {
  return (message) => message.method === 'tools/call' && message.params?.name === name;
}

export function isFirstPage(params) {
  return params.cursor === undefined;
}

/** Text of a message that goes out when standard output is misused. */
export function rawLine(text) {
  return `${text}\n`;
}

/** HTTP: answers that serve what was asked get another status, header or body; `fits` is given the message or undefined. */
export function changeAnswer(fits, change) {
  return {
    onHttpAnswer: (answer, context) => {
      const isServed = answer.status === 200 || answer.status === 202;
      return isServed && fits(messageIn(context), context, answer) ? change(answer, context) : answer;
    },
  };
}

export function messageIn(context) {
  try {
    return JSON.parse(context.text);
  } catch {
    // A GET, a DELETE or a body that is broken on purpose has no message.
    return undefined;
  }
}

/** HTTP: whether an answer belongs to a request message of these methods, or to any but initialize when none is named. */
export function answersRequest(...methods) {
  return (message) => {
    if (typeof message?.method !== 'string' || message.id === undefined) return false;
    return methods.length === 0 ? message.method !== 'initialize' : methods.includes(message.method);
  };
}

export function answersNotification(...methods) {
  return (message) => {
    if (typeof message?.method !== 'string' || message.id !== undefined) return false;
    return methods.length === 0 || methods.includes(message.method);
  };
}

export function setHeader(name, value) {
  return (answer) => {
    answer.headers[name] = value;
  };
}

/** A list method of a declared capability that cannot be read. */
export function brokenLists(prefix, method, member, rule) {
  const fails = [rule];
  return {
    [`${prefix}-list-not-found`]: {
      note: 'the capability is declared, the list method is not known',
      fails,
      ...failMethod(method, -32601, 'Method not found'),
    },
    [`${prefix}-list-internal-error`]: {
      note: 'the list method fails',
      fails,
      ...failMethod(method, -32603, 'Internal error'),
    },
    [`${prefix}-list-object`]: {
      note: 'the list is an object by name, not an array',
      fails,
      ...changeResult(method, (result) => {
        result[member] = Object.fromEntries(result[member].map((entry) => [entry.name, entry]));
      }),
    },
    [`${prefix}-list-bare-array`]: {
      note: 'the result is the array itself',
      fails,
      ...changeResult(method, (result) => result[member]),
    },
    [`${prefix}-list-other-member`]: {
      note: 'the array stands in a member "items"',
      fails,
      ...changeResult(method, (result) => ({ items: result[member] })),
    },
    [`${prefix}-list-null`]: {
      note: 'the list is null',
      fails,
      ...changeResult(method, (result) => {
        result[member] = null;
      }),
    },
    [`${prefix}-list-silent`]: {
      note: 'the list method is never answered, everything else is',
      fails,
      ...hangOn(byMethod(method)),
    },
  };
}

/** A list whose first page is right and whose paging is not. */
export function brokenPages(prefix, method, member, rule) {
  const fails = [rule];
  const later = (change) =>
    changeResult(method, (result, context, params) => (isFirstPage(params) ? result : change(result, context, params)));
  return {
    [`${prefix}-cursor-number`]: {
      note: 'nextCursor is a number, and the server takes it back only as the string it was',
      fails,
      ...changeResult(method, (result) => {
        if (result.nextCursor !== undefined) result.nextCursor = 4;
      }),
    },
    [`${prefix}-cursor-null`]: {
      note: 'the last page has nextCursor null; schema and text know only a string or nothing',
      fails,
      ...changeResult(method, (result) => {
        result.nextCursor ??= null;
      }),
    },
    [`${prefix}-cursor-object`]: {
      note: 'nextCursor is an object',
      fails,
      ...changeResult(method, (result) => {
        if (result.nextCursor !== undefined) result.nextCursor = { offset: 4 };
      }),
    },
    [`${prefix}-cursor-loop`]: {
      note: 'every page has the cursor of the second page, so that following it never ends',
      fails,
      ...later((result, _context, params) => {
        result.nextCursor = params.cursor;
      }),
    },
    [`${prefix}-second-page-error`]: {
      note: 'the server refuses the cursor that it has just given',
      fails,
      ...later(() => {
        throw new RpcError(-32602, 'Invalid cursor');
      }),
    },
    [`${prefix}-second-page-internal-error`]: {
      note: 'the second page fails inside the server',
      fails,
      ...later(() => {
        throw new RpcError(-32603, 'Internal error');
      }),
    },
    [`${prefix}-second-page-null`]: {
      note: 'the second page has no array',
      fails,
      ...later((result) => {
        result[member] = null;
      }),
    },
    [`${prefix}-second-page-repeats`]: {
      note: 'the second page holds the entries of the first again, the others are never listed',
      fails,
      ...changeResult(method, (result, context, params) => {
        if (isFirstPage(params)) context.memory[method] = structuredClone(result[member]);
        else return { [member]: context.memory[method] ?? [] };
        return result;
      }),
    },
    [`${prefix}-second-page-silent`]: {
      note: 'the second page never comes',
      fails,
      ...hangOn(
        (message) =>
          message.method === method && message.params?.cursor !== undefined && !isGarbage(message.params.cursor),
      ),
    },
    [`${prefix}-pages-without-end`]: {
      note: 'each page is empty and has a new cursor',
      fails,
      methods: {
        [method]: (params, _context, next) => {
          const page = /^endless-(\d+)$/.exec(params.cursor ?? '')?.[1];
          if (page !== undefined) return { [member]: [], nextCursor: `endless-${Number(page) + 1}` };
          return isFirstPage(params)
            ? Promise.resolve(next()).then((result) => ({ ...result, nextCursor: 'endless-1' }))
            : next();
        },
      },
    },
  };
}

/** Whether a cursor is none that this server gives. */
export function isGarbage(cursor) {
  return typeof cursor !== 'string' || !/^\w+:\d+$/.test(Buffer.from(cursor, 'base64url').toString());
}

export { DROP, HANG, RpcError };
