import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findChromium } from '../../scripts/tools/programs.mjs';
import { EditorUnavailable, ensureCodeServer } from './code-server/install.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Why there is no editor to test in; empty when there is one. */
    lack: string;
    /** Where the packaged extension is to be. */
    vsix: string;
  }
}

/** Finds out whether there is an editor, and makes room for the extension, which is packaged once for all files. */
export async function setup(project: TestProject): Promise<() => void> {
  const lack = await lackOfEditor();
  const folder = mkdtempSync(join(tmpdir(), 'mcp-assay-vsix-'));
  const vsix = join(folder, 'mcp-assay.vsix');
  project.provide('lack', lack);
  project.provide('vsix', vsix);
  return () => rmSync(folder, { recursive: true, force: true });
}

async function lackOfEditor(): Promise<string> {
  // Whoever only lists the tests wants all names, and has found out already that there is no editor.
  if (process.env['MCP_ASSAY_LIST_ONLY']) return '';
  if (process.env['MCP_ASSAY_EDITOR'] === 'electron') return '';
  if (!findChromium()) return 'no Chromium was found; install it or name it in CHROMIUM';
  try {
    await ensureCodeServer((line) => console.error(line));
    return '';
  } catch (error) {
    if (error instanceof EditorUnavailable) return error.message;
    throw error;
  }
}
