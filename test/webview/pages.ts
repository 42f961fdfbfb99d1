import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import type { Report } from '../../src/engine/report.js';
import { reportPage } from '../../src/extension/report-page.js';
import { type ReportAssets, renderHtml } from '../../src/reporters/html.js';
import { type HostMessage, isPanelMessage, type PanelMessage, type PanelState } from '../../src/rpc/report-protocol.js';
import type { OpenedPage, TestBrowser } from './browser.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The panel as the build makes it, from the sources as they are now. */
export async function panelAssets(): Promise<ReportAssets> {
  const result = await build({
    absWorkingDir: ROOT,
    entryPoints: ['webview/report.ts'],
    outdir: 'dist/webview',
    bundle: true,
    minify: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
  });
  const textOf = (ending: string): string => {
    const file = result.outputFiles.find((output) => output.path.endsWith(ending));
    if (file === undefined) throw new Error(`The bundle has no ${ending} file.`);
    return file.text;
  };
  return { script: textOf('.js'), style: textOf('.css') };
}

/** A folder that holds reports as files, and is gone at the end. */
export class ReportFolder {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async create(): Promise<ReportFolder> {
    return new ReportFolder(await mkdtemp(join(tmpdir(), 'report-')));
  }

  /** Writes the report as a file and returns its address. */
  async write(report: Report, assets: ReportAssets): Promise<string> {
    const path = join(this.#folder, `${Math.random().toString(36).slice(2)}.html`);
    await writeFile(path, renderHtml(report, assets));
    return pathToFileURL(path).href;
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Where pictures of the panel are kept for people to look at. */
export async function pictureFile(name: string): Promise<string> {
  const folder = join(ROOT, 'test-output', 'webview');
  await mkdir(folder, { recursive: true });
  return join(folder, `${name}.png`);
}

const EDITOR_ADDRESS = 'http://panel.test/';

/** The panel in a page like the editor's: the same policy, and a stand-in for the function that the editor gives it. */
export interface EditorPage extends OpenedPage {
  /** What the panel has said, in order. */
  messages: PanelMessage[];
  /** What the panel remembers. */
  state(): PanelState | undefined;
  send(message: HostMessage<Report>): Promise<void>;
}

export async function openInEditor(
  browser: TestBrowser,
  assets: ReportAssets,
  options: { state?: unknown; viewport?: { width: number; height: number } } = {},
): Promise<EditorPage> {
  const messages: PanelMessage[] = [];
  let state: PanelState | undefined;
  const opened = await browser.open(
    options.viewport === undefined ? {} : { viewport: options.viewport },
    async (page) => {
      await page.exposeFunction('toHost', (message: unknown) => {
        if (!isPanelMessage(message)) throw new Error(`Not a message of the panel: ${JSON.stringify(message)}`);
        messages.push(message);
      });
      await page.exposeFunction('keepState', (kept: PanelState) => {
        state = kept;
      });
      await page.addInitScript(giveEditorFunction, options.state);
      await serve(page, assets);
    },
  );
  await opened.page.goto(EDITOR_ADDRESS);
  return {
    ...opened,
    messages,
    state: () => state,
    send: (message) =>
      opened.page.evaluate((text) => window.postMessage(JSON.parse(text), '*'), JSON.stringify(message)),
  };
}

declare global {
  var toHost: (message: unknown) => Promise<void>;
  var keepState: (state: unknown) => Promise<void>;
}

/** Runs in the page, before its script. */
function giveEditorFunction(state: unknown): void {
  const api = {
    postMessage: (message: unknown): void => void globalThis.toHost(message),
    getState: (): unknown => state,
    setState: (kept: unknown): void => void globalThis.keepState(kept),
  };
  Reflect.set(globalThis, 'acquireVsCodeApi', () => api);
}

async function serve(page: Page, assets: ReportAssets): Promise<void> {
  const bodies: Record<string, { contentType: string; body: string }> = {
    '/': {
      contentType: 'text/html',
      body: reportPage({
        title: 'Report',
        language: 'en',
        cspSource: EDITOR_ADDRESS,
        nonce: 'abc',
        style: '/report.css',
        script: '/report.js',
      }),
    },
    '/report.css': { contentType: 'text/css', body: assets.style },
    '/report.js': { contentType: 'text/javascript', body: assets.script },
  };
  await page.route('**/*', async (route) => {
    const found = bodies[new URL(route.request().url()).pathname];
    await (found === undefined ? route.abort() : route.fulfill(found));
  });
}
