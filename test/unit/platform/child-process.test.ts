import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChildProcess, ProcessExit, SpawnFailure } from '../../../src/engine/platform.js';
import type { StdioTarget } from '../../../src/engine/target.js';
import { FOLDER_NOT_FOUND } from '../../../src/platform/child-process.js';
import { nodePlatform } from '../../../src/platform/node.js';
import { allGone, isRunning } from './process-state.js';

const posix = process.platform !== 'win32';
const encoder = new TextEncoder();

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-platform-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function script(name: string, source: string): string {
  const file = join(folder, name);
  writeFileSync(file, source);
  return file;
}

function target(command: string, args: string[] = [], extra: Partial<StdioTarget> = {}): StdioTarget {
  const env = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return {
    type: 'stdio',
    label: 'test',
    secrets: [],
    command,
    args,
    env,
    ...extra,
  };
}

function node(source: string, extra: Partial<StdioTarget> = {}): StdioTarget {
  return target(process.execPath, ['-e', source], extra);
}

/** A started process, with its output and its end as promises. */
class Started {
  stdout = '';
  stderr = '';
  readonly started: number[] = [];
  readonly endedGroups: number[] = [];
  readonly process: ChildProcess;
  readonly exit: Promise<ProcessExit>;
  readonly failure: Promise<SpawnFailure>;
  private waiting: { text: string; resolve: () => void }[] = [];

  constructor(what: StdioTarget) {
    const platform = nodePlatform({
      onProcessStarted: (pid) => this.started.push(pid),
      onProcessEnded: (pid) => this.endedGroups.push(pid),
    });
    let exited: (value: ProcessExit) => void = () => undefined;
    let failed: (value: SpawnFailure) => void = () => undefined;
    this.exit = new Promise((resolve) => {
      exited = resolve;
    });
    this.failure = new Promise((resolve) => {
      failed = resolve;
    });
    this.process = platform.spawn(what, {
      onStdout: (chunk) => {
        this.stdout += Buffer.from(chunk).toString();
        this.check();
      },
      onStderr: (chunk) => {
        this.stderr += Buffer.from(chunk).toString();
      },
      onExit: exited,
      onSpawnFailure: failed,
    });
  }

  seen(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push({ text, resolve });
      this.check();
    });
  }

  pids(pattern: RegExp): number[] {
    return [...this.stdout.matchAll(pattern)].map((match) => Number(match[1]));
  }

  private check(): void {
    this.waiting = this.waiting.filter(({ text, resolve }) => {
      if (!this.stdout.includes(text)) return true;
      resolve();
      return false;
    });
  }
}

describe('starting a process', () => {
  it('carries bytes both ways and reports the exit code', async () => {
    const cat = new Started(
      node(
        'process.stdin.pipe(process.stdout); process.stderr.write("note"); process.stdin.on("end", () => { process.exitCode = 7 })',
      ),
    );
    expect(cat.process.write(encoder.encode('hello\n'))).toBe(true);
    await cat.seen('hello\n');
    cat.process.closeStdin();
    expect(await cat.exit).toEqual({ code: 7, signal: null });
    expect(cat.stderr).toBe('note');
    expect(cat.process.write(encoder.encode('late'))).toBe(false);
    expect(cat.started).toEqual([cat.process.pid]);
    expect(cat.endedGroups).toEqual([cat.process.pid]);
  });

  it('passes the environment and the folder as given, and arguments without a shell', async () => {
    const show = new Started(
      target(
        process.execPath,
        [
          '-e',
          'console.log(JSON.stringify([process.env.ONLY, process.env.HOME ?? null, process.cwd(), process.argv.slice(1)]))',
          '$HOME',
          'a b',
          '"',
          '*',
        ],
        {
          cwd: folder,
          env: { ONLY: 'this' },
        },
      ),
    );
    await show.exit;
    const [only, home, cwd, args] = JSON.parse(show.stdout) as unknown[];
    expect(only).toBe('this');
    if (posix) expect(home).toBeNull();
    expect(String(cwd)).toMatch(/assay-platform-/);
    expect(args).toEqual(['$HOME', 'a b', '"', '*']);
  });

  it('finds npx, a command shim on Windows', async () => {
    const npx = new Started(target('npx', ['--version']));
    expect((await npx.exit).code).toBe(0);
    expect(npx.stdout).toMatch(/^\d+\.\d+/);
  });

  it('reports a missing command as ENOENT and never as an exit', async () => {
    const missing = new Started(target('assay-no-such-command'));
    const first = await Promise.race([missing.failure, missing.exit]);
    expect(first).toMatchObject({ code: 'ENOENT' });
    expect(missing.started).toEqual(missing.endedGroups);
  });

  it('tells a missing folder from a missing command', async () => {
    const gone = new Started(node('0', { cwd: join(folder, 'not-there') }));
    const failure = await gone.failure;
    expect(failure.code).toBe(FOLDER_NOT_FOUND);
    expect(failure.message).toContain('not-there');
    const file = new Started(node('0', { cwd: script('a-file', '') }));
    expect((await file.failure).code).toBe(FOLDER_NOT_FOUND);
  });

  it.runIf(posix)('tells a file that may not be executed', async () => {
    const plain = new Started(target(script('plain.sh', '#!/bin/sh\n')));
    expect((await plain.failure).code).toBe('EACCES');
  });

  it.runIf(posix)('names a missing interpreter', async () => {
    const file = script('odd.sh', '#!/no/such/interpreter\n');
    chmodSync(file, 0o755);
    const odd = new Started(target(file));
    const failure = await odd.failure;
    expect(failure.code).toBe('ENOENT');
    expect(failure.message).toContain('interpreter');
  });

  it('reports an argument that no system takes', async () => {
    const odd = new Started(target(process.execPath, ['a\0b']));
    expect((await odd.failure).code).toBe('ERR_INVALID_ARG_VALUE');
  });

  it('survives a server that exits before it reads', async () => {
    const gone = new Started(node('process.exit(3)'));
    const flood = encoder.encode('x'.repeat(1 << 20));
    const interval = setInterval(() => gone.process.write(flood), 1);
    const exit = await gone.exit;
    clearInterval(interval);
    expect(exit).toEqual({ code: 3, signal: null });
    expect(gone.process.write(flood)).toBe(false);
  });

  it('stops reading while paused', async () => {
    const flood = new Started(
      node(
        'const block = Buffer.alloc(65536, 97); const go = () => { while (process.stdout.write(block)); process.stdout.once("drain", go) }; console.log("go"); go()',
      ),
    );
    await flood.seen('go');
    flood.process.pause();
    // What was already on its way may still come; two turns of the event loop later nothing may.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    const before = flood.stdout.length;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(flood.stdout.length).toBe(before);
    flood.process.resume();
    const more = new Promise<void>((resolve) => {
      const watch = setInterval(() => {
        if (flood.stdout.length <= before) return;
        clearInterval(watch);
        resolve();
      }, 1);
    });
    await more;
    flood.process.kill();
    await flood.exit;
  });
});

describe.runIf(posix)('ending a process', () => {
  it('asks the whole group to end', async () => {
    const parent = new Started(
      target('/bin/sh', [
        '-c',
        `"${process.execPath}" -e 'console.log("child " + process.pid); setInterval(() => 0, 1000)'; true`,
      ]),
    );
    await parent.seen('child ');
    await parent.seen('\n');
    const children = parent.pids(/child (\d+)/g);
    expect(children).toHaveLength(1);
    parent.process.terminate();
    expect((await parent.exit).signal).toBe('SIGTERM');
    await allGone(children);
  });

  it('kills a group that ignores the request', async () => {
    const stubborn = new Started(
      node('process.on("SIGTERM", () => console.log("no")); console.log("ready"); setInterval(() => 0, 1000)'),
    );
    await stubborn.seen('ready');
    stubborn.process.terminate();
    await stubborn.seen('no');
    stubborn.process.kill();
    expect(await stubborn.exit).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('is not kept waiting by a child that holds the pipe, and ends that child', async () => {
    const forking = new Started(
      node(
        'const child = require("node:child_process").spawn(process.execPath, ["-e", "process.on(\'SIGTERM\', () => 0); setInterval(() => 0, 1000)"], { stdio: "inherit" }); console.log("child " + child.pid); setTimeout(() => process.exit(5), 50)',
      ),
    );
    await forking.seen('\n');
    expect(await forking.exit).toEqual({ code: 5, signal: null });
    await allGone(forking.pids(/child (\d+)/g));
  });

  it('ends members of the group that hold no pipe after the leader has gone', async () => {
    const forking = new Started(
      node(
        'const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => 0, 1000)"], { stdio: "ignore" }); console.log("child " + child.pid); child.unref()',
      ),
    );
    expect(await forking.exit).toEqual({ code: 0, signal: null });
    const children = forking.pids(/child (\d+)/g);
    expect(children).toHaveLength(1);
    await allGone(children);
  });

  it.runIf(process.platform === 'linux')('ends a descendant with a group of its own', async () => {
    const forking = new Started(
      node(
        'const child = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => 0, 1000)"], { stdio: "ignore", detached: true }); console.log("child " + child.pid); setInterval(() => 0, 1000)',
      ),
    );
    await forking.seen('\n');
    const children = forking.pids(/child (\d+)/g);
    expect(children.filter(isRunning)).toHaveLength(1);
    forking.process.terminate();
    await forking.exit;
    await allGone(children);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('leaves nothing behind when %s ends our own process', async (signal) => {
    const holder = await startHolder('setInterval(() => 0, 1000)');
    holder.process.kill(signal);
    expect(await holder.end).toEqual({ code: null, signal });
    await allGone(holder.pids);
  });

  it('leaves nothing behind when our own process exits or throws', async () => {
    for (const ending of ['process.exit(4)', 'throw new Error("broken")']) {
      const holder = await startHolder(`process.stdin.once("data", () => { ${ending} })`);
      holder.process.stdin.write('end\n');
      await holder.end;
      await allGone(holder.pids);
    }
  });
});

/** A process of ours that has started a stubborn server; `afterStart` runs in it once the server runs. */
async function startHolder(afterStart: string) {
  const platformFile = fileURLToPath(new URL('../../../src/platform/node.ts', import.meta.url));
  const bundle = join(folder, 'platform.mjs');
  const { build } = await import('esbuild');
  await build({
    entryPoints: [platformFile],
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile: bundle,
    logLevel: 'error',
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  });
  const source = script(
    'holder.mjs',
    `import { nodePlatform } from './platform.mjs';
const server = 'process.on("SIGTERM", () => 0); process.stdin.resume(); process.stdin.on("end", () => 0); setInterval(() => 0, 1000); console.log("up")';
const child = nodePlatform().spawn(
  { type: 'stdio', label: '', secrets: [], command: process.execPath, args: ['-e', server], env: process.env },
  { onStdout() { console.log('server ' + child.pid); ${afterStart} }, onStderr() {}, onExit() {}, onSpawnFailure() {} },
);`,
  );
  const holder = spawn(process.execPath, [source], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const end = new Promise<ProcessExit>((resolve) => holder.on('exit', (code, signal) => resolve({ code, signal })));
  const line = await new Promise<string>((resolve) =>
    holder.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString())),
  );
  const pids = [Number(/server (\d+)/.exec(line)?.[1])];
  expect(pids.filter(isRunning)).toHaveLength(1);
  return { process: holder, end, pids };
}
