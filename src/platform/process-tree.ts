import { readdirSync, readFileSync } from 'node:fs';

/** A process, told apart from a later one with the same number by its start time. */
export interface ProcessIdentity {
  pid: number;
  startTime: string;
}

/**
 * The descendants of a process, whatever group they are in. A browser that a server starts has a group of its own and
 * would survive the end of the server's group. Only on Linux, from the lists that its kernel keeps; elsewhere empty.
 */
export function processTreeBelow(pid: number): ProcessIdentity[] {
  if (process.platform !== 'linux') return [];
  const found: ProcessIdentity[] = [];
  const open = [pid];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    for (const child of childrenOf(parent)) {
      const startTime = startTimeOf(child);
      if (startTime === undefined) continue;
      found.push({ pid: child, startTime });
      open.push(child);
    }
  }
  return found;
}

export function isSameProcess(identity: ProcessIdentity): boolean {
  return startTimeOf(identity.pid) === identity.startTime;
}

/** Each thread lists the processes that it has started. */
function childrenOf(pid: number): number[] {
  return namesIn(`/proc/${pid}/task`).flatMap((thread) => {
    const list = textOf(`/proc/${pid}/task/${thread}/children`)?.trim() ?? '';
    return list === '' ? [] : list.split(' ').map(Number);
  });
}

/** Field 22 of `/proc/PID/stat`, see proc_pid_stat(5). Undefined for a zombie, which nothing can end. */
function startTimeOf(pid: number): string | undefined {
  const stat = textOf(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // Field 2 is the program's name in brackets and may itself hold blanks and brackets.
  const fromState = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fromState[0] === 'Z' ? undefined : fromState[19];
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    // The process has ended in the meantime.
    return undefined;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The process has ended in the meantime.
    return [];
  }
}
