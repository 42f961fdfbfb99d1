import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Boundary {
  /** Folders or files of the repository that may be imported. */
  folders: readonly string[];
  /** The same, for types only: nothing of them is in the bundle. */
  types?: readonly string[];
  packages?: readonly string[];
  /** Whether the modules of Node are there. */
  node?: boolean;
}

/** What each folder may import. The first row whose name starts the path of a file holds for it. */
const BOUNDARIES: Readonly<Record<string, Boundary>> = {
  'src/engine/': { folders: ['catalogs/'], packages: ['ajv', 'ajv-formats', 'eventsource-parser'] },
  'src/targets/': { folders: ['src/engine/'], packages: ['jsonc-parser'] },
  'src/reporters/': { folders: ['src/engine/'] },
  'src/history/': { folders: ['src/engine/'] },
  'src/rpc/': { folders: [], types: ['src/engine/'] },
  'src/platform/': { folders: ['src/engine/'], packages: ['undici', 'cross-spawn'], node: true },
  'src/worker/': { folders: ['src/engine/', 'src/platform/', 'src/rpc/'], node: true },
  'src/extension/': {
    folders: [
      'catalogs/',
      'src/engine/',
      'src/targets/',
      'src/reporters/',
      'src/history/',
      'src/rpc/',
      'src/platform/',
    ],
    types: ['src/worker/'],
    packages: ['vscode', 'jsonc-parser'],
    node: true,
  },
  'src/cli/': {
    folders: ['catalogs/', 'src/engine/', 'src/targets/', 'src/reporters/', 'src/history/', 'src/platform/'],
    packages: ['commander'],
    node: true,
  },
  'src/library.ts': { folders: ['src/engine/', 'src/platform/', 'src/reporters/', 'src/targets/'] },
  'webview/': { folders: ['src/rpc/'], types: ['src/engine/'], packages: ['lit', '@vscode/codicons'] },
};

interface Import {
  specifier: string;
  isType: boolean;
}

/** The imports of a source text, re-exports and dynamic imports included. */
function importsOf(text: string): Import[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const statements = code.matchAll(/(?:^|[\n;])\s*(?:import|export)\s+(type\s)?[^'";]*?from\s*['"]([^'"]+)['"]/g);
  const bare = code.matchAll(/(?:^|[\n;])\s*import\s*['"]([^'"]+)['"]/g);
  const calls = code.matchAll(/\b(?:import|require)\s*\(\s*['"]([^'"]+)['"]/g);
  return [
    ...[...statements].map((match) => ({ specifier: match[2] ?? '', isType: match[1] !== undefined })),
    ...[...bare, ...calls].map((match) => ({ specifier: match[1] ?? '', isType: false })),
  ];
}

function packageOf(specifier: string): string {
  const parts = specifier.split('/');
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}

function mayImport(file: string, found: Import): boolean {
  const row = Object.keys(BOUNDARIES).find((name) => file.startsWith(name));
  const boundary = row === undefined ? undefined : BOUNDARIES[row];
  if (row === undefined || !boundary) return false;
  if (!found.specifier.startsWith('.')) {
    if (isBuiltin(found.specifier)) return boundary.node === true;
    return boundary.packages?.includes(packageOf(found.specifier)) ?? false;
  }
  const path = posix.join(posix.dirname(file), found.specifier);
  const allowed = [row, ...boundary.folders, ...(found.isType ? (boundary.types ?? []) : [])];
  return allowed.some((folder) => path.startsWith(folder));
}

function violations(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([file, text]) =>
    importsOf(text)
      .filter((found) => !mayImport(file, found))
      .map((found) => `${file} imports ${found.specifier}`),
  );
}

function sources(): Map<string, string> {
  const files = new Map<string, string>();
  for (const top of ['src', 'webview']) {
    for (const entry of readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' })) {
      if (!entry.endsWith('.ts') || entry.endsWith('.d.ts')) continue;
      const path = join(top, entry);
      files.set(path.split(sep).join('/'), readFileSync(join(ROOT, path), 'utf8'));
    }
  }
  return files;
}

describe('the imports of each folder', () => {
  it('stay inside the boundaries', () => {
    const files = sources();
    expect(files.size).toBeGreaterThan(20);
    expect([...files.values()].flatMap(importsOf).length).toBeGreaterThan(50);
    expect(violations(files)).toEqual([]);
  });

  it.each([
    ['src/engine/assess.ts', "import { window } from 'vscode';"],
    ['src/engine/assess.ts', "import { readFileSync } from 'node:fs';"],
    ['src/engine/assess.ts', "import { readFileSync } from 'fs';"],
    ['src/engine/assess.ts', "import type { Agent } from 'undici';"],
    ['src/engine/probes/ping.ts', "import {\n  nodePlatform,\n} from '../../platform/node.js';"],
    ['src/engine/assess.ts', "const { nodePlatform } = await import('../platform/node.js');"],
    ['src/engine/assess.ts', "export { nodePlatform } from '../platform/node.js';"],
    ['src/engine/assess.ts', "import '../extension/extension.js';"],
    ['src/rpc/channel.ts', "import { LATEST_REVISION } from '../engine/revision.js';"],
    ['src/targets/resolve.ts', "import { homedir } from 'node:os';"],
    ['src/platform/node.ts', "import { Uri } from 'vscode';"],
    ['src/worker/worker.ts', "import { readConfig } from '../targets/read-config.js';"],
    ['src/extension/extension.ts', "import { runTest } from '../cli/run-test.js';"],
    ['src/cli/main.ts', "import { startWorker } from '../extension/engine-worker.js';"],
    ['webview/report.ts', "import { catalog } from '../src/engine/catalog.js';"],
    ['webview/report.ts', "import type { Server } from '../src/extension/servers.js';"],
    ['src/somewhere/new.ts', "import { join } from 'node:path';"],
  ])('are refused: %s with %s', (file, text) => {
    expect(violations(new Map([[file, text]]))).toHaveLength(1);
  });

  it.each([
    ['src/rpc/engine-protocol.ts', "import type { Report } from '../engine/report.js';"],
    ['webview/report.ts', "import type { Report } from '../src/engine/report.js';"],
    ['src/platform/node.ts', "import type { Platform } from '../engine/platform.js';"],
    ['src/engine/catalog.ts', "import data from '../../catalogs/2025-11-25.json' with { type: 'json' };"],
    ['src/engine/assess.ts', "// import { window } from 'vscode';\n/* import 'node:fs' */"],
  ])('are accepted: %s with %s', (file, text) => {
    expect(violations(new Map([[file, text]]))).toEqual([]);
  });
});

/** Wrong code for a folder, with a word of what lint says about it. */
const WRONG: readonly [folder: string, text: string, word: string][] = [
  ['src/engine', "export const x = process.env['HOME'];", 'noProcessGlobal'],
  ['src/engine', "export const x = Buffer.from('a');", 'noRestrictedGlobals'],
  ['src/engine', "export const x = document.querySelector('a');", 'noRestrictedGlobals'],
  ['src/engine', 'export const x = setTimeout(() => 1, 5);', 'noRestrictedGlobals'],
  ['src/engine', "import { window } from 'vscode';\nexport const x = window;", 'noRestrictedImports'],
  ['src/engine', "import { join } from 'node:path';\nexport const x = join('a');", 'noNodejsModules'],
  ['src/rpc', "import { a } from '../platform/node.js';\nexport const x = a;", 'noRestrictedImports'],
  ['src/worker', "import { window } from 'vscode';\nexport const x = window;", 'noRestrictedImports'],
  ['src/cli', "import { a } from '../extension/log.js';\nexport const x = a;", 'noRestrictedImports'],
  ['src/extension', "import { a } from '../cli/output.js';\nexport const x = a;", 'noRestrictedImports'],
  ['src/extension', 'export const x = (uri: { fsPath: string }) => uri.fsPath;', 'uriToPath'],
  ['src/extension', 'export const x = (value: string) => value as unknown as number;', 'type checker off'],
  ['webview', "document.body.innerHTML = '<b>';\nexport const x = 1;", 'never become markup'],
  ['webview', "import { unsafeHTML } from 'lit/directives/unsafe-html.js';\nexport const x = unsafeHTML;", 'markup'],
  ['webview', "import { styleMap } from 'lit/directives/style-map.js';\nexport const x = styleMap;", 'markup'],
  ['webview', 'export const x = process.pid;', 'noProcessGlobal'],
  ['src/cli', 'export const x = (value: any) => value;', 'noExplicitAny'],
  ['src/cli', 'export default 1;', 'noDefaultExport'],
];

const RIGHT = ['src/engine', "import type { Platform } from './platform.js';\n\nexport type X = Platform;\n"] as const;

describe('lint', () => {
  // A copy of the rules with the wrong files in it, because lint finds the rules of a folder by its path.
  const copy = mkdtempSync(join(tmpdir(), 'mcp-assay-lint-'));
  let output = '';

  beforeAll(() => {
    for (const name of ['biome.json', '.gitignore', 'scripts/lint']) {
      cpSync(join(ROOT, name), join(copy, name), { recursive: true });
    }
    const files = [...WRONG, RIGHT].map(([folder, text], index) => ({ path: `${folder}/case-${index}.ts`, text }));
    for (const { path, text } of files) {
      mkdirSync(dirname(join(copy, path)), { recursive: true });
      writeFileSync(join(copy, path), text);
    }
    const biome = join(ROOT, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
    const args = [biome, 'lint', '--max-diagnostics=none', '--colors=off', '.'];
    const result = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
    output = `${result.stdout}${result.stderr}`;
  });

  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  /** What lint says about one file: the diagnostics whose first line starts with its path. */
  function saidAbout(index: number, folder: string): string {
    const path = `${folder}/case-${index}.ts:`;
    const parts = output.split(/\n(?=\S+:\d+:\d+ )/);
    return parts.filter((part) => part.startsWith(path)).join('\n');
  }

  it.each(WRONG.map((row, index) => [...row, index] as const))('refuses in %s: %s', (folder, _text, word, index) => {
    expect(saidAbout(index, folder)).toContain(word);
  });

  it('accepts a file that breaks no rule', () => {
    expect(saidAbout(WRONG.length, RIGHT[0])).toBe('');
  });
});
