import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { packageExtension } from '../../scripts/package.mjs';
import { type Editor, type EditorOptions, startEditor } from './environment.js';

/** Longest wait for a run of a small server on a busy machine, in milliseconds. */
export const RUN_MS = 60_000;

/** Settings under which what a test types stays as it was typed. */
const PLAIN_TYPING = {
  'editor.autoClosingBrackets': 'never',
  'editor.autoClosingQuotes': 'never',
  'editor.autoIndent': 'none',
  'editor.quickSuggestions': false,
  'editor.suggestOnTriggerCharacters': false,
  'files.autoSave': 'off',
  // The editor's own lenses and questions for the same files are none of ours.
  'chat.mcp.access': 'none',
};

/** Tests against the packaged extension in a real editor, skipped by name where there is none. */
export function describeInEditor(name: string, tests: () => void): void {
  const lack = inject('lack');
  if (lack) describe.skip(`${name} (not run: ${lack})`, tests);
  else describe(name, tests);
}

export async function startWorkbench(options: Omit<EditorOptions, 'vsix'>): Promise<Workbench> {
  const settings = { ...PLAIN_TYPING, ...options.settings };
  const vsix = inject('vsix');
  if (!existsSync(vsix)) await packageExtension(vsix);
  return new Workbench(await startEditor({ ...options, settings, vsix }));
}

/** One line of the Problems view. */
export interface Problem {
  text: string;
  source: string;
  code: string;
  /** The link of the code. */
  link: string | null;
  /** `[Ln 3, Col 5]` */
  place: string;
}

/** The parts of the editor's window that the extension shows something in. */
export class Workbench {
  /** A test of the session has failed, so that the next ones would not find what they begin with. */
  hasFailed = false;

  constructor(readonly editor: Editor) {}

  get page() {
    return this.editor.page;
  }

  get dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  get toasts(): Locator {
    return this.page.locator('.notification-toast');
  }

  get quickInput(): Locator {
    return this.page.locator('.quick-input-widget input').first();
  }

  get rows(): Locator {
    return this.page.locator('.sidebar .pane-body .monaco-list-row');
  }

  get lenses(): Locator {
    return this.page.locator('.codelens-decoration');
  }

  /** Inside of the report panel, which is two frames deep. */
  get report(): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready').last().frameLocator('#active-frame');
  }

  command(title: string): Promise<void> {
    return this.editor.runCommand(`MCP Assay: ${title}`);
  }

  /** Opens a workspace file in the same window. */
  async openWorkspace(path: string): Promise<void> {
    const url = new URL(this.editor.url);
    await this.page.goto(`${url.origin}/?workspace=${encodeURIComponent(path)}`);
    await this.page.locator('.statusbar-item').first().waitFor({ timeout: RUN_MS });
  }

  /** Loads the window anew. By a command, because a reload of the page leaves the editor no time to keep its state. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load', { timeout: RUN_MS });
    await this.editor.runCommand('Developer: Reload Window');
    await loaded;
    await this.page.locator('.statusbar-item').first().waitFor({ timeout: RUN_MS });
  }

  async showServers(): Promise<void> {
    // A click on the icon in the activity bar would hide a view that is shown already.
    await this.command('Focus on MCP Servers View');
    await this.page.locator('.sidebar .pane-body').first().waitFor();
  }

  /** The line of the tree whose words for a screen reader begin so. */
  row(words: string): Locator {
    return this.page.locator(`.sidebar .monaco-list-row[aria-label^="${words}"]`);
  }

  rowWords(): Promise<string[]> {
    return this.rows.evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));
  }

  /** What the tree says of a server. */
  async stateOf(server: string): Promise<string> {
    const words = (await this.rowWords()).find((row) => row.startsWith(`${server}, `));
    return words?.slice(server.length + 2) ?? '';
  }

  /** Presses a button that a line of the tree shows under the mouse. */
  async press(row: Locator, action: string): Promise<void> {
    await row.hover();
    await row.locator(`.action-label[aria-label="${action}"]`).click();
  }

  /** Titles of the commands that the palette has for a text. */
  async offeredCommands(text: string): Promise<string[]> {
    await this.page.keyboard.press('F1');
    const rows = this.page.locator('.quick-input-list .monaco-list-row');
    await rows.first().waitFor();
    await this.quickInput.fill(`>${text}`);
    await rows.filter({ hasText: text }).first().waitFor();
    const titles = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));
    await this.page.keyboard.press('Escape');
    return titles.map((title) => title.replace(/, .*/, ''));
  }

  async pick(text: string): Promise<void> {
    const row = this.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: text }).first();
    await row.click();
  }

  /** Answers the question of consent and returns what it said. */
  async answer(button: string): Promise<string> {
    await this.dialog.waitFor();
    const text = (await this.dialog.textContent()) ?? '';
    await this.dialog.getByRole('button', { name: button, exact: true }).click();
    await this.dialog.waitFor({ state: 'hidden' });
    return text;
  }

  async grade(server: string): Promise<void> {
    await this.command('Grade Server…');
    await this.pick(server);
  }

  async waitForState(server: string, state: RegExp): Promise<void> {
    await expect.poll(() => this.stateOf(server), { timeout: RUN_MS, interval: 200 }).toMatch(state);
  }

  /** All lines of the Problems view. */
  async problems(): Promise<Problem[]> {
    const view = this.page.locator('.markers-panel');
    if (!(await view.isVisible())) await this.editor.runCommand('Problems: Focus on Problems View');
    await view.waitFor();
    return view.locator('.monaco-list-row').evaluateAll((rows) =>
      rows.flatMap((row) => {
        const textOf = (selector: string) => row.querySelector(selector)?.textContent ?? '';
        if (textOf('.marker-message') === '') return [];
        return {
          text: textOf('.marker-message-details-container'),
          source: textOf('.marker-source'),
          code: textOf('.marker-code'),
          link: row.querySelector('a.monaco-link')?.getAttribute('href') ?? null,
          place: textOf('.marker-line'),
        };
      }),
    );
  }

  async ownProblems(): Promise<Problem[]> {
    return (await this.problems()).filter(({ source }) => source === 'MCP Assay');
  }

  async lensTexts(): Promise<string[]> {
    return (await this.lenses.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
  }

  /** Opens the file that defines a server, at its entry, and goes there. */
  async openDefinition(server: string): Promise<void> {
    await this.row(server).click();
    await this.page.locator('.breadcrumbs-control').first().getByText(server, { exact: true }).waitFor();
    await this.page.keyboard.press('Control+1');
    await this.page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
  }

  /** Opens a file of the folder by its name, which no other has, on the left, so that the report beside it stays in sight. */
  async open(name: string): Promise<void> {
    await this.page.keyboard.press('Control+1');
    await this.editor.runCommand('Go to File...');
    await this.quickInput.fill(name);
    await this.page
      .locator('.quick-input-list .monaco-list-row')
      .filter({ hasText: basename(name) })
      .first()
      .click();
    await this.page
      .locator(`.tab.active[data-resource-name="${basename(name)}"]`)
      .first()
      .waitFor();
  }

  /** Types in the open file, at a line and column that begin with 1, and saves. */
  async typeAndSave(line: number, column: number, text: string): Promise<void> {
    await this.editor.runCommand('Go to Line/Column...');
    await this.quickInput.fill(`:${line}:${column}`);
    await this.page.keyboard.press('Enter');
    await this.quickInput.waitFor({ state: 'hidden' });
    await this.page.keyboard.type(text);
    await this.page.locator('.tab.active.dirty').waitFor();
    await this.page.keyboard.press('Control+s');
    await this.page.locator('.tab.active:not(.dirty)').first().waitFor();
  }

  /** Keeps a picture of what a failed test has left. */
  async noteResult({ name, result }: { name: string; result?: { state: string } }): Promise<void> {
    if (result?.state !== 'fail') return;
    this.hasFailed = true;
    await this.editor.screenshot(`failed-${name.replaceAll(/\W+/g, '-')}`);
  }

  /** Everything that the extension has written to its log. */
  log(): string {
    const logs = join(this.editor.userDataFolder, 'logs');
    return readdirSync(logs, { recursive: true, encoding: 'utf8' })
      .filter((path) => basename(path) === 'MCP Assay.log')
      .map((path) => readFileSync(join(logs, path), 'utf8'))
      .join('');
  }

  /** Paths of the files below the editor's own folder that hold a text. */
  filesWith(text: string): string[] {
    const folder = this.editor.userDataFolder;
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => readFileSync(path).includes(text));
  }
}
