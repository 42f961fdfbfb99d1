// `npm start`: grades every server of the sample workspace and says where the reports lie.
// `npm start -- --editor`: opens the sample workspace in VS Code, or in code-server where there is no `code`.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EditorUnavailable, ensureCodeServer } from '../test/editor/code-server/install.mjs';
import { packageExtension } from './package.mjs';
import { ensureBuilt, ensureInstalled, NotPossible, ROOT, run } from './tools/prepare.mjs';
import { onPath } from './tools/programs.mjs';

const WORKSPACE = join(ROOT, 'samples', 'workspace');
const REPORTS = join(ROOT, 'test-output', 'samples');
const EDITOR_FOLDER = join(ROOT, '.cache', 'editor');
const EDITOR_PORT = 8932;

/** Starts the sample server that is reached over HTTP; resolves when it listens. */
async function startTickets() {
  const script = join(WORKSPACE, 'servers', 'tickets-http.mjs');
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'pipe'] });
  const trouble = [];
  child.stderr.on('data', (chunk) => trouble.push(chunk));
  const outcome = await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
  if (!Buffer.isBuffer(outcome[0])) throw new NotPossible(Buffer.concat(trouble).toString().trim());
  return child;
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  child.kill();
  await closed;
}

/** Runs once and judges the recording for the page, so that the server is asked once for both. */
async function gradeServer(name) {
  const cli = join(ROOT, 'dist', 'cli.js');
  const recording = join(REPORTS, `${name}.json`);
  const page = join(REPORTS, `${name}.html`);
  const graded = await run(process.execPath, [cli, 'test', '--server', name, '--record', recording], {
    cwd: WORKSPACE,
  });
  if (existsSync(recording))
    await run(process.execPath, [cli, 'judge', recording, '--format', 'html', '--output', page]);
  return { name, isGraded: graded === 0, page: existsSync(page) ? page : undefined };
}

async function gradeSamples() {
  const { mcpServers } = JSON.parse(readFileSync(join(WORKSPACE, '.mcp.json'), 'utf8'));
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const results = [];
  const tickets = await startTickets();
  try {
    for (const name of Object.keys(mcpServers)) {
      results.push(await gradeServer(name));
      console.log('');
    }
  } finally {
    await stop(tickets);
  }
  console.log('The reports as pages for the browser:');
  for (const { name, page } of results) {
    console.log(`  ${name}: ${page ? pathToFileURL(page).href : 'none, because it could not be graded'}`);
  }
  return results.every(({ isGraded, page }) => isGraded && page !== undefined) ? 0 : 1;
}

/** Resolves when the user presses Ctrl-C. */
async function interrupted() {
  const keepAlive = setInterval(() => undefined, 2 ** 30);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  clearInterval(keepAlive);
}

function installExtension(command, args, shell = false) {
  const result = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], shell });
  if (result.status !== 0) throw new NotPossible('The extension could not be installed; the output is above.');
}

function openCode(vsix) {
  // On Windows `code` is a .cmd file, which needs a shell (nodejs/node#52554), and a shell needs the quotes.
  const shell = process.platform === 'win32';
  const quoted = (path) => (shell ? `"${path}"` : path);
  installExtension('code', ['--install-extension', quoted(vsix), '--force'], shell);
  spawnSync('code', [quoted(WORKSPACE)], { stdio: 'inherit', shell });
  console.log('VS Code shows the sample workspace. Open the view "MCP Servers" and press Grade.');
}

async function openCodeServer(vsix) {
  console.log('There is no `code` on PATH, so the sample workspace opens in code-server.');
  const server = await ensureCodeServer((line) => console.log(line));
  const folders = [
    '--user-data-dir',
    join(EDITOR_FOLDER, 'data'),
    '--extensions-dir',
    join(EDITOR_FOLDER, 'extensions'),
  ];
  const common = [server.entry, ...folders, '--config', join(EDITOR_FOLDER, 'config.yaml')];
  installExtension(server.node, [...common, '--install-extension', vsix, '--force']);
  const flags = [
    '--auth',
    'none',
    '--bind-addr',
    `127.0.0.1:${EDITOR_PORT}`,
    '--disable-telemetry',
    '--disable-update-check',
  ];
  const child = spawn(server.node, [...common, ...flags, WORKSPACE], { stdio: ['ignore', 'ignore', 'inherit'] });
  console.log(`Open http://127.0.0.1:${EDITOR_PORT}/?folder=${encodeURIComponent(WORKSPACE)} in a browser.`);
  return child;
}

async function openEditor() {
  mkdirSync(EDITOR_FOLDER, { recursive: true });
  const vsix = await packageExtension(join(EDITOR_FOLDER, 'mcp-assay.vsix'));
  const tickets = await startTickets();
  let editor;
  try {
    if (onPath('code')) openCode(vsix);
    else editor = await openCodeServer(vsix);
    console.log('The sample server "tickets" runs until you press Ctrl-C here.');
    await Promise.race([interrupted(), ...(editor ? [once(editor, 'close')] : [])]);
  } finally {
    if (editor) await stop(editor);
    await stop(tickets);
  }
  return 0;
}

async function main() {
  const unknown = process.argv.slice(2).filter((argument) => argument !== '--editor');
  if (unknown.length > 0) throw new NotPossible(`${unknown[0]} is not known. The only option is --editor.`);
  ensureInstalled();
  ensureBuilt();
  return process.argv.includes('--editor') ? openEditor() : gradeSamples();
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof NotPossible || error instanceof EditorUnavailable)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
