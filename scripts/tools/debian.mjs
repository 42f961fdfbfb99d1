// Installs Debian packages where that is possible, and says what is missing where it is not.
import { spawnSync } from 'node:child_process';
import { onPath } from './programs.mjs';

function isInstalled(name) {
  const result = spawnSync('dpkg-query', ['-W', '-f=${Status}', name], { encoding: 'utf8' });
  return result.status === 0 && result.stdout.includes('install ok installed');
}

function apt(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const result = spawnSync('apt-get', args, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] });
  return result.status === 0 ? undefined : `${result.stdout ?? ''}${result.stderr ?? ''}`.trim();
}

/**
 * Makes sure that Debian packages are there.
 * @param {readonly string[]} names
 * @param {(line: string) => void} say
 * @returns {string | undefined} what is missing, as one sentence; undefined when all is there or cannot be told
 */
export function ensureDebianPackages(names, say) {
  if (!onPath('dpkg-query')) return undefined;
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length === 0) return undefined;
  const list = missing.join(' ');
  if (!onPath('apt-get') || process.getuid?.() !== 0) {
    return `These Debian packages are missing and only root can install them: ${list}. Run: sudo apt-get install ${list}`;
  }
  say(`Installing the Debian packages ${list}`);
  apt(['update', '-q']);
  const trouble = apt(['install', '-y', '-q', '--no-install-recommends', ...missing]);
  if (trouble === undefined) return undefined;
  return `These Debian packages could not be installed: ${list}. The last words of apt-get: ${trouble.split('\n').at(-1)}`;
}
