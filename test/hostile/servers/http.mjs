// node http.mjs CASE: a server over HTTP that attacks its client in one way. Its port is the first line it prints.
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { echoTool, nested, notePid, parse, replyTo } from './protocol.mjs';

const [name] = process.argv.slice(2);
const json = { 'content-type': 'application/json' };
const stream = { 'content-type': 'text/event-stream' };
const block = Buffer.alloc(64 * 1024, 'a');

function sendJson(response, message) {
  response.writeHead(200, json);
  response.end(JSON.stringify(message));
}

function event(message) {
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`;
}

/** Writes until the other side goes, as fast as it reads. */
function flood(response, makeBytes) {
  const go = () => {
    while (!response.destroyed && response.write(makeBytes()));
    if (!response.destroyed) response.once('drain', go);
  };
  go();
}

function drip(response, text, milliseconds) {
  let offset = 0;
  const timer = setInterval(() => {
    response.write(text.charAt(offset % text.length));
    offset += 1;
  }, milliseconds);
  response.on('close', () => clearInterval(timer));
}

/** A quarter of a gigabyte of zeros in about one megabyte. */
function gzipBomb() {
  return gzipSync(Buffer.alloc(256 * 1024 * 1024), { level: 1 });
}

/** The reply to a message that is served; undefined for everything that is refused or needs no reply. */
function servedReply(message) {
  const reply = message && !Array.isArray(message) ? replyTo(message) : undefined;
  return reply?.error?.code === -32600 ? undefined : reply;
}

/** Answers one method in its own way, everything else as it should. */
function except(method, answer) {
  return (message, response, request) => {
    if (message?.method === method && message.id !== undefined) answer(message, response, request);
    else usual(message, response);
  };
}

/** Answers every request in the same way. */
function always(answer) {
  return (message, response, request) => answer(message, response, request);
}

function usual(message, response) {
  if (message === undefined || message === null || Array.isArray(message)) {
    response.writeHead(400, json);
    response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } }));
    return;
  }
  const reply = replyTo(message);
  if (reply?.error?.code === -32600) {
    response.writeHead(400, json);
    response.end(JSON.stringify(reply));
  } else if (reply) sendJson(response, reply);
  else response.writeHead(202).end();
}

const cases = {
  'well-behaved': usual,

  'echoes-headers': (message, response, request) => {
    const reply = servedReply(message);
    const echo = JSON.stringify(request.headers);
    if (reply?.error) reply.error.message += echo;
    if (reply?.result?.serverInfo) reply.result.instructions = echo;
    if (reply) sendJson(response, reply);
    else usual(message, response);
  },

  'sse-never-ends': (message, response) => {
    const reply = servedReply(message);
    if (!reply) {
      usual(message, response);
      return;
    }
    response.writeHead(200, stream);
    response.write(event(reply));
  },
  'sse-never-answers': except('tools/list', (_message, response) => {
    response.writeHead(200, stream);
    const timer = setInterval(() => response.write(': still there\n\n'), 50);
    response.on('close', () => clearInterval(timer));
  }),
  'sse-flood': except('tools/list', (_message, response) => {
    response.writeHead(200, stream);
    flood(response, () =>
      event({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x' } }).repeat(100),
    );
  }),
  'sse-request-flood': except('tools/list', (_message, response) => {
    let id = 0;
    response.writeHead(200, stream);
    flood(response, () => {
      id += 1;
      return event({ jsonrpc: '2.0', id: `server-${id}`, method: 'ping' });
    });
  }),
  'sse-endless-line': except('tools/list', (_message, response) => {
    response.writeHead(200, stream);
    response.write('data: ');
    flood(response, () => block);
  }),
  'sse-endless-event': except('tools/list', (_message, response) => {
    response.writeHead(200, stream);
    flood(response, () => `data: ${'a'.repeat(1_000)}\n`.repeat(50));
  }),
  'slow-bytes': except('tools/list', (_message, response) => {
    response.writeHead(200, json);
    drip(response, ' ', 50);
  }),
  'slow-handshake': always((_message, response) => {
    response.writeHead(200, json);
    drip(response, ' ', 50);
  }),
  'slow-headers': always((_message, response) => {
    const { socket } = response;
    socket.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket.write('x-slow: 1\r\n'), 50);
    socket.on('close', () => clearInterval(timer));
  }),
  'never-answers': always(() => {}),
  'hangs-up': always((_message, response) => response.socket.destroy()),
  'hangs-up-in-mid-body': except('tools/list', (message, response) => {
    const text = JSON.stringify(replyTo(message));
    response.writeHead(200, { ...json, 'content-length': text.length });
    response.write(text.slice(0, text.length / 2), () => response.socket.destroy());
  }),
  'redirect-loop': always((_message, response, request) => response.writeHead(307, { location: request.url }).end()),
  'redirect-loop-after-handshake': except('tools/list', (_message, response, request) =>
    response.writeHead(308, { location: request.url }).end(),
  ),
  'big-body': except('tools/list', (_message, response) => {
    response.writeHead(200, { ...json, 'content-length': 100 * 1024 * 1024 });
    let left = 1600;
    const go = () => {
      while (left > 0 && !response.destroyed) {
        left -= 1;
        if (!response.write(block)) {
          response.once('drain', go);
          return;
        }
      }
      if (!response.destroyed) response.end();
    };
    go();
  }),
  'endless-body': except('tools/list', (_message, response) => {
    response.writeHead(200, json);
    flood(response, () => block);
  }),
  'many-headers': except('tools/list', (message, response) => {
    response.writeHead(
      200,
      [
        ...Array.from({ length: 20_000 }, (_, index) => [`x-header-${index}`, 'value']),
        ['content-type', 'application/json'],
      ].flat(),
    );
    response.end(JSON.stringify(replyTo(message)));
  }),
  'long-header': always((message, response) => {
    response.writeHead(200, { ...json, 'x-long': 'a'.repeat(10 * 1024 * 1024) });
    response.end(JSON.stringify(message && replyTo(message)));
  }),
  'gzip-bomb': except('tools/list', (_message, response) => {
    response.writeHead(200, { ...json, 'content-encoding': 'gzip' });
    response.end(bomb);
  }),
  'gzip-bomb-at-handshake': always((_message, response) => {
    response.writeHead(200, { ...json, 'content-encoding': 'gzip' });
    response.end(bomb);
  }),
  'gzip-unasked': (message, response) => {
    const reply = servedReply(message);
    if (!reply) {
      usual(message, response);
      return;
    }
    response.writeHead(200, { ...json, 'content-encoding': 'gzip' });
    response.end(gzipSync(JSON.stringify(reply)));
  },
  'bad-utf8': except('tools/list', (message, response) => {
    // A made-up cursor gets an error, which has no such text.
    const [before, after = ''] = JSON.stringify(replyTo(message)).split('Returns');
    response.writeHead(200, json);
    response.end(Buffer.concat([Buffer.from(before), Buffer.of(0xff, 0xfe, 0xc3), Buffer.from(after)]));
  }),
  'deep-json': except('tools/list', (message, response) => {
    response.writeHead(200, json);
    response.end(`{"jsonrpc":"2.0","id":${message.id},"result":{"tools":${nested(200_000)}}}`);
  }),
  'wrong-ids': (message, response) => {
    const reply = servedReply(message);
    if (reply && message.method !== 'initialize') sendJson(response, { ...reply, id: `${reply.id}-other` });
    else usual(message, response);
  },
  'answers-to-nothing': except('tools/list', (message, response) => {
    response.writeHead(200, stream);
    for (let extra = 0; extra < 1_000; extra += 1)
      response.write(event({ jsonrpc: '2.0', id: 100_000 + extra, result: {} }));
    response.end(event({ jsonrpc: '2.0', id: message.id, result: { tools: [echoTool] } }));
  }),
  'web-page': always((_message, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Welcome</title><p>Nothing to see here.');
  }),
};

/** What a server refuses before it reads a message; the cases attack those that would be served. */
function refusalOf({ headers }) {
  const { origin, 'mcp-protocol-version': version } = headers;
  if (origin !== undefined && !/^https?:\/\/(127\.0\.0\.1|localhost)(:\d+)?$/.test(origin)) return 403;
  if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) return 415;
  if (version !== undefined && !/^202[45]-\d\d-\d\d$/.test(version)) return 400;
  return undefined;
}

const answer = cases[name];
if (name === '--cases') {
  console.log(Object.keys(cases).join('\n'));
  process.exit(0);
}
if (!answer) throw new Error(`no such case: ${name}`);
notePid();
const bomb = name.startsWith('gzip-bomb') ? gzipBomb() : undefined;

const server = createServer((request, response) => {
  const chunks = [];
  response.on('error', () => {});
  request.on('error', () => {});
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const refusal = request.method === 'POST' ? refusalOf(request) : undefined;
    if (refusal !== undefined) {
      response.writeHead(refusal).end();
      return;
    }
    if (request.method === 'POST' || name === 'web-page' || name === 'redirect-loop') {
      answer(parse(Buffer.concat(chunks).toString()), response, request);
      return;
    }
    response.writeHead(405, { allow: 'POST' }).end();
  });
});
server.on('connection', (socket) => socket.on('error', () => {}));
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
