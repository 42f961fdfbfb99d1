import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Report } from '../../../src/engine/report.js';
import { allGone } from '../platform/process-state.js';
import { BuiltCli, readText } from './built-cli.js';

const stdioServer = fileURLToPath(new URL('../../hostile/servers/stdio.mjs', import.meta.url));
const httpServer = fileURLToPath(new URL('../../hostile/servers/http.mjs', import.meta.url));
const wellBehaved = [process.execPath, stdioServer, 'well-behaved'];

let cli: BuiltCli;
beforeAll(async () => {
  cli = await BuiltCli.build();
});
afterAll(() => cli.remove());

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-assay-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, content: unknown): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

function parse(stdout: string): Report {
  return JSON.parse(stdout) as Report;
}

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function startHttp(name: string): Promise<string> {
  const child = spawn(process.execPath, [httpServer, name], { stdio: ['ignore', 'pipe', 'inherit'] });
  closing.push(() => child.kill('SIGKILL'));
  const [port] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return `http://127.0.0.1:${port}/mcp`;
}

describe('a server given on the command line', () => {
  it('is graded over standard streams, and only the report is on standard output', async () => {
    const { exitCode, stdout, stderr } = await cli.run(['test', '--format', 'json', '--', ...wellBehaved]);
    const report = parse(stdout);
    expect(report).toMatchObject({
      schemaVersion: '1',
      grade: 'A',
      mode: 'safe',
      startFailure: null,
      target: { type: 'stdio' },
    });
    expect(report.serverInfo.name).toBe('hostile');
    expect(report.tests.filter((test) => !test.passed && test.level === 'must')).toEqual([]);
    expect(exitCode).toBe(0);
    expect(stderr).toBe('');
  });

  it('is graded by its URL, with options behind it', async () => {
    const url = await startHttp('well-behaved');
    const { exitCode, stdout } = await cli.run(['test', url, '--format', 'json', '--only', 'tools']);
    expect(exitCode).toBe(0);
    expect(parse(stdout)).toMatchObject({ url, target: { type: 'http', label: url } });
    expect(new Set(parse(stdout).tests.map((test) => test.category))).toEqual(new Set(['tools']));
  });

  it('is shown for people, without colours in a pipe and with them when asked for', async () => {
    const plain = await cli.run(['test', '--only', 'tools-list', '--', ...wellBehaved]);
    expect(plain.stdout).toContain('tools');
    expect(plain.stdout).not.toContain('\u001b');
    const forced = await cli.run(['test', '--only', 'tools-list', '--', ...wellBehaved], {
      env: { FORCE_COLOR: '1' },
    });
    expect(forced.stdout).toContain('\u001b[');
    for (const [args, env] of [
      [[], { FORCE_COLOR: '1', NO_COLOR: '1' }],
      [['--no-color'], { FORCE_COLOR: '1' }],
    ] as const) {
      const without = await cli.run(['test', ...args, '--only', 'tools-list', '--', ...wellBehaved], { env });
      expect(without.stdout).not.toContain('\u001b');
    }
  });

  it('tells each verdict on standard error with --verbose', async () => {
    const { stderr } = await cli.run([
      'test',
      '--verbose',
      '--only',
      'tools-list',
      '--format',
      'json',
      '--',
      ...wellBehaved,
    ]);
    expect(stderr).toMatch(/^✓ tools-list/m);
  });

  it('gets variables, an environment file and a folder', async () => {
    write('.env', 'FROM_FILE="file value"\nBOTH=file\n');
    const server = write(
      'server.mjs',
      `import { writeFileSync } from 'node:fs';
writeFileSync('seen.json', JSON.stringify([process.env.FROM_FILE, process.env.BOTH, process.env.GIVEN, process.env.PASSED, process.cwd()]));`,
    );
    const args = [
      'test',
      '-E',
      'GIVEN=x=y',
      '-E',
      'PASSED',
      '--env',
      'BOTH=option',
      '--env-file',
      join(folder, '.env'),
      '--cwd',
      folder,
    ];
    await cli.run([...args, '--startup-timeout', '5s', '--', process.execPath, server], { env: { PASSED: 'mine' } });
    const [fromFile, both, given, passed, cwd] = JSON.parse(readText(join(folder, 'seen.json'))) as string[];
    expect([fromFile, both, given, passed]).toEqual(['file value', 'option', 'x=y', 'mine']);
    expect(cwd).toContain('mcp-assay-folder-');
  });

  it('keeps secrets out of everything that is written', async () => {
    const url = await startHttp('echoes-headers');
    const record = join(folder, 'recording.json');
    const args = [
      'test',
      url.replace('//', '//user:passw0rd-in-url@'),
      '-H',
      'X-Api-Key: k3y-secret-value',
      '--record',
      record,
      '--verbose',
      '--mode',
      'full',
    ];
    for (const format of ['json', 'terminal']) {
      const { stdout, stderr } = await cli.run([...args, '--format', format]);
      const everything = [stdout, stderr, readText(record)].join('\n');
      expect(everything).toContain('127.0.0.1');
      expect(everything).toContain('redacted');
      for (const secret of ['passw0rd-in-url', 'k3y-secret-value', btoa('user:passw0rd-in-url')])
        expect(everything).not.toContain(secret);
    }
    const started = await cli.run([
      'test',
      '-E',
      'TOKEN=t0ken-secret-value',
      '--format',
      'json',
      '--',
      process.execPath,
      '-e',
      'console.error(process.env.TOKEN); process.exit(1)',
    ]);
    expect(started.stdout).toContain('redacted');
    expect(started.stdout + started.stderr).not.toContain('t0ken-secret-value');
  });
});

describe('HTML', () => {
  const only = ['--only', 'tools-list', '--format', 'html'];

  it('says what to do when the panel is not installed', async () => {
    const { exitCode, stdout, stderr } = await cli.run(['test', ...only, '--', ...wellBehaved]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain('Install mcp-assay again');
  });

  it('is one page on standard output or in a file', async () => {
    await cli.buildPanel();
    const printed = await cli.run(['test', ...only, '--', ...wellBehaved]);
    expect(printed.stdout).toMatch(/^<!doctype html>/);
    expect(printed.stdout).toContain('"tools-list"');
    expect(printed.stdout).not.toMatch(/(?:src|href)="/);
    const file = join(folder, 'report.html');
    const saved = await cli.run(['test', ...only, '--output', file, '--', ...wellBehaved]);
    expect(saved).toMatchObject({ exitCode: 0, stdout: '', stderr: `The report is in ${file}.\n` });
    expect(readText(file)).toContain('"tools-list"');
  });

  it('is a page for each of several servers', async () => {
    const server = { command: process.execPath, args: [stdioServer, 'well-behaved'] };
    write('.mcp.json', { mcpServers: { one: server, 'two/../x': { ...server, env: { A: '1' } } } });
    const refused = await cli.run(['test', ...only], { cwd: folder });
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('--output FILE');
    const { exitCode } = await cli.run(['test', ...only, '-o', 'out.html'], { cwd: folder });
    expect(exitCode).toBe(0);
    expect(readText(join(folder, 'out-one.html'))).toContain('<title>one');
    expect(readText(join(folder, 'out-two-x.html'))).toContain('<title>two/../x');
  });
});

describe('thresholds', () => {
  it('are met or missed: exit 0 or 1', async () => {
    const wrong = [process.execPath, stdioServer, 'wrong-ids'];
    const limits = ['--timeout', '500ms', '--format', 'json'];
    expect((await cli.run(['test', ...limits, '--', ...wrong])).exitCode).toBe(0);
    const strict = await cli.run(['test', ...limits, '--strict', '--', ...wrong]);
    expect(strict.exitCode).toBe(1);
    expect(strict.stderr).toMatch(/--strict\): .*lifecycle-id-match/);
    const graded = await cli.run(['test', ...limits, '--min-grade', 'A', '--', ...wrong]);
    expect(graded.exitCode).toBe(1);
    expect(graded.stderr).toContain('--min-grade');
    expect((await cli.run(['test', '--strict', '--min-grade', 'A', '--', ...wellBehaved])).exitCode).toBe(0);
  });
});

describe('what cannot be run ends in exit 2 with a sentence that helps', () => {
  async function refusal(args: readonly string[]): Promise<string> {
    const { exitCode, stderr } = await cli.run(['test', '--format', 'json', ...args], { cwd: folder });
    expect(exitCode).toBe(2);
    const lines = stderr.trim().split('\n');
    expect(lines).toHaveLength(1);
    return lines[0] ?? '';
  }

  it('a wrong command', async () => {
    expect(await refusal(['--', 'no-such-command-here'])).toMatch(/no-such-command-here.*spelling/);
  });

  it('a wrong folder', async () => {
    expect(await refusal(['--cwd', 'not-there', '--', ...wellBehaved])).toMatch(/not-there/);
  });

  it('a server that stops at once', async () => {
    const { stdout } = await cli.run([
      'test',
      '--format',
      'json',
      '--',
      process.execPath,
      '-e',
      'console.error("no database"); process.exit(3)',
    ]);
    expect(parse(stdout).startFailure).toMatchObject({ kind: 'exited', exitCode: 3 });
    expect(parse(stdout).startFailure?.stderrTail).toContain('no database');
    expect(await refusal(['--', process.execPath, '-e', 'process.exit(3)'])).toMatch(/code 3|exit.* 3/);
  });

  it('a closed port', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    await new Promise((resolve) => server.close(resolve));
    expect(await refusal([`http://127.0.0.1:${port}/mcp`])).toMatch(/Nothing listens|refused/);
  });

  it('a web page', async () => {
    expect(await refusal([await startHttp('web-page')])).toMatch(/web page|HTML|not.* MCP/i);
  });

  it('a folder without configuration', async () => {
    expect(await refusal([])).toMatch(/no configuration file in .*\.mcp\.json.*URL or command/);
  });

  it('a filter that chooses nothing', async () => {
    expect(await refusal(['--only', 'no-such-check', '--', ...wellBehaved])).toContain('--list');
  });

  it('a file that is not there, or cannot be written', async () => {
    // Node 20 itself looks at --env-file and refuses a file that is not there, before any of our code runs.
    write('open.env', 'A="never closed\n');
    expect(await refusal(['--env-file', join(folder, 'open.env'), '--', ...wellBehaved])).toMatch(
      /open\.env.*close the quote/,
    );
    expect(
      await refusal(['--output', join('no', 'folder', 'x.json'), '--only', 'tools-list', '--', ...wellBehaved]),
    ).toContain('Choose another file');
  });

  it('options of the other transport', async () => {
    expect(await refusal(['-H', 'X-A: 1', '--', ...wellBehaved])).toContain('--header');
    expect(await refusal(['-E', 'A=1', 'http://127.0.0.1:1/'])).toContain('--env');
  });
});

describe('the servers of a folder', () => {
  const only = ['--only', 'tools-list'];
  const good = { command: process.execPath, args: [stdioServer, 'well-behaved'] };

  it('are graded, each with its own report, in the order of the files', async () => {
    write('.mcp.json', { mcpServers: { first: good, second: { ...good, args: [...good.args, 'x'] } } });
    write(
      '.vscode/mcp.json',
      `{ // comments are fine here\n "servers": { "third": ${JSON.stringify({ type: 'stdio', ...good })}, } }`,
    );
    const { exitCode, stdout, stderr } = await cli.run(['test', '--format', 'json', ...only], { cwd: folder });
    const reports = JSON.parse(stdout) as Report[];
    expect(reports.map((report) => report.target.label)).toEqual(['first', 'second', 'third']);
    expect(reports[2]?.target.source).toMatchObject({ file: '.vscode/mcp.json', range: { start: { line: 1 } } });
    expect(stderr).toContain(`Will start first (.mcp.json): ${process.execPath} ${stdioServer} well-behaved`);
    expect(exitCode).toBe(0);
  });

  it('make an array also when there is one, and an object with --server', async () => {
    write('.mcp.json', { mcpServers: { only: good } });
    const list = await cli.run(['test', '--format', 'json', ...only], { cwd: folder });
    expect(JSON.parse(list.stdout)).toHaveLength(1);
    const one = await cli.run(['test', '--format', 'json', ...only, '--server', 'only'], { cwd: folder });
    expect(parse(one.stdout).target.label).toBe('only');
  });

  it('do not hide each other: what cannot be started is exit 2, and the others have their reports', async () => {
    write('.mcp.json', { mcpServers: { bad: { command: 'no-such-command-here' }, entry: { args: [] }, good } });
    const { exitCode, stdout, stderr } = await cli.run(['test', '--format', 'json', ...only], { cwd: folder });
    expect(exitCode).toBe(2);
    expect((JSON.parse(stdout) as Report[]).map((report) => report.startFailure?.kind)).toEqual([
      'command-not-found',
      undefined,
    ]);
    expect(stderr).toMatch(/\.mcp\.json:1: .*entry/);
  });

  it('are picked by name, and a wrong name lists the right ones', async () => {
    write('.mcp.json', { mcpServers: { alpha: good, beta: { ...good, disabled: true } } });
    const wrong = await cli.run(['test', '--server', 'gamma'], { cwd: folder });
    expect(wrong).toMatchObject({ exitCode: 2, stdout: '' });
    expect(wrong.stderr).toContain('alpha, beta');
    const off = await cli.run(['test', '--format', 'json', ...only], { cwd: folder });
    expect(JSON.parse(off.stdout)).toHaveLength(1);
    expect(off.stderr).toContain('beta is switched off');
    const chosen = await cli.run(['test', '--format', 'json', ...only, '--server', 'beta'], { cwd: folder });
    expect(parse(chosen.stdout).target.label).toBe('beta');
  });

  it('with one name in two files are told apart by the file', async () => {
    write('.mcp.json', { mcpServers: { same: good } });
    write('.cursor/mcp.json', { mcpServers: { same: { ...good, args: [...good.args, 'other'] } } });
    const unclear = await cli.run(['test', '--server', 'same'], { cwd: folder });
    expect(unclear.exitCode).toBe(2);
    expect(unclear.stderr).toContain('--server ".cursor/mcp.json#same"');
    const clear = await cli.run(['test', '--format', 'json', ...only, '--server', '.cursor/mcp.json#same'], {
      cwd: folder,
    });
    expect(parse(clear.stdout).target.source?.file).toBe('.cursor/mcp.json');
  });

  it('of a broken file are a sentence with its line', async () => {
    write('.mcp.json', '{\n  "mcpServers": {\n    "a": \n');
    const { exitCode, stderr } = await cli.run(['test'], { cwd: folder });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/\.mcp\.json:\d/);
  });
});

describe('other commands', () => {
  it('judges a recording again, with the same verdicts', async () => {
    const file = join(folder, 'run.json');
    const first = parse((await cli.run(['test', '--format', 'json', '--record', file, '--', ...wellBehaved])).stdout);
    const { exitCode, stdout } = await cli.run(['judge', '--format', 'json', file]);
    const again = parse(stdout);
    expect(exitCode).toBe(0);
    const verdicts = (report: Report) => report.tests.map(({ durationMs: _, ...test }) => test);
    expect(verdicts(again)).toEqual(verdicts(first));
    expect([again.grade, again.score, again.timestamp]).toEqual([first.grade, first.score, first.timestamp]);
    const filtered = parse((await cli.run(['judge', '--format', 'json', '--only', 'errors', file])).stdout);
    expect(new Set(filtered.tests.map((test) => test.category))).toEqual(new Set(['errors']));
  });

  it('refuses what is no recording', async () => {
    const { exitCode, stderr } = await cli.run(['judge', write('other.json', { a: 1 })]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('not a recording');
  });

  it('explains a check, and suggests the nearest id', async () => {
    const { exitCode, stdout } = await cli.run(['explain', 'lifecycle-ping']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('https://modelcontextprotocol.io/specification/2025-11-25/');
    expect(stdout).toContain('What to change');
    const typo = await cli.run(['explain', 'lifecycle-pong']);
    expect(typo).toMatchObject({ exitCode: 2, stdout: '' });
    expect(typo.stderr).toContain('Did you mean lifecycle-ping?');
    expect(JSON.parse((await cli.run(['explain', 'lifecycle-ping', '--format', 'json'])).stdout)).toMatchObject({
      id: 'lifecycle-ping',
    });
  });

  it('lists the checks of each transport without starting anything', async () => {
    const { exitCode, stdout } = await cli.run(['test', '--list', '--format', 'json', '--', 'no-such-command-here']);
    const rows = JSON.parse(stdout) as { id: string; runs: string[]; reasons: Record<string, string> }[];
    expect(exitCode).toBe(0);
    expect(rows.find((row) => row.id === 'lifecycle-ping')?.runs).toEqual(['stdio']);
    expect(rows.find((row) => row.id === 'transport-post')?.reasons['stdio']).toContain('http');
    expect((await cli.run(['test', '--list', '--transport', 'http'])).stdout).toMatch(/^transport-post +must +http$/m);
  });

  it('prints its version', async () => {
    const file = fileURLToPath(new URL('../../../package.json', import.meta.url));
    const { version } = JSON.parse(readText(file)) as { version: string };
    expect(await cli.run(['--version'])).toEqual({ exitCode: 0, signal: null, stdout: `${version}\n`, stderr: '' });
  });
});

describe('being stopped', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('by %s ends the run, its servers too, with exit %i', async (signal, expected) => {
    const pids = join(folder, 'pids');
    const { exitCode } = await cli.run(['test', '--', process.execPath, stdioServer, 'never-answers'], {
      env: { HOSTILE_PIDS: pids },
      onStarted: (child) => {
        const poll = setInterval(() => {
          try {
            readText(pids);
          } catch {
            // The server has not started yet.
            return;
          }
          clearInterval(poll);
          child.kill(signal);
        }, 20);
      },
    });
    expect(exitCode).toBe(expected);
    await allGone(readText(pids).trim().split('\n').map(Number));
  });

  it('by a reader that has enough is no error', async () => {
    const { exitCode, stderr } = await cli.run(['test', '--format', 'json', '--', ...wellBehaved], {
      onStarted: (child) => child.stdout?.destroy(),
    });
    expect(stderr).toBe('');
    expect(exitCode).toBe(0);
  });
});
