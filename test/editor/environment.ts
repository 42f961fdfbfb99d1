import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { CHROMIUM_ARGUMENTS, findChromium } from '../../scripts/tools/programs.mjs';
import { ensureCodeServer } from './code-server/install.mjs';

const OUTPUT = fileURLToPath(new URL('../../test-output/editor/', import.meta.url));

export interface EditorOptions {
  /** Path of the packaged extension; without it the editor has only what it brings along. */
  vsix?: string;
  /** The folder to open. Tests that edit give a copy. */
  folder: string;
  /** `false` opens the folder in Restricted Mode. */
  trusted: boolean;
  /** User settings on top of the quiet ones. */
  settings?: Record<string, unknown>;
  /** Added to the environment of the editor and so of the servers that it starts. */
  env?: Record<string, string>;
}

export interface Editor {
  url: string;
  page: Page;
  /** Fresh for this editor; `logs` in it has the log of each extension. */
  userDataFolder: string;
  /** What code-server has written so far. */
  output(): string;
  /** Runs a command by the title that the palette shows, such as `View: Show Explorer`. */
  runCommand(title: string): Promise<void>;
  /** Writes `test-output/editor/NAME.png` and returns its path. */
  screenshot(name: string): Promise<string>;
  /** Ends the browser and every process of the editor, and removes its folders. */
  stop(): Promise<void>;
}

/** Settings under which nothing opens, asks or calls home by itself. */
const QUIET = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'files.simpleDialog.enable': true,
  'git.enabled': false,
  'security.workspace.trust.banner': 'always',
  'security.workspace.trust.startupPrompt': 'never',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'window.restoreWindows': 'none',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/** The signal reaches each process of the group, so that no host or watcher of the editor outlives it. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (child.pid === undefined) return false;
  try {
    process.kill(-child.pid, signal);
    return true;
  } catch {
    // ESRCH: no process of the group is left, which is what we want to reach.
    return false;
  }
}

async function endGroup(child: ChildProcess): Promise<void> {
  signalGroup(child, 'SIGTERM');
  for (let waits = 0; waits < 50 && signalGroup(child, 0); waits += 1) await sleep(100);
  signalGroup(child, 'SIGKILL');
  for (let waits = 0; waits < 50 && signalGroup(child, 0); waits += 1) await sleep(100);
  if (signalGroup(child, 0)) throw new Error(`processes of the editor's group ${child.pid} are still there`);
}

/** Resolves with the address that code-server prints when it listens. */
async function listening(child: ChildProcess, output: () => string): Promise<string> {
  for (let waits = 0; waits < 600; waits += 1) {
    const address = /HTTP server listening on (http:\S+?)\/?\s/.exec(output())?.[1];
    if (address) return address;
    if (child.exitCode !== null) break;
    await sleep(100);
  }
  throw new Error(`code-server did not start:\n${output()}`);
}

async function openPage(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(url).origin });
  const page = await context.newPage();
  await page.goto(url);
  await workbenchReady(page);
  return page;
}

async function workbenchReady(page: Page): Promise<void> {
  await page.locator('.monaco-workbench').waitFor({ timeout: 60_000 });
  // The status bar gets its entries when the workbench has been restored, and commands work from then on.
  await page.locator('.statusbar-item').first().waitFor({ timeout: 60_000 });
  await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor({ timeout: 60_000 });
}

/**
 * The palette does not learn of commands that come after it was opened, and goes when the focus goes, as after a dialog
 * has closed; so it is opened again until the row is there.
 */
async function runCommand(page: Page, title: string): Promise<void> {
  const input = page.locator('.quick-input-widget input').first();
  const rows = page.locator('.quick-input-list .monaco-list-row');
  let offered: string[] = [];
  for (let attempts = 0; attempts < 20; attempts += 1) {
    // A panel that has the focus may take it back while it is drawn, which closes the palette.
    if (attempts > 0) await page.keyboard.press('Control+1');
    await page.keyboard.press('F1');
    try {
      // Until it lists something the palette is being opened, and forgets what is typed.
      await rows.first().waitFor({ timeout: 2000 });
      await input.fill(`>${title}`, { timeout: 2000 });
      await rows.filter({ hasText: title }).first().click({ timeout: 2000 });
      return;
    } catch {
      // Not there yet: extensions are still being read, or the focus was taken away.
      offered = await rows.allTextContents();
      await page.keyboard.press('Escape');
    }
  }
  throw new Error(`the palette does not offer "${title}", but ${JSON.stringify(offered)}`);
}

/** Variables of this process and of the caller, with a home that has nothing in it. */
function environmentOf(base: string, own: Record<string, string> = {}): Record<string, string> {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { ...Object.fromEntries(inherited), ...own, HOME: base };
}

function faceOf(page: Page): Pick<Editor, 'page' | 'runCommand' | 'screenshot'> {
  return { page, runCommand: (title) => runCommand(page, title), screenshot: (name) => screenshot(page, name) };
}

/**
 * Starts an editor of its own on `folder` and waits until it can be used: code-server, or with MCP_ASSAY_EDITOR=electron
 * a desktop VS Code. Throws EditorUnavailable when there is none, and an Error that says so when there is no Chromium.
 */
export async function startEditor(options: EditorOptions): Promise<Editor> {
  const base = mkdtempSync(join(tmpdir(), 'mcp-assay-editor-'));
  const userDataFolder = join(base, 'data');
  mkdirSync(join(userDataFolder, 'User'), { recursive: true });
  const settings = JSON.stringify({ ...QUIET, ...options.settings }, undefined, 2);
  writeFileSync(join(userDataFolder, 'User', 'settings.json'), settings);
  const start = process.env['MCP_ASSAY_EDITOR'] === 'electron' ? startInWindow : startInBrowser;
  try {
    return await start(options, base, userDataFolder);
  } catch (error) {
    rmSync(base, { recursive: true, force: true, maxRetries: 5 });
    throw error;
  }
}

async function startInWindow(options: EditorOptions, base: string, userDataFolder: string): Promise<Editor> {
  const { startDesktop } = await import('./electron.js');
  const { page, close } = await startDesktop({
    ...(options.vsix !== undefined && { vsix: options.vsix }),
    folder: options.folder,
    trusted: options.trusted,
    userDataFolder,
    extensionsFolder: join(base, 'extensions'),
    env: environmentOf(base, options.env),
  });
  const stop = async () => {
    await close();
    rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await workbenchReady(page);
    return { url: page.url(), userDataFolder, output: () => '', stop, ...faceOf(page) };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startInBrowser(options: EditorOptions, base: string, userDataFolder: string): Promise<Editor> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('no Chromium was found; install one or name it in CHROMIUM');
  const server = await ensureCodeServer();
  const folders = ['--user-data-dir', userDataFolder, '--extensions-dir', join(base, 'extensions')];
  const common = [server.entry, ...folders, '--config', join(base, 'config.yaml')];
  const env = environmentOf(base, options.env);
  if (options.vsix) {
    const result = spawnSync(server.node, [...common, '--install-extension', options.vsix], { encoding: 'utf8', env });
    if (result.status !== 0) throw new Error(`the extension was not installed:\n${result.stdout}${result.stderr}`);
  }
  const flags = ['--auth', 'none', '--bind-addr', '127.0.0.1:0', '--disable-telemetry', '--disable-update-check'];
  if (options.trusted) flags.push('--disable-workspace-trust');
  const child = spawn(server.node, [...common, ...flags], { detached: true, env });
  let text = '';
  const keep = (chunk: Buffer) => {
    text += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  let browser: Browser | undefined;
  const stop = async () => {
    await browser?.close();
    const closed = child.exitCode === null && child.signalCode === null ? once(child, 'close') : undefined;
    await endGroup(child);
    await closed;
    rmSync(base, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const address = await listening(child, () => text);
    const url = `${address}/?folder=${encodeURIComponent(options.folder)}`;
    browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGUMENTS] });
    const page = await openPage(browser, url);
    return { url, userDataFolder, output: () => text, stop, ...faceOf(page) };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function screenshot(page: Page, name: string): Promise<string> {
  mkdirSync(OUTPUT, { recursive: true });
  const path = join(OUTPUT, `${name}.png`);
  await page.screenshot({ path });
  return path;
}
