import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { stdioTarget, withHttpTarget } from '../faults/launch.js';
import { FAULT_TOKEN } from '../faults/server/core.mjs';

// Raw wires on purpose: nothing of the engine may stand between a test and the bytes of the servers.

interface Json {
  [member: string]: unknown;
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'wire', version: '1' } },
};
const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' };

const running = new Set<ChildProcessWithoutNullStreams>();
const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
  await Promise.all(closers.splice(0).map((close) => close()));
});

/** Writes lines to a fresh process, ends its input and gives every byte of its output. */
async function converse(
  lines: readonly (Json | string | Buffer)[],
  fault = '',
): Promise<{ output: Buffer; code: unknown }> {
  const { command, args, env } = stdioTarget(fault);
  const child = spawn(command, [...args], { env, stdio: 'pipe' });
  running.add(child);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A fault may end the process before it has read everything.
  child.stdin.on('error', () => undefined);
  for (const line of lines)
    child.stdin.write(Buffer.isBuffer(line) ? line : `${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
  child.stdin.end();
  const [code] = await once(child, 'close');
  running.delete(child);
  return { output: Buffer.concat(chunks), code };
}

/** The replies by id, each line being one message. */
async function repliesTo(lines: readonly (Json | string)[], fault = ''): Promise<Map<unknown, Json>> {
  const { output } = await converse([INITIALIZE, INITIALIZED, ...lines], fault);
  const messages = output
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Json);
  return new Map(messages.filter((message) => 'id' in message).map((message) => [message['id'], message]));
}

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

interface Send {
  method?: string;
  body?: Json | string | Json[];
  headers?: Record<string, string>;
  path?: string;
}

function send(url: string, { method = 'POST', body, headers = {}, path }: Send): Promise<Answer> {
  const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const defaults = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      new URL(path ?? '', url),
      { method, headers: { ...defaults, ...headers } },
      (response) => {
        const answer = { status: response.statusCode ?? 0, headers: response.headers };
        const isOpenStream = method === 'GET' && response.headers['content-type'] === 'text/event-stream';
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          if (!isOpenStream) return;
          resolve({ ...answer, body: Buffer.concat(chunks).toString('utf8') });
          outgoing.destroy();
        });
        response.on('end', () => resolve({ ...answer, body: Buffer.concat(chunks).toString('utf8') }));
      },
    );
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

async function launch(fault = ''): Promise<{ url: string; headers: Record<string, string> }> {
  const { target, close } = await withHttpTarget(fault);
  closers.push(close);
  return { url: target.url, headers: { ...target.headers } };
}

/** A server with a session; `post` sends within it. */
async function open(fault = '') {
  const { url, headers } = await launch(fault);
  const opened = await send(url, { body: INITIALIZE, headers });
  const session = { ...headers, 'mcp-session-id': String(opened.headers['mcp-session-id']) };
  const post = (body: Send['body'], more: Record<string, string> = {}) =>
    send(url, { ...(body === undefined ? {} : { body }), headers: { ...session, ...more } });
  return { url, opened, session, post };
}

function call(id: number | string, name: string, args: Json = {}): Json {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
}

function ask(id: number | string, method: string, params?: Json): Json {
  return { jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) };
}

function errorCode(reply: Json | undefined): unknown {
  return (reply?.['error'] as Json | undefined)?.['code'];
}

describe('the conformant stdio server', () => {
  it('answers initialize and ping with exactly these bytes', async () => {
    const { output, code } = await converse([{ jsonrpc: '2.0', id: 'early', method: 'ping' }]);
    expect(output.toString()).toBe('{"jsonrpc":"2.0","id":"early","result":{}}\n');
    expect(code).toBe(0);
    const { output: opened } = await converse([INITIALIZE]);
    expect(opened.toString()).toMatch(/^\{"jsonrpc":"2\.0","id":1,"result":\{"protocolVersion":"2025-11-25",.*\}\}\n$/);
  });

  it('answers unreadable input as JSON-RPC says, and goes on', async () => {
    const { output } = await converse([
      '{broken',
      '[]',
      '{"jsonrpc":"2.0","id":7}',
      '{"jsonrpc":"1.0","id":8,"method":"ping"}',
    ]);
    expect(output.toString().split('\n').sort()).toEqual([
      '',
      '{"jsonrpc":"2.0","id":7,"error":{"code":-32600,"message":"Invalid request"}}',
      '{"jsonrpc":"2.0","id":8,"error":{"code":-32600,"message":"Invalid request"}}',
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Batches are not supported"}}',
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}',
    ]);
  });

  it('refuses bytes that are no UTF-8', async () => {
    const { output } = await converse([Buffer.from([0x22, 0xff, 0x22, 0x0a])]);
    expect(output.toString()).toBe('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}\n');
  });

  it('says nothing to notifications, answers and blank lines', async () => {
    const { output } = await converse([
      INITIALIZED,
      { jsonrpc: '2.0', method: 'notifications/unknown' },
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 99 } },
      { jsonrpc: '2.0', id: 5, result: {} },
      '',
    ]);
    expect(output.toString()).toBe('');
  });

  it('serves nothing but ping before initialize, and initialize once', async () => {
    const { output } = await converse([ask(0, 'tools/list'), INITIALIZE, { ...INITIALIZE, id: 2 }]);
    const codes = output
      .toString()
      .trim()
      .split('\n')
      .map((line) => errorCode(JSON.parse(line) as Json));
    expect(codes.filter((code) => code === -32600)).toHaveLength(2);
    expect(codes).toContain(undefined);
  });

  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2024-11-05', '2024-11-05'],
    ['2099-01-01', '2025-11-25'],
    ['1.0.0', '2025-11-25'],
  ])('asked for %s, speaks %s', async (asked, spoken) => {
    const opening = { ...INITIALIZE, params: { ...INITIALIZE.params, protocolVersion: asked } };
    const { output } = await converse([opening]);
    expect(output.toString()).toContain(`"protocolVersion":"${spoken}"`);
  });

  it('keeps ids, text beyond ASCII and unknown metadata', async () => {
    const replies = await repliesTo([
      ask('Ü-1', 'ping', { _meta: { 'com.example/x': [1] } }),
      ask(9007199254740991, 'ping'),
      call(0, 'echo_text', { text: '日本🙂\u2028' }),
    ]);
    expect(replies.get('Ü-1')).toEqual({ jsonrpc: '2.0', id: 'Ü-1', result: {} });
    expect(replies.get(9007199254740991)).toEqual({ jsonrpc: '2.0', id: 9007199254740991, result: {} });
    expect(replies.get(0)?.['result']).toEqual({ content: [{ type: 'text', text: '日本🙂\u2028' }] });
  });

  it('lists over several pages and refuses cursors that are not its own', async () => {
    for (const [method, member] of [
      ['tools/list', 'tools'],
      ['resources/list', 'resources'],
      ['resources/templates/list', 'resourceTemplates'],
      ['prompts/list', 'prompts'],
    ] as const) {
      const first = (await repliesTo([ask(2, method)])).get(2)?.['result'] as Json;
      const cursor = first['nextCursor'];
      expect(typeof cursor).toBe('string');
      const replies = await repliesTo([
        ask(2, method, { cursor }),
        ask(3, method, { cursor: 'garbage' }),
        ask(4, method, { cursor: 5 }),
      ]);
      const second = replies.get(2)?.['result'] as Json;
      expect(second[member]).not.toEqual(first[member]);
      expect([errorCode(replies.get(3)), errorCode(replies.get(4))]).toEqual([-32602, -32602]);
    }
  });

  it('refuses each wrong request with its own code', async () => {
    const wrong: [Json, number][] = [
      [ask(10, 'no/such'), -32601],
      [call(11, 'no_such_tool'), -32602],
      [ask(12, 'tools/call', { arguments: {} }), -32602],
      [ask(13, 'resources/read', { uri: 'note://nowhere' }), -32002],
      [ask(14, 'resources/read'), -32602],
      [ask(15, 'prompts/get', { name: 'no_such' }), -32602],
      [ask(16, 'prompts/get', { name: 'summarize_note' }), -32602],
      [ask(17, 'logging/setLevel', { level: 'loud' }), -32602],
      [
        ask(18, 'completion/complete', {
          ref: { type: 'ref/prompt', name: 'no_such' },
          argument: { name: 'a', value: '' },
        }),
        -32602,
      ],
    ];
    const replies = await repliesTo(wrong.map(([message]) => message));
    expect(wrong.map(([message]) => errorCode(replies.get(message['id'])))).toEqual(wrong.map(([, code]) => code));
  });

  it('refuses wrong arguments with a result that is an error', async () => {
    const replies = await repliesTo([
      call(2, 'echo_text', { text: 5 }),
      call(3, 'echo_text'),
      call(4, 'echo_text', { text: 'a', extra: 1 }),
      call(5, 'read_note', { path: '../../etc/passwd' }),
    ]);
    const results = [2, 3, 4, 5].map((id) => replies.get(id)?.['result'] as Json | undefined);
    expect(results.map((result) => result?.['isError'])).toEqual([true, true, true, true]);
  });

  it('reads, gets, subscribes, completes and measures', async () => {
    const replies = await repliesTo([
      ask(2, 'resources/read', { uri: 'note://notes/empty.md' }),
      ask(3, 'prompts/get', { name: 'summarize_note', arguments: { note: 'welcome.md' } }),
      ask(4, 'resources/subscribe', { uri: 'note://notes/empty.md' }),
      ask(5, 'resources/unsubscribe', { uri: 'note://notes/empty.md' }),
      ask(6, 'completion/complete', {
        ref: { type: 'ref/prompt', name: 'summarize_note' },
        argument: { name: 'note', value: '' },
      }),
      call(7, 'measure_text', { text: 'two words' }),
      ask(8, 'logging/setLevel', { level: 'emergency' }),
    ]);
    const result = (id: number) => replies.get(id)?.['result'] as Json;
    expect(result(2)).toEqual({ contents: [{ uri: 'note://notes/empty.md', mimeType: 'text/markdown', text: '' }] });
    expect(result(3)['messages']).toHaveLength(1);
    expect([result(4), result(5), result(8)]).toEqual([{}, {}, {}]);
    expect((result(6)['completion'] as Json)['values']).toHaveLength(100);
    expect(result(7)['structuredContent']).toEqual({ characters: 9, words: 2 });
  });

  it('reports progress only when a token is given, and to that token', async () => {
    const { output } = await converse([
      INITIALIZE,
      { ...call(2, 'count_down'), params: { name: 'count_down', arguments: {}, _meta: { progressToken: 'p' } } },
      call(3, 'count_down'),
    ]);
    const progress = output
      .toString()
      .split('\n')
      .filter((line) => line.includes('notifications/progress'));
    expect(progress.map((line) => (JSON.parse(line) as { params: Json }).params['progressToken'])).toEqual([
      'p',
      'p',
      'p',
    ]);
  });
});

describe('the conformant HTTP server', () => {
  it('opens sessions and answers in JSON or as a stream that ends', async () => {
    const { opened, post } = await open();
    expect(opened.status).toBe(200);
    expect(opened.headers['content-type']).toBe('application/json');
    expect(opened.headers['mcp-session-id']).toMatch(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/);
    expect((await post(ask('s', 'ping'))).body).toBe('{"jsonrpc":"2.0","id":"s","result":{}}');
    const streamed = await post(call(2, 'echo_text', { text: 'ä' }));
    expect(streamed.headers['content-type']).toBe('text/event-stream');
    expect(streamed.body).toBe(
      'id: 1-0\ndata: \n\nid: 1-1\nevent: message\ndata: {"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"ä"}]}}\n\n',
    );
  });

  it('takes notifications and answers with 202 and no body', async () => {
    const { post } = await open();
    for (const message of [
      INITIALIZED,
      { jsonrpc: '2.0', method: 'notifications/other' },
      { jsonrpc: '2.0', id: 9, result: {} },
    ]) {
      const answer = await post(message);
      expect([answer.status, answer.body, answer.headers['content-type']]).toEqual([202, '', undefined]);
    }
  });

  it('refuses each wrong request with its own status', async () => {
    const { url, session, post } = await open();
    const ping = ask(2, 'ping');
    const statuses = [
      (await send(url, { body: ping })).status,
      (await post(ping, { 'mcp-session-id': 'never-given' })).status,
      (await post(ping, { 'mcp-protocol-version': '1900-01-01' })).status,
      (await post(ping, { 'mcp-protocol-version': '2025-06-18' })).status,
      (await post(ping, { 'content-type': 'text/plain' })).status,
      (await post(ping, { accept: 'text/html' })).status,
      (await post(ping, { origin: 'http://localhost.example.com' })).status,
      (await post(ping, { origin: 'null' })).status,
      (await post(ping, { host: 'example.com' })).status,
      (await post('{broken')).status,
      (await post([ping])).status,
      (await post({ ...INITIALIZE, id: 3 })).status,
      (await post('x'.repeat(5_000_000))).status,
      (await send(url, { method: 'PUT', headers: session })).status,
      (await send(url, { method: 'GET' })).status,
      (await send(url, { body: ping, headers: session, path: '/other' })).status,
    ];
    expect(statuses).toEqual([400, 404, 400, 200, 415, 406, 403, 403, 403, 400, 400, 400, 413, 405, 400, 404]);
  });

  it('offers a stream on GET and ends the session on DELETE', async () => {
    const { url, session, post } = await open();
    const stream = await send(url, { method: 'GET', headers: session });
    expect([stream.status, stream.headers['content-type'], stream.body]).toEqual([
      200,
      'text/event-stream',
      'id: 1-0\ndata: \n\n',
    ]);
    expect((await send(url, { method: 'DELETE', headers: session })).status).toBe(204);
    expect((await post(ask(2, 'ping'))).status).toBe(404);
    expect((await send(url, { method: 'GET', headers: session })).status).toBe(404);
  });

  it('asks for the token, in the header and nowhere else', async () => {
    const { url, headers } = await launch('legal-auth');
    expect(headers).toEqual({ Authorization: `Bearer ${FAULT_TOKEN}` });
    const missing = await send(url, { body: INITIALIZE });
    const inQuery = await send(url, { body: INITIALIZE, path: `/mcp?access_token=${FAULT_TOKEN}` });
    const wrong = await send(url, { body: INITIALIZE, headers: { authorization: 'Bearer nonsense' } });
    expect([missing.status, inQuery.status, wrong.status]).toEqual([401, 401, 401]);
    const pointer = /resource_metadata="([^"]+)"/.exec(String(missing.headers['www-authenticate']))?.[1] ?? '';
    const metadata = JSON.parse((await send(pointer, { method: 'GET' })).body) as Json;
    expect(metadata['resource']).toBe(url);
    expect((await send(url, { body: INITIALIZE, headers })).status).toBe(200);
  });
});

describe('faults change the bytes', () => {
  it('banner-first', async () => {
    const { output } = await converse([INITIALIZE], 'banner-first');
    expect(output.toString().startsWith('Notes server 1.2.3 listening on stdio\n{')).toBe(true);
  });

  it('output-in-latin-1', async () => {
    const { output } = await converse([INITIALIZE, call(2, 'echo_text', { text: 'é' })], 'output-in-latin-1');
    expect(output.includes(0xe9)).toBe(true);
    expect(output.includes(0xc3)).toBe(false);
  });

  it('id-as-text-on-errors', async () => {
    const replies = await repliesTo([ask(2, 'ping'), ask(3, 'no/such')], 'id-as-text-on-errors');
    expect(replies.get(2)?.['result']).toEqual({});
    expect(errorCode(replies.get('3'))).toBe(-32601);
  });

  it('broken-json-kills', async () => {
    const { code, output } = await converse([INITIALIZE, '{broken', ask(2, 'ping')], 'broken-json-kills');
    expect(code).toBe(1);
    expect(output.toString()).not.toContain('"id":2');
  });

  it('notification-202-body', async () => {
    const { post } = await open('notification-202-body');
    const answer = await post(INITIALIZED);
    expect([answer.status, answer.body]).toEqual([202, '{}']);
  });

  it('delete-session-survives', async () => {
    const { url, session, post } = await open('delete-session-survives');
    expect((await send(url, { method: 'DELETE', headers: session })).status).toBe(204);
    expect((await post(ask(2, 'ping'))).status).toBe(200);
  });

  it('overlap-mixes-ids, but only under overlap', async () => {
    const { post } = await open('overlap-mixes-ids');
    expect((await post(ask(2, 'ping'))).body).toContain('"id":2');
    const both = await Promise.all([post(ask(3, 'ping')), post(ask(4, 'ping'))]);
    expect(both.every((answer, index) => answer.body.includes(`"id":${index + 3}`))).toBe(false);
  });

  it('a crash over HTTP breaks connections and ends sessions, and the server can be reached again', async () => {
    const { url, post } = await open('ping-kills');
    await expect(post(ask(2, 'ping'))).rejects.toThrow();
    expect((await post(ask(3, 'tools/list'))).status).toBe(404);
    expect((await send(url, { body: INITIALIZE })).status).toBe(200);
  });
});
