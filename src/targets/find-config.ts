import { CONFIG_FILES, type ConfigFile } from './config-files.js';
import { pathKey, pathSeparator, resolvePath } from './paths.js';
import type { ConfigProblem, PathStyle, TextFiles, WorkspaceFolder } from './server-definition.js';

/** How paths of folders and files are put together: paths of the operating system, or URIs in an editor. */
export interface PathRules {
  /** The path of a file; `relativePath` has `/` between its parts. */
  join(folder: string, relativePath: string): string;
  /** The same text for every spelling of the path of one file. */
  key(path: string): string;
}

export interface FoundConfigFile<Folder extends WorkspaceFolder = WorkspaceFolder> {
  /** The first of the open folders that has the file. */
  folder: Folder;
  path: string;
  format: ConfigFile;
  text: string;
}

export interface FoundConfigFiles<Folder extends WorkspaceFolder = WorkspaceFolder> {
  files: FoundConfigFile<Folder>[];
  /** Files that are there and cannot be read. */
  problems: ConfigProblem[];
}

export function nativePathRules(style: PathStyle): PathRules {
  return {
    join: (folder, relativePath) => resolvePath(folder, relativePath.replaceAll('/', pathSeparator(style)), style),
    key: (path) => pathKey(path, style),
  };
}

/**
 * Looks for every configuration file of the table in every folder, in the order of the folders and of the table. A
 * file that is missing is no problem; one that is reached twice, because a folder is open twice, is found once.
 */
export async function findConfigFiles<Folder extends WorkspaceFolder>(
  folders: readonly Folder[],
  files: TextFiles,
  paths: PathRules,
): Promise<FoundConfigFiles<Folder>> {
  const candidates = new Map<string, Omit<FoundConfigFile<Folder>, 'text'>>();
  for (const folder of folders) {
    for (const format of CONFIG_FILES) {
      const path = paths.join(folder.path, format.path);
      const key = paths.key(path);
      if (!candidates.has(key)) {
        candidates.set(key, { folder, path, format });
      }
    }
  }
  const outcomes = await Promise.all(
    [...candidates.values()].map(async (candidate) => ({ candidate, outcome: await files.readText(candidate.path) })),
  );
  return {
    files: outcomes.flatMap(({ candidate, outcome }) =>
      outcome.kind === 'text' ? [{ ...candidate, text: outcome.text }] : [],
    ),
    problems: outcomes.flatMap(({ candidate, outcome }) =>
      outcome.kind === 'unreadable' ? [unreadable(candidate.path, outcome.reason)] : [],
    ),
  };
}

function unreadable(file: string, reason: string): ConfigProblem {
  return {
    code: 'unreadable-file',
    severity: 'error',
    message: `This file cannot be read (${reason}). Check its permissions.`,
    file,
    range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
  };
}
