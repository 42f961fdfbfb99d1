import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Editor, startEditor } from './environment.js';

let folder: string;
let editor: Editor;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-assay-folder-'));
  writeFileSync(join(folder, 'readme.txt'), 'a file to see\n');
  editor = await startEditor({ folder, trusted: true });
});

afterAll(async () => {
  await editor?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('opens a folder and runs a command of the palette', async () => {
  await editor.page.locator('.explorer-folders-view').getByText('readme.txt').waitFor();
  const panel = editor.page.locator('.part.panel');
  expect(await panel.isVisible()).toBe(false);
  await editor.runCommand('View: Toggle Panel Visibility');
  await panel.waitFor({ state: 'visible' });
  await editor.screenshot('environment');
});
