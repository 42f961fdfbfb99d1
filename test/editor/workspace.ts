import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const OWN_SERVERS = fileURLToPath(new URL('servers/', import.meta.url));
const SAMPLE_SERVERS = fileURLToPath(new URL('../../samples/workspace/servers/', import.meta.url));

/** A folder of its own, so that a test can edit it. */
export interface Workspace {
  folder: string;
  path(relative: string): string;
  has(relative: string): boolean;
  read(relative: string): string;
  write(relative: string, text: string): void;
  remove(relative: string): void;
  /** Replaces `from`, which must be there, on the disk. */
  edit(relative: string, from: string, to: string): void;
  dispose(): void;
}

export function makeWorkspace(files: Readonly<Record<string, string>>): Workspace {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-assay-workspace-'));
  const path = (relative: string): string => join(folder, ...relative.split('/'));
  const read = (relative: string): string => readFileSync(path(relative), 'utf8');
  const write = (relative: string, text: string): void => {
    mkdirSync(dirname(path(relative)), { recursive: true });
    writeFileSync(path(relative), text);
  };
  for (const source of [SAMPLE_SERVERS, OWN_SERVERS]) cpSync(source, join(folder, 'servers'), { recursive: true });
  for (const [relative, text] of Object.entries(files)) write(relative, text);
  return {
    folder,
    path,
    read,
    write,
    has: (relative) => existsSync(path(relative)),
    remove: (relative) => rmSync(path(relative), { recursive: true }),
    edit(relative, from, to) {
      const text = read(relative);
      if (!text.includes(from)) throw new Error(`${relative} does not hold ${from}`);
      write(relative, text.replace(from, to));
    },
    dispose: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

export interface HttpServer {
  url: string;
  stop(): Promise<void>;
}

/** The sample server that is reached over HTTP, on a free port. */
export async function startHttpServer(): Promise<HttpServer> {
  const child: ChildProcess = spawn(process.execPath, [join(SAMPLE_SERVERS, 'tickets-http.mjs')], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!child.stdout) throw new Error('the HTTP server has no output');
  const [line] = await once(child.stdout, 'data');
  return {
    url: String(line).trim(),
    async stop() {
      const closed = once(child, 'close');
      child.kill();
      await closed;
    },
  };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    // ESRCH: there is no such process; the tests start none that belongs to somebody else.
    return false;
  }
}
