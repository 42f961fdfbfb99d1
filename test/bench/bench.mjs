// `npm run bench`: what grading costs against the least that any client must do with the same server, in one run on one
// machine. All figures that matter are ratios, because times of different machines cannot be compared.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ensureBuilt, ensureInstalled, NotPossible, ROOT } from '../../scripts/tools/prepare.mjs';
import { entryOf, FieldUnavailable, installPinned } from '../field/install.mjs';
import { measurePeers } from './peers.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const CLI = join(ROOT, 'dist', 'cli.js');
const LOOPBACK = new URL('../field/loopback.mjs', import.meta.url).href;
const MEMORY = new URL('./memory-report.mjs', import.meta.url).href;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const STARTUP_LIMIT_SECONDS = 1;

const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const rows = [];
let missed = 0;

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/**
 * Runs a program to its end.
 * @returns {Promise<{ ms: number, code: number, stdout: string, lines: { ms: number, text: string }[] }>} `lines` are
 * those of standard error, with their times
 */
export async function timed(command, args, options = {}) {
  const start = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const chunks = [];
  const lines = [];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  createInterface({ input: child.stderr }).on('line', (text) => lines.push({ ms: performance.now() - start, text }));
  const [code] = await once(child, 'exit');
  const ms = performance.now() - start;
  if (child.stdout.readableEnded === false) await once(child, 'close');
  return { ms, code, stdout: Buffer.concat(chunks).toString('utf8'), lines };
}

/** Medians of jobs that take turns, so that a change of the machine's load meets all of them. */
async function medians(jobs) {
  const times = Object.fromEntries(Object.keys(jobs).map((name) => [name, []]));
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [name, job] of Object.entries(jobs)) {
      const ms = await job();
      if (round >= 0) times[name].push(ms);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]));
}

function row(what, value, target) {
  const isMissed = target !== undefined && value > target.limit;
  if (isMissed) missed += 1;
  rows.push({ what, value, target, isMissed });
}

function show() {
  for (const { what, value, target, isMissed } of rows) {
    const unit = target?.unit ?? '';
    const shown = Number.isInteger(value) ? String(value) : value.toFixed(2);
    const goal = target === undefined ? '' : `  (target: at most ${target.limit}${unit}${isMissed ? ', MISSED' : ''})`;
    console.log(`${what.padEnd(62)} ${`${shown}${unit}`.padStart(10)}${goal}`);
  }
}

/** Start, handshake, list the tools, end: what no client can leave out. */
async function stdioFloor(server) {
  const start = performance.now();
  const child = spawn(process.execPath, server, { stdio: ['pipe', 'pipe', 'ignore'] });
  const gone = once(child, 'exit');
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'floor', version: '1' } };
  send({ id: 1, method: 'initialize', params });
  for await (const line of createInterface({ input: child.stdout })) {
    const { id } = JSON.parse(line);
    if (id === 1) {
      send({ method: 'notifications/initialized' });
      send({ id: 2, method: 'tools/list' });
    }
    if (id === 2) break;
  }
  child.kill('SIGTERM');
  await gone;
  return performance.now() - start;
}

async function plain(args) {
  const { ms, code, lines } = await timed(process.execPath, args);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${lines.map(({ text }) => text).join('\n')}`);
  return ms;
}

/** A run whose report is read, so that what is measured is known to have worked. */
async function graded(target) {
  const { ms, stdout, lines } = await timed(process.execPath, [CLI, 'test', '--format', 'json', ...target]);
  const { startFailure } = stdout === '' ? {} : JSON.parse(stdout);
  if (startFailure !== null) throw new Error(`The run failed: ${lines.map(({ text }) => text).join('\n')}`);
  return ms;
}

async function firstVerdict(target) {
  const args = [CLI, 'test', '--no-color', '--verbose', '--format', 'json', ...target];
  const { lines } = await timed(process.execPath, args);
  return lines.find(({ text }) => /^[✓✗] /u.test(text))?.ms ?? Number.POSITIVE_INFINITY;
}

async function peakMegabytes(target) {
  const file = join(folder, 'memory');
  const args = ['--import', MEMORY, CLI, 'test', '--format', 'json', ...target];
  await timed(process.execPath, args, { env: { ...process.env, BENCH_MEMORY_FILE: file } });
  return Number(readFileSync(file, 'utf8')) / 1024;
}

async function traffic(target) {
  const file = join(folder, 'recording.json');
  await timed(process.execPath, [CLI, 'test', '--format', 'json', '--record', file, ...target]);
  const { connections, exchanges } = JSON.parse(readFileSync(file, 'utf8'));
  return { connections: connections.length, messages: exchanges.length };
}

async function measureStdio(server, peers) {
  const target = ['--', process.execPath, ...server];
  const times = await medians({
    node: () => plain(['-e', '0']),
    floor: () => stdioFloor(server),
    graded: () => graded(target),
    first: () => firstVerdict(target),
    ...peers.stdio(target.slice(1)),
  });
  const floor = times.floor + times.node;
  row('stdio: an empty node, ms', times.node);
  row('stdio: the floor (start, handshake, list tools, end), ms', times.floor);
  row('stdio: a whole run, ms', times.graded);
  row('stdio: a whole run against the floor and an empty node', times.graded / floor, { limit: 1.8, unit: 'x' });
  row('stdio: the first verdict against the floor and an empty node', times.first / floor, { limit: 1.2, unit: 'x' });
  for (const name of peers.names)
    row(`stdio: ${name} against the floor and an empty node`, times[`peer ${name}`] / floor);
  const { connections, messages } = await traffic(target);
  row('stdio: processes started', connections);
  row('stdio: messages sent', messages);
  row('stdio: peak memory of the program, MB', await peakMegabytes(target), { limit: 100, unit: '' });
}

async function measureHttp(server, peers) {
  const port = await freePort();
  const child = spawn(process.execPath, ['--import', LOOPBACK, ...server], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    for await (const line of createInterface({ input: child.stderr })) if (/listening/i.test(line)) break;
    child.stderr.resume();
    const url = `http://127.0.0.1:${port}/mcp`;
    const times = await medians({
      floor: () => plain([join(here, 'client-http.mjs'), url]),
      graded: () => graded([url]),
      first: () => firstVerdict([url]),
      ...peers.http(url),
    });
    row('HTTP: the floor (a process that lists the tools), ms', times.floor);
    row('HTTP: a whole run, ms', times.graded);
    row('HTTP: a whole run against the floor', times.graded / times.floor, { limit: 2.5, unit: 'x' });
    row('HTTP: the first verdict against the floor', times.first / times.floor, { limit: 1.2, unit: 'x' });
    for (const name of peers.names) row(`HTTP: ${name} against the floor`, times[`peer ${name}`] / times.floor);
    const { connections, messages } = await traffic([url]);
    row('HTTP: sessions', connections);
    row('HTTP: requests sent', messages);
    row('HTTP: peak memory of the program, MB', await peakMegabytes([url]), { limit: 100, unit: '' });
  } finally {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

async function measureRest() {
  const version = await medians({ version: () => plain([CLI, '--version']) });
  row('--version, ms', version.version, { limit: 80, unit: '' });
  const args = [CLI, 'test', '--startup-timeout', `${STARTUP_LIMIT_SECONDS}s`, '--format', 'json', '--'];
  const silent = await timed(process.execPath, [...args, process.execPath, '-e', 'process.stdin.resume()']);
  const over = silent.ms / 1000 - STARTUP_LIMIT_SECONDS;
  row('a silent server: seconds beyond the start-up limit', over, { limit: 2, unit: '' });
  const vsix = join(folder, 'bench.vsix');
  await timed(process.execPath, [join(ROOT, 'scripts', 'package.mjs'), vsix], { cwd: ROOT });
  if (existsSync(vsix)) row('.vsix, MB', statSync(vsix).size / 1e6, { limit: 1.5, unit: '' });
  else console.log('No .vsix was measured: scripts/package.mjs made none.');
}

async function main() {
  ensureInstalled();
  ensureBuilt();
  if (!existsSync(CLI)) throw new NotPossible('dist/cli.js is missing: run npm run build.');
  const everything = entryOf(installPinned({ set: 'reference' }), '@modelcontextprotocol/server-everything');
  const peers = await measurePeers(timed);
  await measureStdio([everything, 'stdio'], peers);
  await measureHttp([everything, 'streamableHttp'], peers);
  await measureRest();
  show();
  console.log(missed === 0 ? 'Every target is met.' : `${missed} targets are missed.`);
  return missed === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof NotPossible || error instanceof FieldUnavailable)) throw error;
  console.error(error.message);
  process.exitCode = 2;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
