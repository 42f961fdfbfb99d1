// Packages the extension: mcp-assay-VERSION.vsix in the top folder, or the file that the first argument names.
import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled, NotPossible, ROOT } from './tools/prepare.mjs';

/**
 * @param {string} [path] of the .vsix
 * @returns {Promise<string>} that path
 */
export async function packageExtension(path) {
  ensureInstalled();
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const packagePath = path ?? join(ROOT, `mcp-assay-${version}.vsix`);
  // Loaded here because a fresh clone has it only after the line above.
  const { createVSIX } = await import('@vscode/vsce');
  // The script vscode:prepublish builds; everything is bundled, so node_modules stays out.
  await createVSIX({ cwd: ROOT, packagePath, dependencies: false, allowMissingRepository: true });
  return packagePath;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const path = await packageExtension(process.argv[2] && resolve(process.argv[2]));
    console.log(`${path} (${Math.round(statSync(path).size / 1024)} KB)`);
  } catch (error) {
    console.error(error instanceof NotPossible ? error.message : error);
    process.exitCode = 1;
  }
}
