import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { Recorder } from '../../../../src/engine/recording/recorder.js';
import type { Expectation } from '../../../../src/engine/transport/connection.js';
import { HttpConnection } from '../../../../src/engine/transport/http.js';
import { nodePlatform } from '../../../../src/platform/node.js';
import { newRecorder, replyTo, TAG } from './recorder.js';

const SSE = { 'content-type': 'text/event-stream' };
const JSON_TYPE = { 'content-type': 'application/json' };

const open: { close(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

interface Started {
  recorder: Recorder;
  connection: HttpConnection;
  /** Method and path of what the server got. */
  got: IncomingMessage[];
  server: Server;
}

async function start(listener: RequestListener): Promise<Started> {
  const got: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    got.push(request);
    request.resume();
    request.on('end', () => listener(request, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const recorder = newRecorder('http');
  const platform = nodePlatform();
  const agent = platform.http();
  const { port } = server.address() as AddressInfo;
  const target = {
    type: 'http' as const,
    label: 'test',
    secrets: [],
    url: `http://127.0.0.1:${port}/mcp`,
    headers: {},
  };
  const connection = new HttpConnection(platform, recorder, agent, target, 'test');
  open.push({
    close: async () => {
      connection.kill();
      await agent.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
  return { recorder, connection, got, server };
}

function request(id: number, timeoutMs = 5_000): [string, Expectation] {
  return [JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' }), { requestId: id, reply: 'awaited', timeoutMs }];
}

function result(id: number | null): string {
  return JSON.stringify({ jsonrpc: '2.0', id, result: {} });
}

async function ask(started: Started, id = 1, timeoutMs?: number) {
  const sent = started.connection.send(TAG, ...request(id, timeoutMs));
  await sent.done;
  return sent.record;
}

describe('answers in JSON', () => {
  it('finds the response, and one with another id when there is no better', async () => {
    const started = await start((_request, response) => response.writeHead(200, JSON_TYPE).end(result(7)));
    const record = await ask(started);
    expect(record).toMatchObject({ end: 'answered', replyIdDiffers: true });
    expect(replyTo(started.recorder, record)).toBe(result(7));
  });

  it('finds the response beside another message in one body', async () => {
    const body = `{"jsonrpc":"2.0","method":"notifications/message"}\n${result(1)}`;
    const started = await start((_request, response) => response.writeHead(200, JSON_TYPE).end(body));
    const record = await ask(started);
    expect(replyTo(started.recorder, record)).toBe(result(1));
    expect(started.connection.record.incoming.map(({ source }) => source)).toEqual(['body', 'piece', 'piece']);
  });

  it('does not follow a redirect', async () => {
    const started = await start((_request, response) => response.writeHead(307, { location: '/other' }).end());
    const record = await ask(started);
    expect(record.response?.status).toBe(307);
    expect(started.got.map(({ url }) => url)).toEqual(['/mcp']);
  });

  it('keeps the body of an error', async () => {
    const started = await start((_request, response) =>
      response.writeHead(500, { 'content-type': 'text/html' }).end('<p>Oh</p>'),
    );
    const record = await ask(started);
    expect(record).toMatchObject({ end: 'answered', response: { status: 500, ended: true } });
    expect(started.connection.record.incoming[0]?.text).toBe('<p>Oh</p>');
  });
});

describe('answers as event streams', () => {
  it('reads events wherever the stream is cut, with comments, CR LF and data on several lines', async () => {
    const text = `: hello\r\nid: 1\r\ndata:\r\n\r\nevent: message\ndata: {"jsonrpc":"2.0","id":1,\ndata: "result":{"t":"漢🦉"}}\n\n`;
    const bytes = Buffer.from(text);
    const started = await start(async (_request, response) => {
      response.writeHead(200, SSE);
      for (let at = 0; at < bytes.length; at += 3) {
        if (!response.write(bytes.subarray(at, at + 3))) await once(response, 'drain');
        await new Promise(setImmediate);
      }
      response.end();
    });
    const record = await ask(started);
    expect(JSON.parse(replyTo(started.recorder, record) ?? '')).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: { t: '漢🦉' },
    });
    expect(started.connection.record.incoming.map(({ text: data, event }) => [data === '', event])).toEqual([
      [true, { id: '1' }],
      [false, { event: 'message' }],
    ]);
  });

  it('is content with the response when the stream stays open, and closes it at the end', async () => {
    const closed = later();
    const started = await start((_request, response) => {
      response.writeHead(200, SSE).write(`data: ${result(1)}\n\n`);
      response.on('close', closed.resolve);
    });
    const record = await ask(started);
    expect(record.end).toBe('answered');
    await started.connection.close();
    await closed.promise;
  });

  it('resumes a stream that ended early, from the last event id', async () => {
    const started = await start((incoming, response) => {
      response.writeHead(200, SSE);
      if (incoming.method === 'POST') return response.end('retry: 10\nid: a-1\ndata:\n\n');
      return response.end(`id: a-2\ndata: ${result(1)}\n\n`);
    });
    const record = await ask(started);
    expect(replyTo(started.recorder, record)).toBe(result(1));
    expect(record).toMatchObject({ end: 'answered', resumed: true });
    expect(started.got.map(({ method, headers }) => [method, headers['last-event-id']])).toEqual([
      ['POST', undefined],
      ['GET', 'a-1'],
    ]);
  });

  it('gives up on a stream that ends early again and again', async () => {
    const started = await start((_incoming, response) => {
      response.writeHead(200, SSE).end('retry: 5\nid: a-1\ndata:\n\n');
    });
    const record = await ask(started);
    expect(record).toMatchObject({ end: 'closed', resumed: true });
    expect(started.got.length).toBe(3);
  });

  it('does not resume a stream without event ids, or one that answers a notification', async () => {
    const started = await start((_incoming, response) => response.writeHead(200, SSE).end('data:\n\n'));
    expect(await ask(started)).toMatchObject({ end: 'closed' });
    await started.connection.send(TAG, '{"jsonrpc":"2.0","method":"notifications/x"}', {
      reply: 'none',
      timeoutMs: 5_000,
    }).done;
    expect(started.got.length).toBe(2);
  });

  it('keeps what is announced as a stream and is none', async () => {
    const started = await start((_incoming, response) => response.writeHead(200, SSE).end(result(1)));
    const record = await ask(started);
    expect(record.end).toBe('answered');
    expect(started.connection.record.incoming).toMatchObject([{ source: 'body', text: result(1) }]);
  });

  it('has the head of a stream at once, and what comes on it later', async () => {
    const streams: ServerResponse[] = [];
    const started = await start((_incoming, response) => {
      streams.push(response);
      response.writeHead(200, SSE).flushHeaders();
    });
    const sent = started.connection.http(TAG, { method: 'GET', defaults: true, until: 'head' }, 5_000, undefined);
    await sent.done;
    expect(sent.record).toMatchObject({ end: 'answered', response: { status: 200, ended: false } });
    streams[0]?.end('data: {"jsonrpc":"2.0","method":"notifications/x"}\n\n');
    await expect.poll(() => sent.record.response?.ended).toBe(true);
    expect(started.connection.record.incoming).toMatchObject([{ source: 'event', exchange: sent.record.id }]);
  });

  it('answers a ping of the server, and refuses what it does not offer', async () => {
    const bodies: string[] = [];
    const ping = '{"jsonrpc":"2.0","id":"p","method":"ping"}';
    const roots = '{"jsonrpc":"2.0","id":"r","method":"roots/list"}';
    const server = createServer(async (incoming, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString();
      if (!body.includes('"method"')) {
        bodies.push(body);
        return response.writeHead(202).end();
      }
      return response.writeHead(200, SSE).end(`data: ${ping}\n\ndata: ${roots}\n\ndata: ${result(1)}\n\n`);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    open.push({ close: () => new Promise((resolve) => server.close(resolve)) });
    const platform = nodePlatform();
    const agent = platform.http();
    open.push(agent);
    const { port } = server.address() as AddressInfo;
    const target = { type: 'http' as const, label: 'test', secrets: [], url: `http://127.0.0.1:${port}/`, headers: {} };
    const connection = new HttpConnection(platform, newRecorder('http'), agent, target, 'test');
    await connection.send(TAG, ...request(1)).done;
    await connection.quiet();
    expect(
      bodies.map((body) => JSON.parse(body)).map(({ id, result: given, error }) => [id, given, error?.code]),
    ).toEqual([
      ['p', {}, undefined],
      ['r', undefined, -32601],
    ]);
  });
});

describe('silence and broken connections', () => {
  it('ends at the time limit and frees the connection', async () => {
    const closed = later();
    const started = await start((_incoming, response) => response.on('close', closed.resolve));
    expect(await ask(started, 1, 50)).toMatchObject({ end: 'silent' });
    await closed.promise;
  });

  it('tells a server that has gone from one that was never there', async () => {
    const started = await start((_incoming, response) => {
      if (started.got.length === 1) response.writeHead(200, JSON_TYPE).end(result(1));
      else response.destroy();
    });
    expect(await ask(started)).toMatchObject({ end: 'answered' });
    expect(await ask(started, 2)).toMatchObject({ end: 'closed' });
    const other = await start((_incoming, response) => response.destroy());
    const record = await ask(other);
    expect(record.end).toBe('failed');
    expect(record.error?.code).not.toBe('');
  });
});

describe('the end of a session', () => {
  it('is told to a server that gave a session id, once', async () => {
    const started = await start((_incoming, response) => response.writeHead(204).end());
    started.connection.sessionId = 'abc';
    await started.connection.close();
    await started.connection.close();
    expect(started.got.map(({ method, headers }) => [method, headers['mcp-session-id']])).toEqual([['DELETE', 'abc']]);
  });

  it('is not told again after a DELETE that was accepted', async () => {
    const started = await start((_incoming, response) => response.writeHead(204).end());
    started.connection.sessionId = 'abc';
    await started.connection.http(TAG, { method: 'DELETE', defaults: true }, 5_000, undefined).done;
    expect(started.connection.record.endedAtMs).toBeTypeOf('number');
    await started.connection.close();
    expect(started.got.length).toBe(1);
  });

  it('is not told to a server without sessions', async () => {
    const started = await start((_incoming, response) => response.writeHead(204).end());
    await started.connection.close();
    expect(started.got).toEqual([]);
    expect(started.connection.open).toBe(false);
    expect(await ask(started)).toMatchObject({ end: 'closed' });
  });
});

function later(): { promise: Promise<unknown>; resolve: (value?: unknown) => void } {
  let resolve: (value?: unknown) => void = () => undefined;
  const promise = new Promise((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
