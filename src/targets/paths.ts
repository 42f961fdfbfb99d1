import type { PathStyle } from './server-definition.js';

/** `C:\x`, `\\server\share`, `\x`; on POSIX only `/x`. */
export function isAbsolutePath(path: string, style: PathStyle): boolean {
  return style === 'posix' ? path.startsWith('/') : /^(?:[A-Za-z]:[\\/]|[\\/])/.test(path);
}

export function pathSeparator(style: PathStyle): string {
  return style === 'posix' ? '/' : '\\';
}

/** The path as it is when absolute, else relative to `base`; `.` and `..` are folded. */
export function resolvePath(base: string, path: string, style: PathStyle): string {
  const joined = isAbsolutePath(path, style) ? path : `${base}${pathSeparator(style)}${path}`;
  return normalisePath(joined, style);
}

/** Folds `.`, `..` and repeated separators. On Windows separators become backslashes. */
export function normalisePath(path: string, style: PathStyle): string {
  const separator = pathSeparator(style);
  const root = rootOf(path, style);
  const parts: string[] = [];
  for (const part of path.slice(root.length).split(style === 'posix' ? /\/+/ : /[\\/]+/)) {
    if (part === '..') {
      parts.pop();
    } else if (part !== '' && part !== '.') {
      parts.push(part);
    }
  }
  const folded = `${style === 'posix' ? root : root.replaceAll('/', '\\')}${parts.join(separator)}`;
  return folded === '' ? '.' : folded;
}

function rootOf(path: string, style: PathStyle): string {
  if (style === 'posix') {
    return path.startsWith('/') ? '/' : '';
  }
  return /^(?:[A-Za-z]:[\\/]?|[\\/]{2}[^\\/]+[\\/]+[^\\/]+[\\/]?|[\\/])/.exec(path)?.[0] ?? '';
}

/** The last part of a path. */
export function baseName(path: string, style: PathStyle): string {
  const parts = path.split(style === 'posix' ? /\/+/ : /[\\/]+/).filter((part) => part !== '');
  return parts.at(-1) ?? '';
}

/** The same text for paths of the same file: on Windows neither case nor the kind of slash matters. */
export function pathKey(path: string, style: PathStyle): string {
  const normal = normalisePath(path, style);
  return style === 'posix' ? normal : normal.toLowerCase();
}

/** Replaces a leading `~` that stands for the home folder. */
export function expandTilde(path: string, homeFolder: string, style: PathStyle): string {
  const isHome = path === '~' || path.startsWith('~/') || (style === 'windows' && path.startsWith('~\\'));
  return isHome ? `${homeFolder}${path.slice(1)}` : path;
}
