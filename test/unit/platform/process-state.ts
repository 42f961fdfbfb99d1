import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whether a process still runs. A zombie does not: it waits only for its parent to take note. */
export function isRunning(pid: number): boolean {
  if (process.platform === 'linux') return runsOnLinux(pid);
  try {
    process.kill(pid, 0);
  } catch {
    // ESRCH: there is no such process.
    return false;
  }
  if (process.platform === 'win32') return true;
  return !execFileSync('ps', ['-o', 'state=', '-p', String(pid)], {
    encoding: 'utf8',
  })
    .trim()
    .startsWith('Z');
}

function runsOnLinux(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.charAt(stat.lastIndexOf(')') + 2) !== 'Z';
  } catch {
    // The folder goes when the process goes.
    return false;
  }
}

/** Waits until none of the processes runs; rejects with the numbers of those that are left after the limit. */
export async function allGone(pids: readonly number[], limitMs = 5_000): Promise<void> {
  const end = Date.now() + limitMs;
  for (;;) {
    const left = pids.filter(isRunning);
    if (left.length === 0) return;
    if (Date.now() > end) throw new Error(`Still running: ${left.join(', ')}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
