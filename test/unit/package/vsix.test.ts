import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packageExtension } from '../../../scripts/package.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SIZE_LIMIT = 1.5 * 1024 * 1024;

/** Every file that may be in the extension; `*` stands for the hash in the name of a chunk. */
const ALLOWED = [
  '[Content_Types].xml',
  'extension.vsixmanifest',
  'extension/LICENSE.txt',
  'extension/changelog.md',
  'extension/readme.md',
  'extension/package.json',
  'extension/package.nls.json',
  'extension/catalogs/2025-11-25.json',
  'extension/catalogs/catalog.schema.json',
  'extension/catalogs/report.schema.json',
  'extension/dist/extension.cjs',
  'extension/dist/webview/report.css',
  'extension/dist/webview/report.js',
  'extension/dist/worker.js',
  'extension/dist/worker/*.js',
  'extension/l10n/bundle.l10n.json',
  'extension/l10n/bundle.l10n.json',
  'extension/media/*.svg',
  'extension/media/*.png',
];

/** Without these the extension does not work, or nobody knows what it is. */
const REQUIRED = ALLOWED.filter((name) => !name.includes('*'));

function matches(name: string, pattern: string): boolean {
  const [start, end] = pattern.split('*');
  if (start === undefined || end === undefined) return name === pattern;
  return name.startsWith(start) && name.endsWith(end) && !name.slice(start.length, -end.length).includes('/');
}

interface ZipFile {
  entryCount: number;
  on(event: 'entry', listener: (entry: { fileName: string }) => void): void;
  on(event: 'end', listener: () => void): void;
  on(event: 'error', listener: (error: Error) => void): void;
  readEntry(): void;
}

interface ZipReader {
  open(path: string, options: { lazyEntries: true }, done: (error: Error | null, file: ZipFile) => void): void;
}

/** Names of the files in a zip file, read with the package that made it. */
function namesIn(path: string): Promise<string[]> {
  const require = createRequire(createRequire(import.meta.url).resolve('@vscode/vsce'));
  const reader: ZipReader = require('yauzl');
  return new Promise((resolve, reject) => {
    reader.open(path, { lazyEntries: true }, (error, file) => {
      if (error) return reject(error);
      const names: string[] = [];
      file.on('entry', (entry) => {
        names.push(entry.fileName);
        file.readEntry();
      });
      file.on('end', () => resolve(names));
      file.on('error', reject);
      file.readEntry();
    });
  });
}

let folder: string;
let path: string;
let names: string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-assay-vsix-'));
  path = await packageExtension(join(folder, 'mcp-assay.vsix'));
  names = await namesIn(path);
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('has only files of the list', () => {
  expect(names.filter((name) => !ALLOWED.some((pattern) => matches(name, pattern)))).toEqual([]);
});

it('has every file that the extension needs', () => {
  expect(REQUIRED.filter((name) => !names.includes(name))).toEqual([]);
  const { main } = createRequire(import.meta.url)(join(ROOT, 'package.json'));
  expect(names).toContain(join('extension', main).replaceAll('\\', '/'));
});

it('is smaller than 1.5 MB', () => {
  expect(statSync(path).size).toBeLessThan(SIZE_LIMIT);
});
