import { readdirSync, readFileSync } from 'node:fs';

/** A process, told apart from a later one with the same number by its start time. */
export interface ProcessIdentity {
  pid: number;
  startTime: string;
}

interface ProcessRow extends ProcessIdentity {
  parent: number;
}

/**
 * The descendants of a process, whatever group they are in. A browser that a server starts has a group of its own and
 * would survive the end of the server's group. Linux only: elsewhere the list is empty.
 */
export function processTreeBelow(pid: number): ProcessIdentity[] {
  if (process.platform !== 'linux') return [];
  const children = new Map<number, ProcessRow[]>();
  for (const row of readProcessTable()) {
    const siblings = children.get(row.parent);
    if (siblings) siblings.push(row);
    else children.set(row.parent, [row]);
  }
  const found: ProcessIdentity[] = [];
  const open = [pid];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    for (const { pid: child, startTime } of children.get(parent) ?? []) {
      found.push({ pid: child, startTime });
      open.push(child);
    }
  }
  return found;
}

export function isSameProcess(identity: ProcessIdentity): boolean {
  return readProcess(String(identity.pid))?.startTime === identity.startTime;
}

function readProcessTable(): ProcessRow[] {
  const rows: ProcessRow[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const row = readProcess(name);
    if (row) rows.push(row);
  }
  return rows;
}

/** Fields 4 (parent) and 22 (start time) of `/proc/PID/stat`, see proc_pid_stat(5). */
function readProcess(name: string): ProcessRow | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${name}/stat`, 'latin1');
  } catch {
    // The process has ended since the folder was listed.
    return undefined;
  }
  // Field 2 is the program's name in brackets and may itself hold blanks and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parent] = fields;
  const startTime = fields[19];
  if (state === 'Z' || parent === undefined || startTime === undefined) return undefined;
  return { pid: Number(name), parent: Number(parent), startTime };
}
