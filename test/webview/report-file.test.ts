import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReportAssets } from '../../src/reporters/html.js';
import { cappedReport } from '../fixtures/reports/capped.js';
import { goodReport } from '../fixtures/reports/good.js';
import { hostileReport, MARKUP } from '../fixtures/reports/hostile.js';
import { nothingMeasuredReport, refusedReport, unreachableReport } from '../fixtures/reports/without-grade.js';
import { describeInBrowser, seenText } from './browser.js';
import { panelAssets, pictureFile, ReportFolder } from './pages.js';

describeInBrowser('the report as a file', (browser) => {
  let assets: ReportAssets;
  let folder: ReportFolder;

  beforeAll(async () => {
    assets = await panelAssets();
    folder = await ReportFolder.create();
  });
  afterAll(() => folder.remove());

  async function openReport(report = cappedReport(), options = {}) {
    const address = await folder.write(report, assets);
    const opened = await browser.open(options);
    await opened.page.goto(address);
    return { ...opened, address };
  }

  it('shows the grade and what decided it, without a request or an error', async () => {
    const { page, requests, errors, address } = await openReport();
    expect(await page.title()).toBe('notes: grade C · MCP Assay');
    expect(await page.locator('header').ariaSnapshot()).toBe(
      [
        '- heading "notes" [level=1]',
        '- paragraph: "Grade C, 78 of 100; failed: 3 must, 1 should, 1 advice"',
        '- paragraph:',
        '  - code: http://127.0.0.1:4321/mcp?key=[redacted]',
      ].join('\n'),
    );
    expect(await seenText(page.getByRole('region', { name: 'Cap' }))).toContain(
      'Held at C. Three checks of the level must failed; with three to five the best letter is C.',
    );
    expect(await seenText(page.getByRole('region', { name: 'Warnings' }))).toContain(
      'The filter "tool-schema" matches no check.',
    );
    const facts = await seenText(page.getByRole('region', { name: 'This run' }));
    expect(facts).toContain('MCP 2025-11-25 (the server negotiated it)');
    expect(facts).toContain('safe (calls only tools that say they only read; left out 2 checks)');
    expect(facts).toContain('15 of 20 applicable checks');
    expect(facts).toContain('B, 86 (by the published flags, without caps)');
    expect(facts).toContain('Nov 30, 2026, 12:00 PM (took 1.4 s)');
    expect(facts).toContain('sample/.mcp.json:12');
    expect(requests).toEqual([address]);
    expect(errors).toEqual([]);
  });

  it('is a page with landmarks, headings, a table and groups of checks to a screen reader', async () => {
    const { page } = await openReport();
    const snapshot = await page.locator('main').ariaSnapshot();
    const lines = snapshot.split('\n').map((line) => line.trim());
    expect(lines).toContain('- row "Schema 0 2 0 0":');
    expect(lines).toContain('- heading "Required by the specification 3" [level=3]');
    expect(lines).toContain('- search:');
    expect(lines).toContain('- radio "Failures 5" [checked]');
    expect(lines).toContain('- searchbox "Search checks"');
    expect(lines).toContain('- combobox "Category":');
    expect(lines.filter((line) => /^- group/.test(line)).length).toBeGreaterThanOrEqual(5);
    expect(snapshot).toContain('failed: Every tool has an object schema');
    expect(await seenText(page.getByRole('status'))).toBe('notes: grade C, 78 of 100, 5 failed.');
  });

  it('opens a failure to its findings, proof, fix and link', async () => {
    const { page, errors } = await openReport();
    const check = page.locator('#check-tools-schema');
    expect(await check.locator('.check-body').count()).toBe(0);
    await check.locator('summary').click();
    await check.locator('.check-body').waitFor();
    expect(await check.locator('.findings li').allInnerTexts()).toEqual([
      'tag_notes: the type of inputSchema is "array".',
      'delete note!: inputSchema is missing.',
      'delete note!: the name has a space and an exclamation mark.',
    ]);
    expect(await seenText(check.locator('.expected'))).toBe(
      'Expected\nEach tool has an inputSchema that is a JSON Schema object of type "object".',
    );
    expect(await seenText(check.locator('.actual'))).toBe('Actual\n2 of 3 tools have none.');
    expect(await seenText(check.locator('figcaption'))).toContain('POST tools/list → 200 after 12 ms');
    expect((await check.locator('mark').allInnerTexts()).map((text) => text.trim())).toEqual([
      '"type": "array",',
      '{',
      '"name": "delete note!",',
      '"description": "Deletes a note."',
      '}',
    ]);
    expect(await seenText(check.locator('.check-body > pre'))).toBe(
      '{ "type": "object", "additionalProperties": false }',
    );
    expect(await seenText(check.locator('p code').first())).toBe('/result/tools/1/inputSchema/type');
    const link = check.getByRole('link', { name: 'Read the specification' });
    expect(await link.getAttribute('href')).toBe(
      'https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool',
    );
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    expect(errors).toEqual([]);
  });

  it('leaves out far lines of a long body until they are asked for', async () => {
    const { page } = await openReport();
    const check = page.locator('#check-tools-schema');
    await check.locator('summary').click();
    await check.locator('.check-body').waitFor();
    const received = check.getByLabel('Received message');
    expect(await seenText(received)).toContain('⋯ 15 lines');
    expect(await seenText(received)).not.toContain('"find_notes"');
    await check.getByRole('button', { name: 'Show all 34 lines' }).click();
    expect(await seenText(received)).toContain('"find_notes"');
    expect(await seenText(received)).not.toContain('⋯');
  });

  it('filters by verdict, category and level, searches, and says how many are left', async () => {
    const { page } = await openReport();
    const names = () => page.locator('.check-id').allInnerTexts();
    const status = page.getByRole('status');
    expect(await names()).toEqual([
      'tools-schema',
      'transport-notification-202',
      'error-method-code',
      'tools-annotations',
      'lifecycle-instructions',
    ]);
    await page.getByRole('radio', { name: 'Skipped' }).check({ force: true });
    expect(await names()).toHaveLength(9);
    expect(await page.locator('.group h3').allInnerTexts()).toEqual([
      'Failed inside MCP Assay 1',
      'Not permitted 2',
      'Not checked 1',
      'Not evaluable 1',
      'Not applicable 4',
    ]);
    await page.getByRole('radio', { name: 'All' }).check({ force: true });
    expect(await names()).toHaveLength(24);
    await page.getByLabel('Category').selectOption('Schema');
    expect(await names()).toEqual(['tools-schema', 'tools-annotations']);
    await page.getByLabel('Level').selectOption('Should');
    expect(await names()).toEqual(['tools-annotations']);
    expect(await seenText(status)).toBe('1 check shown.');
    await page.getByLabel('Search checks').fill('nothing says this');
    expect(await seenText(status)).toBe('0 checks shown.');
    await page.getByRole('button', { name: 'Show all 24' }).click();
    expect(await names()).toHaveLength(24);
    expect(await page.getByLabel('Category').inputValue()).toBe('');
    await page.getByLabel('Search checks').fill('32603 CODE');
    expect(await names()).toEqual(['error-method-code']);
  });

  it('shows one category from its row of the table, and all again', async () => {
    const { page } = await openReport();
    const category = page.getByRole('button', { name: 'Errors' });
    await category.click();
    expect(await page.locator('.check-id').allInnerTexts()).toEqual(['error-method-code']);
    expect(await category.getAttribute('aria-pressed')).toBe('true');
    await category.click();
    expect(await category.getAttribute('aria-pressed')).toBe('false');
  });

  it('goes from the cap to the check that holds it, whatever the filter', async () => {
    const { page } = await openReport();
    await page.getByLabel('Search checks').fill('annotations');
    await page.getByRole('region', { name: 'Cap' }).getByRole('button', { name: 'error-method-code' }).click();
    const check = page.locator('#check-error-method-code');
    expect(await check.getAttribute('open')).not.toBeNull();
    expect(await check.locator('summary').evaluate((summary) => summary === document.activeElement)).toBe(true);
  });

  it('can be used with the keyboard alone', async () => {
    const { page } = await openReport();
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.replace(/\s+/g, ' ').trim() ?? '');
    await page.keyboard.press('/');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('search');
    await page.keyboard.type('/o');
    expect(await page.getByLabel('Search checks').inputValue()).toBe('/o');
    await page.getByLabel('Search checks').fill('');
    // From the search field over the two lists and the button to the first check.
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Tab');
    expect(await focused()).toContain('Every tool has an object schema');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toContain('A notification is answered with 202');
    await page.keyboard.press('End');
    expect(await focused()).toContain('Instructions are a useful length');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('#check-tools-schema .check-body').count()).toBe(1);
    await page.keyboard.press('Space');
    await expect.poll(() => page.locator('#check-tools-schema .check-body').count()).toBe(0);
    await page.getByRole('radio', { name: 'Failures' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('radio', { name: 'All' }).isChecked()).toBe(true);
  });

  it('shows where the focus is', async () => {
    const { page } = await openReport();
    await page.locator('#check-tools-schema summary').focus();
    await page.keyboard.press('ArrowDown');
    const outline = await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
      return `${outlineStyle} ${outlineWidth}`;
    });
    expect(outline).toBe('solid 2px');
  });

  it('opens and closes all checks that are shown', async () => {
    const { page } = await openReport();
    await page.getByRole('button', { name: 'Expand all' }).click();
    expect(await page.locator('.check[open]').count()).toBe(5);
    await page.getByRole('button', { name: 'Collapse all' }).click();
    expect(await page.locator('.check[open]').count()).toBe(0);
  });

  it('copies a check as Markdown into the clipboard', async () => {
    const { page } = await openReport(cappedReport(), { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.locator('#check-error-method-code summary').click();
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await seenText(page.getByRole('status'))).toBe('Copied error-method-code as Markdown.');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain('### Failed: An unknown method is error -32601 (`error-method-code`)');
  });

  it('has no buttons for what only an editor can do', async () => {
    const { page } = await openReport();
    expect(await page.getByRole('button', { name: /Grade again|Re-run|Open definition/ }).count()).toBe(0);
  });

  it('shows a server that ended as one finding', async () => {
    const { page, errors } = await openReport(unreachableReport());
    const failure = page.locator('.start-failure');
    const text = await seenText(failure);
    expect(text).toContain('node dist/weather.js ended with exit code 1 before it answered initialize.');
    expect(text).toContain('What to do: Set WEATHER_API_KEY in the "env" of the server\'s entry.');
    expect(text).toContain('Error: WEATHER_API_KEY is not set\n    at readConfiguration (dist/weather.js:14:11)');
    expect(await page.getByRole('heading', { name: 'Categories' }).count()).toBe(0);
    expect(await seenText(page.locator('.verdict'))).toBe('No grade');
    expect(errors).toEqual([]);
  });

  it('shows a closed port, and a run that measured nothing', async () => {
    const refused = await openReport(refusedReport());
    expect(await seenText(refused.page.locator('.start-failure'))).toContain('Start the server, or correct the port.');
    expect(await refused.page.locator('.checks').count()).toBe(0);
    const nothing = await openReport(nothingMeasuredReport());
    expect(await seenText(nothing.page.locator('.reason'))).toBe(
      '0 of 1 applicable must checks were measured; a grade needs 60 %.',
    );
    expect([...refused.errors, ...nothing.errors]).toEqual([]);
  });

  it('shows hostile text as text and runs none of it', async () => {
    const { page, requests, errors, address } = await openReport(hostileReport());
    await page.getByRole('button', { name: 'Expand all' }).click();
    for (const summary of await page.locator('.fold > summary').all()) await summary.click();
    await page.locator('.check-body').nth(1).waitFor();
    expect(await page.evaluate(() => Reflect.get(globalThis, 'hacked'))).toBeUndefined();
    expect(await page.locator('main img, main script, main iframe').count()).toBe(0);
    expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
    expect(await seenText(page.locator('h1'))).toContain(MARKUP);
    const text = await page.locator('main').evaluate((main) => main.textContent ?? '');
    expect(text.replace(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(await page.locator('.unseen', { hasText: 'U+202E' }).count()).toBeGreaterThan(5);
    expect(requests).toEqual([address]);
    expect(errors).toEqual([]);
  });

  it.each([
    ['capped', cappedReport],
    ['hostile', hostileReport],
    ['unreachable', unreachableReport],
  ] as const)(
    'needs no sideways scrolling at 320 pixels, which is 640 at a zoom of 200 percent: %s',
    async (_name, report) => {
      const { page } = await openReport(report(), { viewport: { width: 320, height: 800 } });
      await page.getByRole('button', { name: 'Expand all' }).click();
      const widths = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
      ]);
      expect(widths).toEqual([320, 320]);
    },
  );

  it('says what it knows where scripts do not run', async () => {
    const { page } = await openReport(cappedReport(), { javaScriptEnabled: false });
    expect(await seenText(page.locator('noscript'))).toContain('[C]  notes  78 of 100');
  });

  it.each([
    ['capped-light', cappedReport, { colorScheme: 'light', viewport: { width: 1100, height: 900 } }],
    ['capped-dark', cappedReport, { colorScheme: 'dark', viewport: { width: 1100, height: 900 } }],
    ['capped-narrow', cappedReport, { colorScheme: 'light', viewport: { width: 400, height: 900 } }],
    ['good-dark', goodReport, { colorScheme: 'dark', viewport: { width: 1100, height: 900 } }],
    ['unreachable-light', unreachableReport, { colorScheme: 'light', viewport: { width: 1100, height: 900 } }],
    ['hostile-narrow', hostileReport, { colorScheme: 'dark', viewport: { width: 400, height: 900 } }],
    ['capped-forced-colors', cappedReport, { forcedColors: 'active', viewport: { width: 1100, height: 900 } }],
  ])('is pictured as %s', async (name, report, options) => {
    const { page } = await openReport(report(), options);
    await page.locator('.check > summary').first().click();
    await page.locator('.check-body').first().waitFor();
    const path = await pictureFile(name);
    const picture = await page.screenshot({ path, fullPage: true });
    expect(picture.length).toBeGreaterThan(10_000);
  });
});
