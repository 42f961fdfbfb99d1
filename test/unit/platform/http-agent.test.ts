import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { HttpAgent, HttpResponseHead, TlsFacts } from '../../../src/engine/platform.js';
import { HTTP_ABORTED, HTTP_BAD_ENCODING, HTTP_BAD_URL, HTTP_STOPPED } from '../../../src/platform/http-agent.js';
import { nodePlatform } from '../../../src/platform/node.js';

interface Answer {
  head: HttpResponseHead | undefined;
  body: Buffer;
  error: { code: string; message: string } | undefined;
  tls: TlsFacts[];
  ends: number;
}

interface Ask {
  method?: string;
  headers?: [string, string][];
  body?: string;
  signal?: AbortSignal;
  /** Returning false stops the transfer. */
  onData?: (chunk: Uint8Array, total: number) => boolean;
}

const open: { close(): unknown }[] = [];
const sockets = new Set<Socket>();
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
  for (const socket of sockets) socket.destroy();
});

function agent(): HttpAgent {
  const created = nodePlatform().http();
  open.push(created);
  return created;
}

function ask(via: HttpAgent, url: string, what: Ask = {}): Promise<Answer> {
  return new Promise((resolve) => {
    const answer: Answer = {
      head: undefined,
      body: Buffer.alloc(0),
      error: undefined,
      tls: [],
      ends: 0,
    };
    const chunks: Uint8Array[] = [];
    let total = 0;
    via.send(
      {
        method: what.method ?? 'GET',
        url,
        headers: what.headers ?? [],
        ...(what.body === undefined ? {} : { body: Buffer.from(what.body) }),
        signal: what.signal ?? new AbortController().signal,
      },
      {
        onHead: (head) => {
          answer.head = head;
        },
        onData: (chunk) => {
          total += chunk.length;
          chunks.push(chunk);
          return what.onData?.(chunk, total) ?? true;
        },
        onTls: (facts) => answer.tls.push(facts),
        onEnd: (error) => {
          answer.ends += 1;
          answer.error = error;
          answer.body = Buffer.concat(chunks);
          // A second call of `onEnd` would come within the next turns of the event loop.
          setImmediate(() => setImmediate(() => resolve(answer)));
        },
      },
    );
  });
}

async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.on('connection', (socket: Socket) => sockets.add(socket));
  open.push(server);
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function serve(listener: RequestListener): Promise<string> {
  return `http://${await listen(createServer(listener))}`;
}

/** A server that answers every connection with these bytes. */
async function serveBytes(bytes: string, then: (socket: Socket) => void = (socket) => socket.end()): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(bytes, 'latin1', () => then(socket)));
  });
  return `http://${await listen(server)}`;
}

describe('sending requests', () => {
  it('sends exactly the headers and the body that it is given', async () => {
    let raw: string[] = [];
    let body = '';
    let method = '';
    let path = '';
    const url = await serve(async (request, response) => {
      raw = request.rawHeaders;
      method = request.method ?? '';
      path = request.url ?? '';
      for await (const chunk of request) body += String(chunk);
      response.end();
    });
    const answer = await ask(agent(), `${url}/mcp?x=1`, {
      method: 'POST',
      headers: [
        ['Host', 'evil.example'],
        ['Origin', 'null'],
        ['X-Twice', 'one'],
        ['X-Twice', 'two'],
        ['Content-Type', 'application/json'],
      ],
      body: '{"a":"ü"}',
    });
    expect(answer.error).toBeUndefined();
    expect([method, path, body]).toEqual(['POST', '/mcp?x=1', '{"a":"ü"}']);
    const pairs = raw.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${raw[index + 1]}`] : []));
    expect(pairs.filter((pair) => !/^(connection|content-length)/i.test(pair))).toEqual([
      'host: evil.example',
      'Origin: null',
      'X-Twice: one',
      'X-Twice: two',
      'Content-Type: application/json',
    ]);
  });

  it('gives the head with repeated names in order and follows no redirect', async () => {
    let requests = 0;
    const url = await serve((_request, response) => {
      requests += 1;
      response.writeHead(302, [
        ['Location', '/elsewhere'],
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
      ]);
      response.end('moved');
    });
    const answer = await ask(agent(), url);
    expect(answer.head?.status).toBe(302);
    expect(answer.head?.headers.filter(([name]) => name === 'set-cookie')).toEqual([
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ]);
    expect(answer.head?.headers).toContainEqual(['location', '/elsewhere']);
    expect(answer.body.toString()).toBe('moved');
    expect(requests).toBe(1);
  });

  it('uses one connection for requests after each other', async () => {
    const ports = new Set<number | undefined>();
    const url = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.end();
    });
    const via = agent();
    await ask(via, url);
    await ask(via, url, { method: 'POST', body: 'x' });
    expect(ports.size).toBe(1);
  });

  it('refuses nothing silently: bad URLs and headers end with a code', async () => {
    expect((await ask(agent(), 'ftp://127.0.0.1/')).error?.code).toBe(HTTP_BAD_URL);
    expect((await ask(agent(), 'nonsense')).error?.code).toBe(HTTP_BAD_URL);
    const url = await serve((_request, response) => response.end());
    expect((await ask(agent(), url, { headers: [['bad name', 'x']] })).error?.code).toBe('UND_ERR_INVALID_ARG');
  });
});

describe('reading answers', () => {
  it('passes data on as it comes, and stops when asked', async () => {
    let closed: () => void = () => undefined;
    const connectionClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const flow = setInterval(() => response.write('data: x\n\n'), 1);
      response.on('close', () => {
        clearInterval(flow);
        closed();
      });
    });
    const answer = await ask(agent(), url, {
      onData: (_chunk, total) => total < 50,
    });
    expect(answer.error?.code).toBe(HTTP_STOPPED);
    expect(answer.body.length).toBeGreaterThanOrEqual(50);
    expect(answer.ends).toBe(1);
    await connectionClosed;
  });

  it('ends at once when cancelled: before the head, in the body, while connecting', async () => {
    const silent = await serve((request) => request.resume());
    const half = await serve((_request, response) => {
      response.writeHead(200);
      response.write('half');
    });
    for (const url of [silent, half]) {
      const controller = new AbortController();
      const pending = ask(agent(), url, {
        signal: controller.signal,
        onData: () => {
          controller.abort();
          return true;
        },
      });
      if (url === silent) setImmediate(() => controller.abort());
      const answer = await pending;
      expect(answer.error?.code).toBe(HTTP_ABORTED);
      expect(answer.ends).toBe(1);
    }
    const already = await ask(agent(), silent, { signal: AbortSignal.abort() });
    expect(already).toMatchObject({ error: { code: HTTP_ABORTED }, ends: 1 });
  });

  it('ends open transfers when the agent is closed', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200);
      response.write('half');
    });
    const via = agent();
    const answer = await ask(via, url, {
      onData: () => {
        void via.close();
        return true;
      },
    });
    expect(answer.error).toBeDefined();
    expect((await ask(via, url)).error?.code).toBe(HTTP_ABORTED);
  });

  it('skips informational answers', async () => {
    const url = await serveBytes(
      'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
    );
    const answer = await ask(agent(), url);
    expect(answer.head).toEqual({
      status: 200,
      headers: [['content-length', '2']],
    });
    expect(answer.body.toString()).toBe('ok');
  });

  it('says why nothing could be read', async () => {
    const closedPort = await serve((_request, response) => response.end());
    await Promise.all(open.splice(0).map((each) => new Promise((resolve) => (each as Server).close(resolve))));
    const refused = (await ask(agent(), closedPort)).error;
    expect(refused?.code).toBe('ECONNREFUSED');
    expect(refused?.message).toContain('127.0.0.1');
    const notHttp = await serveBytes('SSH-2.0-OpenSSH\r\n');
    expect((await ask(agent(), notHttp)).error?.code).toMatch(/^HPE_|HTTPParserError/);
    const short = await serveBytes('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort');
    expect((await ask(agent(), short)).error?.code).toBe('UND_ERR_SOCKET');
    const hangsUp = await serveBytes('', (socket) => socket.destroy());
    expect((await ask(agent(), hangsUp)).error?.code).toMatch(/UND_ERR_SOCKET|ECONNRESET/);
  });

  it('bounds the head', async () => {
    const bomb = await serveBytes(`HTTP/1.1 200 OK\r\n${'X-Header: 0123456789\r\n'.repeat(10_000)}\r\n`);
    expect((await ask(agent(), bomb)).error?.code).toBe('UND_ERR_HEADERS_OVERFLOW');
  });
});

describe('compressed answers', () => {
  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('decodes %s', async (encoding, compress) => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding });
      response.end(compress('{"jsonrpc":"2.0"}'));
    });
    const answer = await ask(agent(), url);
    expect(answer.error).toBeUndefined();
    expect(answer.body.toString()).toBe('{"jsonrpc":"2.0"}');
    expect(answer.head?.headers).toContainEqual(['content-encoding', encoding]);
  });

  it('inflates no more than is asked for', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(bomb);
    });
    let largest = 0;
    const answer = await ask(agent(), url, {
      onData: (chunk, total) => {
        largest = Math.max(largest, chunk.length);
        return total < 1_000_000;
      },
    });
    expect(answer.error?.code).toBe(HTTP_STOPPED);
    expect(answer.body.length).toBeLessThan(1_000_000 + 2 * largest);
    expect(largest).toBeLessThanOrEqual(64 * 1024);
  });

  it('names a body that is not what its header says', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end('plain text');
    });
    expect((await ask(agent(), url)).error?.code).toBe(HTTP_BAD_ENCODING);
  });
});

describe('TLS', () => {
  it('reports a certificate that is not trusted, and does not send the request', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-tls-'));
    try {
      execFileSync(
        'openssl',
        [
          'req',
          '-x509',
          '-newkey',
          'ec',
          '-pkeyopt',
          'ec_paramgen_curve:prime256v1',
          '-nodes',
          '-days',
          '2',
          '-subj',
          '/CN=localhost',
          '-keyout',
          'key.pem',
          '-out',
          'cert.pem',
        ],
        { cwd: folder, stdio: 'ignore' },
      );
      let requests = 0;
      const server = createSecureServer(
        {
          key: readFileSync(join(folder, 'key.pem')),
          cert: readFileSync(join(folder, 'cert.pem')),
        },
        (_request, response) => {
          requests += 1;
          response.end();
        },
      );
      const answer = await ask(agent(), `https://${await listen(server)}/`);
      expect(answer.error?.code).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
      expect(answer.tls).toEqual([
        {
          protocol: '',
          authorized: false,
          error: 'DEPTH_ZERO_SELF_SIGNED_CERT',
        },
      ]);
      expect(requests).toBe(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('says that the other side speaks no TLS', async () => {
    const url = await serve((_request, response) => response.end());
    const answer = await ask(agent(), url.replace('http:', 'https:'));
    expect(answer.error?.code).toMatch(/SSL|EPROTO/);
  });
});
