import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The names that `npm pack` would put into the package; nothing is written and no script runs. */
function packedFiles(): string[] {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const output = execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8', shell: process.platform === 'win32' });
  const packed: unknown = JSON.parse(output);
  // An array of packages; npm 12 gives an object by name.
  const [first] = Array.isArray(packed) ? packed : Object.values(Object(packed));
  return first.files.map((file: { path: string }) => file.path);
}

it('ships the terminal, the library with its types, the panel and the catalogs, and nothing else', () => {
  const files = packedFiles();
  const allowed =
    /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|catalogs\/[\w.-]+\.json|dist\/(cli|library)\.js|dist\/(cli|library)\/[\w-]+\.js|dist\/types\/.+\.d\.ts|dist\/webview\/report\.(js|css))$/;
  expect(files.filter((file) => !allowed.test(file))).toEqual([]);
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const library = manifest.exports['.'];
  const needed = [manifest.bin['mcp-assay'], library.default, library.types, 'dist/webview/report.js', 'LICENSE'];
  expect(needed.map((path: string) => path.replace(/^\.\//, '')).filter((path) => !files.includes(path))).toEqual([]);
});

it('needs no other package at run time', () => {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(manifest.dependencies).toBeUndefined();
});
