// Other tools that check MCP servers, in the versions whose behaviour is known. Each is installed from npm into a cache
// when the registry has it, and left out with a notice when it has not.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { npmCommand } from '../../scripts/tools/npm.mjs';

const base = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'mcp-assay');

const PEERS = [
  {
    name: '@yawlabs/mcp-compliance',
    version: '0.16.4',
    // Its own undici needs a later Node than it says.
    overrides: { undici: '^7.0.0' },
    stdio: (command) => ['test', '--format', 'json', '--', ...command],
    http: (url) => ['test', '--format', 'json', url],
  },
  {
    name: 'mcp-verify',
    version: '1.2.2',
    stdio: (command) => ['verify', command.join(' '), '--format', 'json'],
    http: (url) => ['verify', url, '--format', 'json'],
  },
];

/** The file to run, or undefined when the package cannot be installed. */
function install({ name, version, overrides = {} }) {
  const folder = join(base, `peer-${name.replaceAll(/[@/]+/g, '-')}-${version}`);
  if (!existsSync(folder)) {
    mkdirSync(base, { recursive: true });
    const partial = mkdtempSync(`${folder}.`);
    try {
      const manifest = { private: true, dependencies: { [name]: version }, overrides };
      writeFileSync(join(partial, 'package.json'), JSON.stringify(manifest));
      const npm = npmCommand();
      const args = [...npm.args, 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=0'];
      const options = { cwd: partial, shell: npm.shell, stdio: 'ignore' };
      if (spawnSync(npm.command, args, options).status !== 0) return undefined;
      renameSync(partial, folder);
    } finally {
      rmSync(partial, { recursive: true, force: true });
    }
  }
  const home = join(folder, 'node_modules', name);
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const [entry] = typeof bin === 'string' ? [bin] : Object.values(bin);
  return join(home, entry);
}

/** Jobs for the peers that could be installed; `timed` runs a program and tells its time. */
export async function measurePeers(timed) {
  const found = [];
  for (const peer of PEERS) {
    const entry = install(peer);
    if (entry === undefined) console.log(`Left out: ${peer.name} ${peer.version} cannot be installed from npm here.`);
    else found.push({ ...peer, entry });
  }
  const jobs = (args) =>
    Object.fromEntries(
      found.map((peer) => [
        `peer ${peer.name}`,
        async () => (await timed(process.execPath, [peer.entry, ...args(peer)])).ms,
      ]),
    );
  return {
    names: found.map(({ name }) => name),
    stdio: (command) => jobs((peer) => peer.stdio(command)),
    http: (url) => jobs((peer) => peer.http(url)),
  };
}
