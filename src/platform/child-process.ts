import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, resolve, sep } from 'node:path';
import spawn from 'cross-spawn';
import type { ChildProcess, ProcessEvents, ProcessExit, SpawnFailure } from '../engine/platform.js';
import type { StdioTarget } from '../engine/target.js';
import {
  isGroupAlive,
  killGroup,
  killProcesses,
  registerGroup,
  terminateGroup,
  unregisterGroup,
} from './process-groups.js';
import { type ProcessIdentity, processTreeBelow } from './process-tree.js';

/**
 * `SpawnFailure.code` when the folder in which the process should start does not exist, is not a folder or may not be
 * entered. The operating system reports the same `ENOENT` for that as for a missing command.
 */
export const FOLDER_NOT_FOUND = 'ENOTDIR-CWD';

/** How long output may still come after the process has gone, when another process holds its pipes open. */
const pipeGraceMs = 300;

/** Told the number of every process group that is started and that has ended, for a watcher in another thread. */
export interface ProcessWatcher {
  onProcessStarted?(pid: number): void;
  onProcessEnded?(pid: number): void;
}

/** Starts a server in a process group of its own. Failures come through `onSpawnFailure`, after this has returned. */
export function startProcess(target: StdioTarget, events: ProcessEvents, watcher: ProcessWatcher): ChildProcess {
  const folderFailure = checkFolder(target.cwd);
  if (folderFailure) return failLater(folderFailure, events);
  try {
    return superviseProcess(target, events, watcher);
  } catch (error) {
    // Node throws for arguments that no system call could take: a NUL byte, or a list that is too long.
    return failLater(describeFailure(error, target), events);
  }
}

function superviseProcess(target: StdioTarget, events: ProcessEvents, watcher: ProcessWatcher): ChildProcess {
  const child = spawn(target.command, [...target.args], {
    ...(target.cwd === undefined ? {} : { cwd: target.cwd }),
    env: target.env,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const pid = child.pid;
  let finished = false;
  let exit: ProcessExit | undefined;
  let groupRemains = pid !== undefined;
  let descendants: ProcessIdentity[] = [];
  let graceTimer: NodeJS.Timeout | undefined;

  if (pid !== undefined) {
    registerGroup(pid);
    watcher.onProcessStarted?.(pid);
  }

  function release(): void {
    finished = true;
    clearTimeout(graceTimer);
    if (pid !== undefined) {
      if (groupRemains) killGroup(pid);
      killProcesses(descendants);
      unregisterGroup(pid);
    }
    child.stdin?.destroy();
    child.stdout?.destroy();
    child.stderr?.destroy();
    if (pid !== undefined) watcher.onProcessEnded?.(pid);
  }

  function finish(): void {
    if (finished || exit === undefined) return;
    release();
    events.onExit(exit);
  }

  function rememberDescendants(): void {
    if (pid === undefined || exit !== undefined) return;
    descendants = processTreeBelow(pid);
  }

  child.on('error', (error: NodeJS.ErrnoException) => {
    // On Windows cross-spawn turns the exit code 1 of the command interpreter into ENOENT, for a process that did run.
    const neverRan = pid === undefined || error.code === 'ENOENT';
    if (finished || !neverRan) return;
    release();
    events.onSpawnFailure(describeFailure(error, target));
  });
  child.on('exit', (code, signal) => {
    exit = { code, signal };
    // From here on the system may give the number to another process, unless members of the group still hold it.
    groupRemains = pid !== undefined && process.platform !== 'win32' && isGroupAlive(pid);
    graceTimer = setTimeout(finish, pipeGraceMs);
  });
  child.on('close', finish);
  child.stdout?.on('data', (chunk: Buffer) => {
    if (!finished) events.onStdout(chunk);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    if (!finished) events.onStderr(chunk);
  });
  for (const stream of [child.stdin, child.stdout, child.stderr]) {
    // A broken pipe is not news: `write` returns false, and the end of the process is reported by `onExit`.
    stream?.on('error', () => undefined);
  }

  return {
    pid,
    write(bytes) {
      if (finished || !child.stdin?.writable) return false;
      child.stdin.write(bytes);
      return true;
    },
    closeStdin() {
      rememberDescendants();
      child.stdin?.end();
    },
    pause() {
      child.stdout?.pause();
    },
    resume() {
      if (!finished) child.stdout?.resume();
    },
    terminate() {
      if (finished || pid === undefined || !groupRemains) return;
      rememberDescendants();
      terminateGroup(pid);
    },
    kill() {
      if (finished || pid === undefined) return;
      rememberDescendants();
      if (groupRemains) killGroup(pid);
      killProcesses(descendants);
    },
  };
}

function failLater(failure: SpawnFailure, events: ProcessEvents): ChildProcess {
  process.nextTick(() => events.onSpawnFailure(failure));
  const nothing = (): void => undefined;
  return {
    pid: undefined,
    write: () => false,
    closeStdin: nothing,
    pause: nothing,
    resume: nothing,
    terminate: nothing,
    kill: nothing,
  };
}

function checkFolder(folder: string | undefined): SpawnFailure | undefined {
  if (folder === undefined) return undefined;
  const status = statSync(folder, { throwIfNoEntry: false });
  if (status === undefined)
    return {
      code: FOLDER_NOT_FOUND,
      message: `The folder ${folder} does not exist.`,
    };
  if (!status.isDirectory()) return { code: FOLDER_NOT_FOUND, message: `${folder} is not a folder.` };
  try {
    accessSync(folder, constants.X_OK);
    return undefined;
  } catch {
    // Every error of this call means the same here: the process could not start in this folder.
    return {
      code: FOLDER_NOT_FOUND,
      message: `The folder ${folder} may not be entered.`,
    };
  }
}

function describeFailure(error: unknown, target: StdioTarget): SpawnFailure {
  const code = errorCode(error) ?? 'UNKNOWN';
  if (code === 'ENOENT' && isExistingFile(target)) {
    return {
      code,
      message: `${target.command} exists, but the interpreter that its first line names was not found.`,
    };
  }
  return {
    code,
    message: error instanceof Error ? error.message : String(error),
  };
}

function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

function isExistingFile(target: StdioTarget): boolean {
  if (!isAbsolute(target.command) && !target.command.includes('/') && !target.command.includes(sep)) return false;
  const file = resolve(target.cwd ?? '.', target.command);
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}
