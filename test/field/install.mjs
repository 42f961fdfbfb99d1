// Installs the servers of the lockfile beside this file into a cache outside the repository, with the exact versions.
// Run it by itself to prepare a machine; the field tests and the bench call it when they need it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmCommand } from '../../scripts/tools/npm.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const base = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'mcp-assay');

/** The packages cannot be had; the message says why and what to do. */
export class FieldUnavailable extends Error {
  name = 'FieldUnavailable';
}

/**
 * The folder whose `node_modules` holds the packages that a manifest pins; they are downloaded when they are not there.
 * @param {{ set?: 'reference' | 'all', manifest?: string, name?: string }} [options] `reference` leaves out the
 * development dependencies of the manifest
 */
export function installPinned({ set = 'all', manifest = here, name = 'field' } = {}) {
  const lockfile = readFileSync(join(manifest, 'package-lock.json'));
  const version = createHash('sha256').update(lockfile).digest('hex').slice(0, 12);
  const folder = join(base, `${name}-${set}-${version}`);
  if (existsSync(folder)) return folder;
  console.log(`Installing the packages of ${join(manifest, 'package-lock.json')} into ${folder}`);
  mkdirSync(base, { recursive: true });
  // Elsewhere first, and renamed when complete: an installation that was interrupted is never taken for one.
  const partial = mkdtempSync(`${folder}.`);
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(manifest, file), join(partial, file));
  try {
    runNpm(partial, set);
    finish(partial, folder);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return folder;
}

function runNpm(folder, set) {
  const npm = npmCommand();
  const which = set === 'reference' ? ['--omit=dev'] : ['--include=dev'];
  const args = [...npm.args, 'ci', ...which, '--ignore-scripts', '--no-audit', '--no-fund'];
  const result = spawnSync(npm.command, args, {
    cwd: folder,
    shell: npm.shell,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (result.status === 0) return;
  throw new FieldUnavailable('npm ci did not succeed; its output is above. It needs a package registry.');
}

function finish(partial, folder) {
  try {
    renameSync(partial, folder);
  } catch (error) {
    // Another run has been faster, with the same packages.
    if (!existsSync(folder)) throw error;
  }
}

/**
 * The file that a package starts, to be run by Node on every system alike.
 * @param {string} folder what `installPinned` returned
 * @param {string} name of the package
 */
export function entryOf(folder, name) {
  const home = join(folder, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const [entry] = typeof bin === 'string' ? [bin] : Object.values(bin);
  return join(home, entry);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(installPinned());
