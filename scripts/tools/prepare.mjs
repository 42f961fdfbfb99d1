// Brings a fresh clone to the point where its programs run: installed packages, a current build, a packaged extension.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmCommand } from './npm.mjs';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** A step cannot be done; the message is all that the user has to know. */
export class NotPossible extends Error {
  name = 'NotPossible';
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Whether each package of the lockfile is there in its version. Those for other systems are optional and may be absent. */
function isInstalled() {
  const hidden = join(ROOT, 'node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const installed = readJson(hidden).packages;
  const wanted = Object.entries(readJson(join(ROOT, 'package-lock.json')).packages).filter(([path]) => path !== '');
  return wanted.every(
    ([path, { version, optional }]) => (installed[path]?.version ?? (optional && version)) === version,
  );
}

function checkNode() {
  const [major, minor, patch] = process.versions.node.split('.').map(Number);
  const isOld = major < 20 || (major === 20 && (minor < 18 || (minor === 18 && patch < 1)));
  if (isOld) throw new NotPossible(`Node 20.18.1 or newer is needed; this is ${process.versions.node}.`);
}

/** Runs `npm ci` when a package is missing or has another version than the lockfile says. */
export function ensureInstalled() {
  checkNode();
  if (isInstalled()) return;
  console.log('Installing the packages of the lockfile');
  const npm = npmCommand();
  const args = [...npm.args, 'ci', '--include=dev', '--no-audit', '--no-fund'];
  const result = spawnSync(npm.command, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], shell: npm.shell });
  if (result.status === 0) return;
  throw new NotPossible(
    'npm ci did not succeed; its output is above. It needs a package registry that can be reached.',
  );
}

function newest(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return 0;
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

const BUILD_INPUTS = ['src', 'webview', 'catalogs', 'esbuild.mjs', 'package-lock.json', 'tsconfig.library.json'];

/** Builds for production when a source is newer than the build. */
export function ensureBuilt() {
  const record = join(ROOT, 'dist', 'metafile.json');
  const isCurrent = existsSync(record) && BUILD_INPUTS.every((path) => newest(join(ROOT, path)) < newest(record));
  if (isCurrent) return;
  console.log('Building');
  const args = [join(ROOT, 'esbuild.mjs'), '--production', '--quiet'];
  const result = spawnSync(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
  if (result.status !== 0) throw new NotPossible('The build failed; its output is above.');
}

/**
 * Runs a program and passes its output on.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<number>} its exit code; 1 when a signal ended it
 */
export function run(command, args, { cwd = ROOT, env = process.env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}
