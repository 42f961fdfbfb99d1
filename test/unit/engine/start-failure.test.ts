import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { assess } from '../../../src/engine/assess.js';
import type { Report } from '../../../src/engine/report.js';
import { nodePlatform } from '../../../src/platform/node.js';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => listener(request, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

async function grade(url: string, headers: Record<string, string> = {}): Promise<Report> {
  const target = { type: 'http' as const, label: 'test', url, headers, secrets: Object.values(headers) };
  const limits = { requestMs: 2_000, preflightMs: 2_000 };
  return (await assess(target, { limits }, nodePlatform())).report;
}

function failed(report: Report): string[] {
  return report.tests.filter((test) => !test.passed).map(({ id }) => id);
}

describe('an address where no session can be opened', () => {
  it('that is closed', async () => {
    const url = await serve((_request, response) => response.end());
    await Promise.all(open.splice(0).map((each) => each.close()));
    const report = await grade(url);
    expect(report).toMatchObject({ grade: null, startFailure: { kind: 'connection-refused' } });
    expect(failed(report)).toEqual([]);
  });

  it('that is a web page', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Notes</title>');
    });
    const report = await grade(url);
    expect(report).toMatchObject({ grade: null, startFailure: { kind: 'not-mcp' } });
    expect(report.startFailure?.message).toContain('text/html');
    expect(failed(report).filter((id) => id !== 'lifecycle-init')).toEqual([]);
  });

  it('that has moved', async () => {
    const url = await serve((_request, response) => response.writeHead(308, { location: '/new' }).end());
    const report = await grade(url);
    expect(report).toMatchObject({ grade: null, startFailure: { kind: 'redirected' } });
    expect(report.startFailure?.message).toContain('/new');
  });

  it('that never answers', async () => {
    let requests = 0;
    const url = await serve(() => {
      requests += 1;
    });
    expect((await grade(url)).startFailure?.kind).toBe('timeout');
    expect(requests).toBe(1);
  });

  it('that answers with a stream on which nothing comes', async () => {
    const url = await serve((request, response) => {
      if (request.method === 'POST') response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      else response.writeHead(405).end();
    });
    expect((await grade(url)).startFailure?.kind).toBe('silent');
  });

  it.each([404, 405, 400])('that speaks HTTP+SSE and answers POST with %s', async (status) => {
    const url = await serve((request, response) => {
      if (request.method !== 'GET') return response.writeHead(status).end();
      return response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .write('event: endpoint\ndata: /messages\n\n');
    });
    const report = await grade(url);
    expect(report).toMatchObject({ grade: null, startFailure: { kind: 'legacy-sse' } });
    expect(failed(report)).toEqual([]);
  });

  it('that answers with an error', async () => {
    const body = '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"Busy"}}';
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    });
    expect((await grade(url)).startFailure?.kind).toBe('bad-handshake');
  });
});

describe('a server that asks for a credential', () => {
  const CHALLENGE = { 'www-authenticate': 'Bearer realm="x"' };
  const METADATA = '{"resource":"RESOURCE","authorization_servers":["https://auth.example"]}';

  it('is judged on how it asks, and on nothing else', async () => {
    const url = await serve((request, response) => {
      if (request.url?.startsWith('/.well-known/') !== true) return response.writeHead(401, CHALLENGE).end();
      const resource = `http://${request.headers.host}/mcp`;
      const headers = { 'content-type': 'application/json' };
      return response.writeHead(200, headers).end(METADATA.replace('RESOURCE', resource));
    });
    const report = await grade(url);
    expect(report).toMatchObject({ grade: null, startFailure: { kind: 'unauthorized' } });
    const measured = report.tests.filter((test) => !test.skipped).map(({ id, passed }) => [id, passed]);
    expect(Object.fromEntries(measured)).toEqual({
      'security-auth-required': true,
      'security-www-authenticate': true,
      'security-auth-malformed': true,
      'security-oauth-metadata': true,
      'security-tls-required': true,
    });
  });

  it('fails for each thing that it leaves out', async () => {
    const url = await serve((request, response) =>
      response.writeHead(request.url?.startsWith('/.well-known/') === true ? 404 : 401).end(),
    );
    expect(failed(await grade(url))).toEqual(['security-www-authenticate']);
    const withChallenge = await serve((request, response) =>
      request.url?.startsWith('/.well-known/') === true
        ? response.writeHead(404).end()
        : response.writeHead(401, CHALLENGE).end(),
    );
    expect(failed(await grade(withChallenge))).toEqual(['security-oauth-metadata']);
  });

  it('does not get the credential of the user at another address than its own', async () => {
    const seen: (string | undefined)[] = [];
    const other = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(404).end();
    });
    const url = await serve((_request, response) => {
      response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${other}"` }).end();
    });
    const report = await grade(url, { Authorization: 'Bearer secret-of-the-user' });
    expect(report.startFailure?.kind).toBe('unauthorized');
    expect(seen.filter((header) => header !== undefined)).toEqual([]);
  });
});
