import { fileURLToPath } from 'node:url';
import type { HttpTarget, StdioTarget } from '../../src/engine/target.js';
import { FAULT_TOKEN } from './server/core.mjs';
import { findFault } from './server/faults/index.mjs';
import { startHttpServer } from './server/http.mjs';

const STDIO_SERVER = fileURLToPath(new URL('./server/stdio.mjs', import.meta.url));

export interface HttpTargetOptions {
  /** Whether the target holds the token that the server asks for; as the fault says when absent. */
  credential?: boolean;
  auth?: { token: string };
  /** File to which tools with effects append a line. */
  callLog?: string;
}

export interface LaunchedHttpTarget {
  target: HttpTarget;
  /** What tools with effects were asked to do. */
  calls: readonly { tool: string; path: string }[];
  close(): Promise<void>;
}

/** The stdio server with one fault, or without any. */
export function stdioTarget(fault = '', env: Readonly<Record<string, string>> = {}): StdioTarget {
  return {
    type: 'stdio',
    label: fault === '' ? 'conformant' : fault,
    secrets: [],
    command: process.execPath,
    args: [STDIO_SERVER],
    env: { ...inheritedEnvironment(), FAULT: fault, ...findFault(fault).env, ...env },
  };
}

/** Starts the HTTP server in this process; the caller closes it. */
export async function withHttpTarget(fault = '', options: HttpTargetOptions = {}): Promise<LaunchedHttpTarget> {
  const { auth, callLog } = options;
  const running = await startHttpServer({
    fault,
    ...(auth === undefined ? {} : { auth }),
    ...(callLog === undefined ? {} : { callLog }),
  });
  const found = findFault(fault);
  const asksForToken = auth !== undefined || found.auth === true;
  const hasCredential = asksForToken && (options.credential ?? found.credential ?? true);
  const token = auth?.token ?? FAULT_TOKEN;
  const target: HttpTarget = {
    type: 'http',
    label: fault === '' ? 'conformant' : fault,
    secrets: hasCredential ? [token] : [],
    url: running.url,
    headers: hasCredential ? { Authorization: `Bearer ${token}` } : {},
  };
  return { target, calls: running.server.calls, close: running.close };
}

function inheritedEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(entries);
}
