import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { packageExtension } from '../../scripts/package.mjs';
import { findChromium } from '../../scripts/tools/programs.mjs';
import { EditorUnavailable, ensureCodeServer } from './code-server/install.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Why there is no editor to test in; empty when there is one. */
    lack: string;
    /** Path of the packaged extension. */
    vsix: string;
  }
}

/** Packages the extension once for all files of the project, as a user would install it. */
export async function setup(project: TestProject): Promise<() => void> {
  const lack = await lackOfEditor();
  const folder = mkdtempSync(join(tmpdir(), 'mcp-assay-vsix-'));
  const vsix = join(folder, 'mcp-assay.vsix');
  project.provide('lack', lack);
  project.provide('vsix', vsix);
  if (lack === '') await packageExtension(vsix);
  return () => rmSync(folder, { recursive: true, force: true });
}

async function lackOfEditor(): Promise<string> {
  if (process.env['MCP_ASSAY_EDITOR'] === 'electron') return '';
  if (!findChromium()) return 'no Chromium was found; install it or name it in CHROMIUM';
  try {
    await ensureCodeServer((line) => console.log(line));
    return '';
  } catch (error) {
    if (error instanceof EditorUnavailable) return error.message;
    throw error;
  }
}
