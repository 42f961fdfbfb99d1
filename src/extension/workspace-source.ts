import type { StdioDefinition } from '../targets/server-definition.js';

/** Programs that run what the project itself defines. */
const PROJECT_RUNNERS = /^(?:npm|pnpm|yarn|bun|deno|uv|poetry|pdm|hatch|cargo|go|dotnet|make|just|mvn|gradle|bundle)$/;
const RUN_WORDS = new Set(['run', 'run-script', 'start', 'exec', 'task', 'test']);

/** Files whose change cannot change what a server does. */
const NO_SOURCE =
  /(?:^|\/)(?:node_modules|\.git|\.vscode|\.cursor)\/|\.(?:md|markdown|txt|rst|log|svg|png|jpe?g|gif|lock)$/i;

/**
 * Whether a server is run from files of the workspace, as far as its command line tells: a path into the folder, or a
 * program that runs what the folder defines. `npx some-package` is not.
 */
export function runsFromWorkspace({ command, args, cwd }: StdioDefinition, folder: string): boolean {
  if (cwd !== undefined) return true;
  if ([command, ...args].some((word) => isPathIntoFolder(word, folder))) return true;
  const program = command.replace(/\.(?:cmd|exe|bat)$/i, '');
  return PROJECT_RUNNERS.test(program) && args.some((word) => RUN_WORDS.has(word));
}

/** Whether a saved file, by its path relative to the folder and with `/`, may be source of a server. */
export function isSourceFile(relativePath: string): boolean {
  return !NO_SOURCE.test(relativePath);
}

function isPathIntoFolder(word: string, folder: string): boolean {
  if (word.includes('${workspaceFolder')) return true;
  const path = word.replaceAll('\\', '/');
  const root = folder.replaceAll('\\', '/').replace(/\/?$/, '/');
  if (path.startsWith('/') || /^[A-Za-z]:\//.test(path)) return path.startsWith(root);
  // `@scope/name` is a package, `--flag=a/b` an option, `https://…` an address.
  if (/^(?:@|-|[a-z][a-z0-9+.-]*:\/\/|~|\.\.\/)/i.test(path)) return false;
  return (
    path.startsWith('./') ||
    /\/.*\.\w+$/.test(path) ||
    /^[\w.-]+\.(?:[cm]?[jt]sx?|py|rb|php|jar|dll|sh|lua|pl)$/i.test(path)
  );
}
