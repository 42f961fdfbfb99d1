import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { assess } from '../../src/engine/assess.js';
import type { Mode } from '../../src/engine/options.js';
import type { Recording } from '../../src/engine/recording/recording.js';
import type { Report } from '../../src/engine/report.js';
import type { Target } from '../../src/engine/target.js';
import { nodePlatform } from '../../src/platform/node.js';
import { entryOf } from './install.mjs';
import { type FieldServer, FOLDER } from './servers.js';

/** In the environment of every process that a run starts, so that those which remain can be found. */
const MARK = 'MCP_ASSAY_FIELD_RUN';
const LOOPBACK = new URL('./loopback.mjs', import.meta.url).href;

export interface FieldRun {
  report: Report;
  recording: Recording;
}

/** A server ready to be graded, with a home of its own. */
export interface FieldSite {
  grade(mode: Mode): Promise<FieldRun>;
  /** Processes of this server that are still there; always empty where the system does not show environments. */
  remaining(): number[];
  close(): Promise<void>;
}

export async function openSite(server: FieldServer, installed: string): Promise<FieldSite> {
  const folder = await mkdtemp(join(tmpdir(), `field-${server.name}-`));
  await writeFile(join(folder, 'note.txt'), 'A file to read.\n');
  const inFolder = (text: string) => text.replaceAll(FOLDER, folder);
  const args = [entryOf(installed, server.package), ...server.args.map(inFolder)];
  const own = Object.entries(server.env ?? {}).map(([name, value]) => [name, inFolder(value)] as const);
  const env = { ...environment(folder), ...Object.fromEntries(own) };
  const site = server.transport === 'stdio' ? stdioSite(server.name, args, env, folder) : await httpSite(args, env);
  return {
    grade: async (mode) => assess(site.target, { mode }, nodePlatform()),
    remaining: () => processesWith(`${MARK}=${folder}`),
    async close() {
      await site.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Site {
  target: Target;
  close(): Promise<void>;
}

function stdioSite(label: string, args: string[], env: Record<string, string>, cwd: string): Site {
  const target: Target = { type: 'stdio', label, secrets: [], command: process.execPath, args, env, cwd };
  return { target, close: async () => undefined };
}

async function httpSite(args: string[], env: Record<string, string>): Promise<Site> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', LOOPBACK, ...args], {
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await listening(child);
  const url = `http://127.0.0.1:${port}/mcp`;
  return {
    target: { type: 'http', label: url, secrets: [], url, headers: {} },
    async close() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function listening(child: ChildProcess): Promise<void> {
  if (child.stderr === null) throw new Error('The server has no standard error.');
  child.stdout?.resume();
  for await (const line of createInterface({ input: child.stderr })) {
    if (/listening/i.test(line)) {
      child.stderr.resume();
      return;
    }
  }
  throw new Error('The HTTP server ended before it listened.');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}

/** Nothing of the user's own, no telemetry, and no way out of this machine for those who respect a proxy. */
function environment(folder: string): Record<string, string> {
  const nowhere = 'http://127.0.0.1:9';
  return {
    PATH: process.env['PATH'] ?? '',
    ...(process.env['SystemRoot'] === undefined ? {} : { SystemRoot: process.env['SystemRoot'] }),
    HOME: folder,
    USERPROFILE: folder,
    APPDATA: folder,
    LOCALAPPDATA: folder,
    XDG_CONFIG_HOME: folder,
    XDG_CACHE_HOME: folder,
    XDG_DATA_HOME: folder,
    TMPDIR: folder,
    DO_NOT_TRACK: '1',
    HTTP_PROXY: nowhere,
    HTTPS_PROXY: nowhere,
    [MARK]: folder,
  };
}

function processesWith(variable: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && hasVariable(name, variable))
    .map(Number);
}

function hasVariable(pid: string, variable: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(variable);
  } catch {
    // It has ended, or belongs to somebody else and is none of ours.
    return false;
  }
}
