import { existsSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';

const CANDIDATES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const EXECUTABLE = CANDIDATES.find((path) => path !== undefined && path !== '' && existsSync(path));

export interface OpenedPage {
  page: Page;
  /** Addresses of everything that the page asked for, the page itself included. */
  requests: string[];
  /** Errors on the console and uncaught ones; a breach of the page's policy is among them. */
  errors: string[];
}

export interface TestBrowser {
  open(options?: BrowserContextOptions, prepare?: (page: Page) => Promise<void>): Promise<OpenedPage>;
}

/** Tests in a real Chromium, skipped by name where there is none. */
export function describeInBrowser(name: string, tests: (browser: TestBrowser) => void): void {
  if (EXECUTABLE === undefined) {
    describe.skip(`${name} (not run: no Chromium was found; install it or name it in CHROMIUM)`, () =>
      tests(nowhere()));
    return;
  }
  describe(name, () => {
    let browser: Browser | undefined;
    const contexts: BrowserContext[] = [];
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath: EXECUTABLE, args: ['--no-sandbox'] });
    });
    afterAll(async () => {
      await Promise.all(contexts.map((context) => context.close()));
      await browser?.close();
    });
    tests({
      async open(options, prepare) {
        if (browser === undefined) throw new Error('The browser did not start.');
        const context = await browser.newContext({ locale: 'en-US', timezoneId: 'UTC', ...options });
        contexts.push(context);
        return openPage(context, prepare);
      },
    });
  });
}

async function openPage(context: BrowserContext, prepare?: (page: Page) => Promise<void>): Promise<OpenedPage> {
  const page = await context.newPage();
  const requests: string[] = [];
  const errors: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
  });
  await prepare?.(page);
  return { page, requests, errors };
}

function nowhere(): TestBrowser {
  return { open: () => Promise.reject(new Error('There is no browser.')) };
}

/** The text of the first match as it is seen, without what is hidden. */
export async function seenText(locator: Locator): Promise<string> {
  await locator.first().waitFor({ state: 'attached' });
  const [text = ''] = await locator.allInnerTexts();
  return text;
}
