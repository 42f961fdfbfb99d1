import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Target } from '../engine/target.js';
import { CONFIG_FILES } from '../targets/config-files.js';
import { readConfig } from '../targets/read-config.js';
import { resolveTarget } from '../targets/resolve.js';
import {
  type ConfigContents,
  type ConfigProblem,
  canonicalJson,
  type ServerDefinition,
} from '../targets/server-definition.js';
import { askForInput } from './ask-for-input.js';
import { CannotRun } from './cannot-run.js';
import { note } from './output.js';
import { pathStyle, textFiles } from './text-files.js';

/** The servers of a folder's configuration files. */
export interface FolderServers {
  targets: Target[];
  /** One sentence for each server that cannot be graded. */
  notRun: string[];
}

interface Found {
  server: ServerDefinition;
  contents: ConfigContents;
}

/**
 * Reads the configuration files of a folder and resolves their servers. `wanted` picks one by its name, or by
 * `file#name` when several files have that name. Problems are told to the user.
 */
export async function findFolderServers(folder: string, wanted: string | undefined): Promise<FolderServers> {
  const files = await readConfigFiles(folder);
  if (files.length === 0) {
    const names = CONFIG_FILES.map((row) => row.path).join(', ');
    throw new CannotRun(
      `There is no configuration file in ${folder} (${names}): go to a folder that has one, or give a URL or command, as in mcp-assay test -- node server.js.`,
    );
  }
  const all = withoutRepeats(files.flatMap((contents) => contents.servers.map((server) => ({ server, contents }))));
  const chosen = wanted === undefined ? enabledOnly(all) : [pick(all, wanted)];
  const filesProblems = files
    .flatMap((contents) => contents.problems)
    .filter((problem) => problem.server === undefined);
  const notRun = filesProblems.filter((problem) => problem.severity === 'error').map(problemText);
  tellWarnings(filesProblems);
  const targets: Target[] = [];
  for (const found of chosen) {
    const resolution = await resolve(folder, found);
    tellWarnings(resolution.problems);
    if (resolution.ok) targets.push(resolution.target);
    else notRun.push(problemText(resolution.problems[0]));
  }
  if (targets.length === 0 && notRun.length === 0) {
    throw new CannotRun(
      `The configuration files of ${folder} define no server that is switched on: add one, or give a URL or command.`,
    );
  }
  return { targets, notRun };
}

async function readConfigFiles(folder: string): Promise<ConfigContents[]> {
  const contents: ConfigContents[] = [];
  for (const format of CONFIG_FILES) {
    const outcome = await textFiles.readText(join(folder, format.path));
    if (outcome.kind === 'missing') continue;
    if (outcome.kind === 'unreadable')
      throw new CannotRun(`${format.path} cannot be read (${outcome.reason}): correct its permissions.`);
    contents.push(readConfig(outcome.text, { file: format.path, format }));
  }
  return contents;
}

/** The same entry under the same name in several files is one server. */
function withoutRepeats(all: readonly Found[]): Found[] {
  const seen = new Set<string>();
  return all.filter(({ server }) => {
    const key = canonicalJson([server.name, server.entry]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function enabledOnly(all: readonly Found[]): Found[] {
  return all.filter(({ server }) => {
    if (server.disabled)
      note(`${server.name} is switched off in ${server.file} and is not graded; --server ${server.name} grades it.`);
    return !server.disabled;
  });
}

function pick(all: readonly Found[], wanted: string): Found {
  const matching = all.filter(({ server }) => server.name === wanted || `${server.file}#${server.name}` === wanted);
  const [first, second] = matching;
  if (first === undefined) {
    const names = all.map(({ server }) => server.name).join(', ');
    throw new CannotRun(
      names === ''
        ? `There is no server ${wanted}: the configuration files define none.`
        : `There is no server ${wanted} in the configuration files: choose one of ${names}.`,
    );
  }
  if (second !== undefined) {
    const choices = matching.map(({ server }) => `--server "${server.file}#${server.name}"`).join(' or ');
    throw new CannotRun(`Several files define ${wanted} in different ways: choose with ${choices}.`);
  }
  return first;
}

function resolve(folder: string, { server, contents }: Found) {
  return resolveTarget(server, {
    folder,
    folders: [{ name: 'folder', path: folder }],
    homeFolder: homedir(),
    environment: process.env,
    style: pathStyle,
    inputs: contents.inputs,
    input: askForInput,
    files: textFiles,
  });
}

function tellWarnings(problems: readonly ConfigProblem[]): void {
  for (const problem of problems) {
    if (problem.severity === 'warning') note(`warning: ${problemText(problem)}`);
  }
}

function problemText({ file, range, message }: ConfigProblem): string {
  return `${file}:${range.start.line + 1}: ${message}`;
}
