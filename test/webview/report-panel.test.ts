import { beforeAll, expect, it } from 'vitest';
import type { ReportAssets } from '../../src/reporters/html.js';
import type { PanelState } from '../../src/rpc/report-protocol.js';
import { cappedReport } from '../fixtures/reports/capped.js';
import { goodReport } from '../fixtures/reports/good.js';
import { hostileReport } from '../fixtures/reports/hostile.js';
import { describeInBrowser, seenText } from './browser.js';
import { type EditorPage, openInEditor, panelAssets, pictureFile } from './pages.js';

const KEY = 'file:///work/.mcp.json#notes';

const STATE: PanelState = {
  key: KEY,
  verdict: 'all',
  category: 'schema',
  level: '',
  search: 'tool',
  open: ['tools-schema'],
  scroll: 120,
};

/** Colours of the editor's own themes, as it gives them to a webview. */
const THEMES = {
  'vscode-dark': {
    '--vscode-editor-foreground': '#cccccc',
    '--vscode-editor-background': '#1f1f1f',
    '--vscode-descriptionForeground': '#9d9d9d',
    '--vscode-editorWidget-background': '#202020',
    '--vscode-textLink-foreground': '#4daafc',
    '--vscode-focusBorder': '#0078d4',
    '--vscode-button-background': '#0078d4',
    '--vscode-button-foreground': '#ffffff',
    '--vscode-font-size': '13px',
  },
  'vscode-high-contrast': {
    '--vscode-editor-foreground': '#ffffff',
    '--vscode-editor-background': '#000000',
    '--vscode-contrastBorder': '#6fc3df',
    '--vscode-focusBorder': '#f38518',
    '--vscode-textCodeBlock-background': '#000000',
    '--vscode-button-background': '#000000',
    '--vscode-button-secondaryBackground': '#000000',
    '--vscode-button-border': '#6fc3df',
    '--vscode-font-size': '13px',
  },
} as const;

describeInBrowser('the report panel in an editor', (browser) => {
  let assets: ReportAssets;

  beforeAll(async () => {
    assets = await panelAssets();
  });

  async function openWith(
    report = cappedReport(),
    options: Parameters<typeof openInEditor>[2] = {},
  ): Promise<EditorPage> {
    const panel = await openInEditor(browser, assets, options);
    await panel.send({ type: 'report', key: KEY, report });
    await panel.page.locator('h1').waitFor();
    return panel;
  }

  it('asks for its report and shows it, within the policy', async () => {
    const panel = await openInEditor(browser, assets);
    expect(await seenText(panel.page.locator('main'))).toBe('No report yet.');
    expect(panel.messages).toEqual([{ type: 'ready' }]);
    await panel.send({ type: 'report', key: KEY, report: cappedReport() });
    await panel.page.getByRole('heading', { name: 'notes' }).waitFor();
    expect(panel.requests.map((address) => new URL(address).pathname)).toEqual(['/', '/report.css', '/report.js']);
    expect(panel.errors).toEqual([]);
  });

  it('ignores what is no message of the host', async () => {
    const panel = await openWith();
    await panel.page.evaluate(() => {
      for (const data of [
        null,
        'report',
        { type: 'report' },
        { type: 'report', key: 'k', report: {} },
        { type: 'x', key: '' },
      ]) {
        window.postMessage(data, '*');
      }
    });
    await panel.send({ type: 'notice', key: KEY, text: 'All of them have been read.' });
    await panel.page.getByText('All of them have been read.').first().waitFor();
    expect(await seenText(panel.page.locator('h1'))).toBe('notes');
    expect(panel.errors).toEqual([]);
  });

  it('asks the host to open links, to copy, to grade and to show the definition', async () => {
    const panel = await openWith();
    const { page } = panel;
    await page.locator('#check-error-method-code summary').click();
    await page.getByRole('link', { name: 'Read the specification' }).click();
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await page.getByRole('button', { name: 'Grade again' }).click();
    await page.getByRole('button', { name: 'Re-run failed' }).click();
    await page.getByRole('button', { name: 'Open definition' }).click();
    await expect.poll(() => panel.messages.length).toBe(6);
    const [, link, copy, ...others] = panel.messages;
    expect(link).toEqual({
      type: 'openSpec',
      url: 'https://modelcontextprotocol.io/specification/2025-11-25/basic#responses',
    });
    expect(copy).toMatchObject({ type: 'copy', markdown: expect.stringContaining('`error-method-code`') });
    expect(others).toEqual([{ type: 'regrade' }, { type: 'rerunFailed' }, { type: 'openSource' }]);
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it('keeps the old report while the server is graded, and offers no second run', async () => {
    const panel = await openWith();
    await panel.send({ type: 'running', key: KEY, server: 'notes' });
    await panel.page.getByText('the report below is of the run before').waitFor();
    expect(await panel.page.getByRole('button', { name: 'Grade again' }).isDisabled()).toBe(true);
    expect(await panel.page.locator('.page').getAttribute('aria-busy')).toBe('true');
    expect(await seenText(panel.page.getByRole('status'))).toBe('Grading notes.');
    await panel.send({ type: 'report', key: KEY, report: goodReport() });
    await panel.page.getByRole('heading', { name: 'everything' }).waitFor();
    expect(await panel.page.locator('progress').count()).toBe(0);
    expect(await panel.page.getByRole('button', { name: 'Grade again' }).isDisabled()).toBe(false);
  });

  it('takes the report away when the host says that there is none, and keeps it beside any other notice', async () => {
    const panel = await openWith();
    await panel.send({ type: 'notice', key: KEY, text: 'The worker ended.' });
    await panel.page.locator('.banner-notice', { hasText: 'The worker ended.' }).waitFor();
    expect(await panel.page.locator('h1').count()).toBe(1);
    await panel.send({ type: 'notice', key: KEY, text: 'Not graded yet.', isEmpty: true });
    await panel.page.locator('.banner-notice', { hasText: 'Not graded yet.' }).waitFor();
    expect(await panel.page.locator('h1').count()).toBe(0);
  });

  it('shows what happened alike once, and says how often', async () => {
    const report = cappedReport();
    const [first] = report.exchanges;
    const test = report.tests.find(({ id }) => id === 'transport-notification-202');
    if (first === undefined || test === undefined) throw new Error('The fixture has both.');
    report.exchanges.push({ ...first, id: 90, atMs: 900 }, { ...first, id: 91, response: null, end: 'silent' });
    test.evidence = [2, 90, 91].map((exchange) => ({ exchange, part: 'http', pointer: '' }));
    const { page } = await openWith(report);
    await page.locator('#check-transport-notification-202 summary').click();
    await page.getByText('The same happened 1 more time.').waitFor();
    expect(await page.locator('figure').count()).toBe(2);
  });

  it('says a finding once when it is also what the server did', async () => {
    const report = cappedReport();
    const one = report.tests.find(({ id }) => id === 'error-method-code');
    const several = report.tests.find(({ id }) => id === 'tools-schema');
    if (one === undefined || several === undefined) throw new Error('The fixture has both.');
    one.actual = one.details;
    several.actual = several.details;
    const { page } = await openWith(report);
    await page.getByRole('button', { name: 'Expand all' }).click();
    const texts = await page.locator('.check-body').allTextContents();
    expect(texts[0]?.split('inputSchema is missing.')).toHaveLength(2);
    expect(texts[2]?.split('The code is -32603.')).toHaveLength(2);
    expect(await page.locator('#check-error-method-code .actual').count()).toBe(1);
    expect(await page.locator('#check-tools-schema .findings li').count()).toBe(3);
  });

  it('says what has changed since the run before', async () => {
    const panel = await openInEditor(browser, assets);
    const previous = cappedReport();
    previous.grade = 'D';
    previous.score = 51.9;
    for (const test of previous.tests) {
      if (test.id === 'lifecycle-ping') test.passed = false;
      if (test.id === 'tools-schema') test.passed = true;
    }
    await panel.send({ type: 'report', key: KEY, report: cappedReport(), previous });
    await panel.page.getByText('Before: D, 51; 1 check fixed; 1 check newly failing').waitFor();
    expect(await panel.page.locator('#check-tools-schema .badge-new').count()).toBe(1);
    expect(await panel.page.locator('.badge-new').count()).toBe(1);
  });

  it('remembers how it is looked at, and never what it shows', async () => {
    const panel = await openWith();
    await panel.page.getByLabel('Search checks').fill('tool');
    await panel.page.locator('#check-tools-schema summary').click();
    await panel.page.locator('.check-body').waitFor();
    await panel.page.evaluate(() => window.scrollTo(0, 120));
    await expect.poll(() => panel.state()?.scroll).toBe(120);
    expect(panel.state()).toEqual({ ...STATE, verdict: 'failures', category: '' });
  });

  it('looks as it did before a reload', async () => {
    const { page } = await openWith(cappedReport(), { state: STATE, viewport: { width: 900, height: 500 } });
    expect(await page.getByRole('radio', { name: 'All' }).isChecked()).toBe(true);
    expect(await page.getByLabel('Search checks').inputValue()).toBe('tool');
    expect(await page.getByLabel('Category').inputValue()).toBe('schema');
    expect(await page.locator('.check[open] .check-id').allInnerTexts()).toEqual(['tools-schema']);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(120);
  });

  it('starts afresh for another server, and with a state it cannot read', async () => {
    for (const state of [{ ...STATE, key: 'another server' }, { verdict: 'all' }, 'x', null]) {
      const { page } = await openWith(cappedReport(), { state });
      expect(await page.getByRole('radio', { name: 'Failures' }).isChecked()).toBe(true);
      expect(await page.getByLabel('Search checks').inputValue()).toBe('');
      expect(await page.locator('.check[open]').count()).toBe(0);
    }
  });

  it('posts only what the host accepts, also about a hostile server', async () => {
    const panel = await openWith(hostileReport());
    await panel.page.getByRole('button', { name: 'Expand all' }).click();
    for (const id of ['tools-schema', 'error-method-code']) {
      await panel.page.locator(`#check-${id}`).getByRole('button', { name: 'Copy as Markdown' }).click();
    }
    await expect.poll(() => panel.messages.filter((message) => message.type === 'copy').length).toBe(2);
    expect(await panel.page.evaluate(() => Reflect.get(globalThis, 'hacked'))).toBeUndefined();
    expect(panel.errors).toEqual([]);
  });

  it.each(Object.entries(THEMES))('takes its colours from the theme %s', async (theme, colours) => {
    const { page } = await openWith(cappedReport(), { viewport: { width: 1000, height: 900 } });
    await page.evaluate(
      ([name, values]) => {
        document.body.className = name;
        for (const [property, value] of Object.entries(values))
          document.documentElement.style.setProperty(property, value);
      },
      [theme, colours] as const,
    );
    await page.locator('#check-tools-schema summary').click();
    await page.locator('.check-body').waitFor();
    const { background, colour, scheme } = await page.evaluate(() => {
      const body = getComputedStyle(document.body);
      return {
        background: body.backgroundColor,
        colour: body.color,
        scheme: getComputedStyle(document.documentElement).colorScheme,
      };
    });
    expect({ background, colour, scheme }).toEqual(
      theme === 'vscode-dark'
        ? { background: 'rgb(31, 31, 31)', colour: 'rgb(204, 204, 204)', scheme: 'dark' }
        : { background: 'rgb(0, 0, 0)', colour: 'rgb(255, 255, 255)', scheme: 'dark' },
    );
    await page.screenshot({ path: await pictureFile(`panel-${theme}`), fullPage: true });
  });
});
