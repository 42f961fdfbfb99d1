// Bundles each face for the runtime it has. `--production` minifies, `--watch` rebuilds on change, `--quiet` lists no files.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, context } from 'esbuild';

const root = dirname(fileURLToPath(import.meta.url));
const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

/** CommonJS packages inside an ES module still call `require` for the modules of Node. */
const REQUIRE =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);";

/** @type {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: root,
  bundle: true,
  outdir: 'dist',
  minify: production,
  sourcemap: production ? false : 'linked',
  metafile: true,
  legalComments: 'none',
  logLevel: process.argv.includes('--quiet') ? 'warning' : 'info',
};

/**
 * ES modules are preferred where a package has both: the other form of jsonc-parser hides its parts from the bundler.
 * @type {import('esbuild').BuildOptions}
 */
const node = {
  ...common,
  platform: 'node',
  format: 'esm',
  target: 'node20.18',
  mainFields: ['module', 'main'],
  banner: { js: REQUIRE },
};

/**
 * Each bundle by name. Splitting keeps what a start does not need (validation, HTTP, reporters) in files of their own,
 * which are read when they are first used.
 * @type {Record<string, import('esbuild').BuildOptions>}
 */
const bundles = {
  cli: {
    ...node,
    entryPoints: [{ in: 'src/cli/main.ts', out: 'cli' }],
    chunkNames: 'cli/[name]-[hash]',
    splitting: true,
  },
  // CommonJS: the editor loads it at once, while an ES module goes through a loader in another thread, which costs more
  // than the rest of the activation.
  extension: {
    ...node,
    entryPoints: [{ in: 'src/extension/extension.ts', out: 'extension' }],
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    banner: {},
    external: ['vscode'],
  },
  worker: {
    ...node,
    entryPoints: [{ in: 'src/worker/worker.ts', out: 'worker' }],
    chunkNames: 'worker/[name]-[hash]',
    splitting: true,
  },
  library: {
    ...node,
    entryPoints: [{ in: 'src/library.ts', out: 'library' }],
    chunkNames: 'library/[name]-[hash]',
    splitting: true,
  },
  webview: {
    ...common,
    entryPoints: [{ in: 'webview/report.ts', out: 'report' }],
    outdir: 'dist/webview',
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    loader: { '.svg': 'text' },
  },
};

/** Types of the library, one declaration file for each source file that it shows. */
function declarations() {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const args = [compiler, '-p', join(root, 'tsconfig.library.json')];
  if (spawnSync(process.execPath, args, { stdio: 'inherit' }).status !== 0) process.exitCode = 1;
}

/**
 * Writes a file whole or not at all, and only when it changes: programs that were started from an earlier build, tests
 * among them, go on reading its files.
 */
function write(path, contents) {
  if (existsSync(path) && readFileSync(path).equals(contents)) return;
  mkdirSync(dirname(path), { recursive: true });
  const partial = `${path}.${process.pid}`;
  writeFileSync(partial, contents);
  renameSync(partial, path);
}

/** Takes the banner out of files that call no `require`: making one costs a start more than the rest of a small entry. */
function withoutIdleRequire({ path, text, contents }) {
  if (!path.endsWith('.js') || !text.includes(REQUIRE)) return contents;
  const own = text.replace(REQUIRE, '');
  return /\brequire\b/.test(own) ? contents : own;
}

/** Entry points come last, so that an entry never names a chunk that is not there yet. */
function writeBundle(files, entries) {
  const isEntry = (file) => entries.some((entry) => file.path.endsWith(`${sep}${entry.out}.js`));
  const sorted = files.toSorted((a, b) => Number(isEntry(a)) - Number(isEntry(b)));
  for (const file of sorted) write(file.path, Buffer.from(withoutIdleRequire(file)));
}

/** Removes what an earlier build left. */
function prune(kept) {
  const all = readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true });
  for (const file of all.filter((entry) => entry.isFile())) {
    const path = relative(root, join(file.parentPath, file.name)).split(sep).join('/');
    if (!kept.has(path) && !path.startsWith('dist/types/')) rmSync(join(root, path), { force: true });
  }
}

async function buildAll(chosen) {
  const results = await Promise.allSettled(chosen.map(([, options]) => build({ ...options, write: false })));
  const sizes = {};
  const kept = new Set(['dist/metafile.json']);
  for (const [index, [name, options]] of chosen.entries()) {
    const result = results[index];
    if (result.status === 'rejected') {
      console.error(`the bundle "${name}" could not be built`);
      process.exitCode = 1;
      continue;
    }
    writeBundle(result.value.outputFiles, options.entryPoints);
    sizes[name] = result.value.metafile;
    for (const path of Object.keys(result.value.metafile.outputs)) kept.add(path);
  }
  if (process.exitCode === undefined) prune(kept);
  // What went into each bundle, for the tests of size and of boundaries; it is part of no package.
  writeFileSync(join(root, 'dist', 'metafile.json'), JSON.stringify(sizes));
  if (sizes.cli) chmodSync(join(root, 'dist', 'cli.js'), 0o755);
  if (sizes.library) declarations();
}

mkdirSync(join(root, 'dist'), { recursive: true });
const chosen = Object.entries(bundles);
if (watch) {
  for (const [, options] of chosen) await (await context(options)).watch();
} else await buildAll(chosen);
