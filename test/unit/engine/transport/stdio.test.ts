import { afterEach, describe, expect, it } from 'vitest';
import type { Expectation } from '../../../../src/engine/transport/connection.js';
import { StdioConnection } from '../../../../src/engine/transport/stdio.js';
import { nodePlatform } from '../../../../src/platform/node.js';
import { newRecorder, replyTo, TAG } from './recorder.js';

const open: StdioConnection[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((connection) => connection.close()));
});

/** A process that runs this program for each line that it reads; `line` is the parsed line, `write` writes text. */
function start(program: string, before = '') {
  const source = `
    const write = (text) => process.stdout.write(text);
    const reply = (id, extra = {}) => JSON.stringify({ jsonrpc: '2.0', id, result: {}, ...extra });
    ${before}
    require('node:readline').createInterface({ input: process.stdin }).on('line', (text) => {
      const line = JSON.parse(text);
      ${program}
    });`;
  const recorder = newRecorder('stdio');
  const env = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== undefined));
  const target = {
    type: 'stdio' as const,
    label: 'test',
    secrets: [],
    command: process.execPath,
    args: ['-e', source],
    env: env as Record<string, string>,
  };
  const connection = new StdioConnection(nodePlatform(), recorder, target, 'test');
  open.push(connection);
  return { recorder, connection };
}

function request(id: number | string, method = 'ping'): [string, Expectation] {
  return [JSON.stringify({ jsonrpc: '2.0', id, method }), { requestId: id, reply: 'awaited', timeoutMs: 10_000 }];
}

describe('a process', () => {
  it('is answered in any order', async () => {
    const { connection, recorder } = start(
      `globalThis.ids ??= []; ids.push(line.id); if (ids.length === 3) for (const id of ids.reverse()) write(reply(id) + '\\n');`,
    );
    const sent = [1, 'two', 3].map((id) => connection.send(TAG, ...request(id)));
    await Promise.all(sent.map(({ done }) => done));
    expect(sent.map(({ record }) => JSON.parse(replyTo(recorder, record) ?? '').id)).toEqual([1, 'two', 3]);
  });

  it('may write a banner, log lines and empty lines, and is understood all the same', async () => {
    const { connection, recorder } = start(
      `write('\\n[log] got it\\n' + reply(line.id) + '\\n');`,
      `write('Welcome\\n');`,
    );
    const { record, done } = connection.send(TAG, ...request(1));
    await done;
    expect(replyTo(recorder, record)).toContain('"id":1');
    expect(connection.record.incoming.map(({ text }) => text).slice(0, 3)).toEqual(['Welcome', '', '[log] got it']);
  });

  it('may spread a message over lines, and is understood all the same', async () => {
    const { connection, recorder } = start(`write(JSON.stringify(JSON.parse(reply(line.id)), null, 2) + '\\n');`);
    const { record, done } = connection.send(TAG, ...request(1));
    await done;
    expect(JSON.parse(replyTo(recorder, record) ?? '')).toMatchObject({ id: 1 });
    expect(connection.record.incoming.at(-1)?.source).toBe('joined');
  });

  it('may put two messages on a line, and is understood all the same', async () => {
    const { connection, recorder } = start(`write('log: ' + reply(line.id) + reply(line.id + 1) + '\\n');`);
    const sent = [1, 2].map((id) => connection.send(TAG, ...request(id)));
    await Promise.all(sent.map(({ done }) => done));
    expect(sent.map(({ record }) => replyTo(recorder, record))).toEqual([
      '{"jsonrpc":"2.0","id":1,"result":{}}',
      '{"jsonrpc":"2.0","id":2,"result":{}}',
    ]);
  });

  it('that ends in the middle of a line leaves the rest and its exit code', async () => {
    const { connection } = start(
      `write('{"jsonrpc":"2.0","id":1'); process.stdout.end(); process.exitCode = 3; process.stdin.destroy();`,
    );
    const { record, done } = connection.send(TAG, ...request(1));
    await done;
    expect(record.end).toBe('closed');
    expect(connection.record.unterminated).toBe('{"jsonrpc":"2.0","id":1');
    expect(connection.record.exit).toMatchObject({ code: 3, signal: null, requested: false });
    expect(connection.open).toBe(false);
  });

  it('that never answers what it need not is waited for until all is quiet', async () => {
    const { connection } = start(`if (line.method === 'ping') write(reply(line.id) + '\\n');`);
    const odd = connection.send(TAG, '{"jsonrpc":"2.0","method":"odd"}', { reply: 'optional', timeoutMs: 20_000 });
    const asked = connection.send(TAG, ...request(1));
    await Promise.all([odd.done, asked.done]);
    expect([odd.record.end, asked.record.end]).toEqual(['silent', 'answered']);
    expect(odd.record.optional).toBe(true);
  });

  it('that asks something is answered as by a client without capabilities', async () => {
    const { connection, recorder } = start(
      `if (line.method === 'ping') write('{"jsonrpc":"2.0","id":"q","method":"ping"}\\n{"jsonrpc":"2.0","id":"r","method":"sampling/createMessage"}\\n');
       else { globalThis.seen ??= []; seen.push(line); if (seen.length === 2) write(reply(1, { result: { seen } }) + '\\n'); }`,
    );
    const { record, done } = connection.send(TAG, ...request(1));
    await done;
    const { seen } = JSON.parse(replyTo(recorder, record) ?? '').result;
    expect(seen).toMatchObject([
      { id: 'q', result: {} },
      { id: 'r', error: { code: -32601 } },
    ]);
  });

  it('that ignores the end of its input is ended by signal', async () => {
    const { connection } = start('', `setInterval(() => {}, 1000); process.stdin.on('end', () => {});`);
    await connection.close();
    expect(connection.record.exit).toMatchObject({ signal: 'SIGTERM', requested: true });
  });
});

describe('what cannot be started', () => {
  it('is told by code, and nothing is awaited', async () => {
    const recorder = newRecorder('stdio');
    const target = {
      type: 'stdio' as const,
      label: 'x',
      secrets: [],
      command: 'no-such-program-assay',
      args: [],
      env: {},
    };
    const connection = new StdioConnection(nodePlatform(), recorder, target, 'test');
    const { record, done } = connection.send(TAG, ...request(1));
    await done;
    expect(record).toMatchObject({ end: 'failed', error: { code: 'ENOENT' } });
    expect(connection.record.spawnFailure?.code).toBe('ENOENT');
  });
});
