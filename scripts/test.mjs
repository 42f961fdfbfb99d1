// `npm test`: every check of the project, from a fresh clone. A step that fails does not stop the later ones.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { EditorUnavailable, ensureCodeServer } from '../test/editor/code-server/install.mjs';
import { FieldUnavailable, installPinned } from '../test/field/install.mjs';
import { ensureDebianPackages } from './tools/debian.mjs';
import { ensureBuilt, ensureInstalled, NotPossible, ROOT, run } from './tools/prepare.mjs';
import { findChromium } from './tools/programs.mjs';

const RESULTS = join(ROOT, 'test-output', 'results');
const VITEST = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');

const totals = { passed: 0, failed: 0, skipped: 0 };
const failedSteps = [];
const notRun = [];

function title(text) {
  console.log(`\n== ${text}`);
}

async function step(name, script, args) {
  title(name);
  const code = await run(process.execPath, [script, ...args]);
  console.log(code === 0 ? `${name}: ok` : `${name}: failed`);
  if (code !== 0) failedSteps.push(name);
}

function addResults(file, code) {
  // Without results the runner itself broke, which counts as one failure.
  if (!existsSync(file)) {
    totals.failed += 1;
    return;
  }
  const results = JSON.parse(readFileSync(file, 'utf8'));
  totals.passed += results.numPassedTests;
  totals.skipped += results.numPendingTests + (results.numTodoTests ?? 0);
  // A file that cannot be loaded, or an error outside the tests, fails the step without a failed test.
  totals.failed += code !== 0 && results.numFailedTests === 0 ? 1 : results.numFailedTests;
}

async function tests(name, args) {
  title(name);
  const file = join(RESULTS, `${name.replaceAll(' ', '-')}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await run(process.execPath, [VITEST, 'run', ...args, ...reporters]);
  addResults(file, code);
  if (code !== 0) failedSteps.push(name);
}

/** Names and counts the tests that cannot be run here. */
function skip(name, project, reason) {
  title(name);
  const list = spawnSync(process.execPath, [VITEST, 'list', '--project', project, '--json'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, MCP_ASSAY_LIST_ONLY: '1' },
  });
  const found = list.status === 0 ? JSON.parse(list.stdout) : [];
  console.log(`Not run: ${reason}`);
  for (const test of found) console.log(`  not run: ${test.name}`);
  totals.skipped += found.length;
  notRun.push(`${name} (${found.length}): ${reason}`);
}

/** The reason why there is no browser for the tests, or undefined. */
function lackOfChromium() {
  if (findChromium()) return undefined;
  const lack = ensureDebianPackages(['chromium'], (line) => console.log(line));
  if (findChromium()) return undefined;
  return lack ?? 'No Chromium was found. Install Chromium or Chrome, or name its program in CHROMIUM.';
}

/** The reason why there is no editor for the tests, or undefined. */
async function lackOfEditor() {
  if (process.env.MCP_ASSAY_EDITOR === 'electron') return undefined;
  try {
    await ensureCodeServer((line) => console.log(line));
    return undefined;
  } catch (error) {
    if (error instanceof EditorUnavailable) return error.message;
    throw error;
  }
}

async function browserTests() {
  const lack = lackOfChromium();
  if (lack) skip('webview tests', 'webview', lack);
  else await tests('webview tests', ['--project', 'webview']);
}

/** The reference servers; all the others are for `npm run test:field`, since they are hundreds of megabytes. */
async function fieldTests() {
  process.env.MCP_ASSAY_FIELD ??= 'reference';
  try {
    installPinned({ set: process.env.MCP_ASSAY_FIELD === 'reference' ? 'reference' : 'all' });
  } catch (error) {
    if (!(error instanceof FieldUnavailable)) throw error;
    skip('field tests', 'field', error.message);
    return;
  }
  await tests('field tests', ['--project', 'field']);
}

async function editorTests() {
  const lack = lackOfChromium() ?? (await lackOfEditor());
  if (lack) skip('editor tests', 'editor', lack);
  else await tests('editor tests', ['--project', 'editor']);
}

function prepare() {
  ensureInstalled();
  try {
    ensureBuilt();
  } catch (error) {
    if (!(error instanceof NotPossible)) throw error;
    console.error(error.message);
    failedSteps.push('build');
  }
}

function report() {
  console.log('');
  for (const line of notRun) console.log(`Not run: ${line}`);
  if (failedSteps.length > 0) console.log(`Failed: ${failedSteps.join(', ')}`);
  console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
  return failedSteps.length === 0 ? 0 : 1;
}

async function main() {
  prepare();
  rmSync(RESULTS, { recursive: true, force: true });
  mkdirSync(RESULTS, { recursive: true });
  const modules = join(ROOT, 'node_modules');
  await step('generated files', join(ROOT, 'scripts', 'generate.mjs'), ['--check']);
  await step('types', join(modules, 'typescript', 'bin', 'tsc'), ['-b']);
  await step('lint', join(modules, '@biomejs', 'biome', 'bin', 'biome'), ['check', '--max-diagnostics=50']);
  const boundaries = 'test/unit/boundaries.test.ts';
  await tests('boundaries', ['--project', 'unit', boundaries]);
  await tests('unit tests', ['--project', 'unit', '--exclude', boundaries]);
  await tests('fault tests', ['--project', 'faults']);
  await tests('worker tests', ['--project', 'worker']);
  await browserTests();
  await tests('hostile tests', ['--project', 'hostile']);
  await fieldTests();
  await editorTests();
  return report();
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof NotPossible)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
