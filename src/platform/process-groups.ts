import { spawn, spawnSync } from 'node:child_process';
import { isSameProcess, type ProcessIdentity, processTreeBelow } from './process-tree.js';

const onWindows = process.platform === 'win32';

const livingGroups = new Set<number>();
const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** True as long as a process of the group exists (POSIX; on Windows: as long as the process itself exists). */
export function isGroupAlive(pid: number): boolean {
  return sendSignal(onWindows ? pid : -pid, 0);
}

/** Asks every process of the group to end. On Windows taskkill without force, which console programs may ignore. */
export function terminateGroup(pid: number): void {
  if (onWindows) {
    runTaskkill(['/T', '/PID', String(pid)]);
    return;
  }
  sendSignal(-pid, 'SIGTERM');
}

/** Ends every process of the group at once, without waiting for the result. */
export function killGroup(pid: number): void {
  if (onWindows) {
    runTaskkill(['/F', '/T', '/PID', String(pid)]);
    return;
  }
  sendSignal(-pid, 'SIGKILL');
}

/** Ends processes that have left their group, unless their number has since been given to another process. */
export function killProcesses(processes: readonly ProcessIdentity[]): void {
  for (const identity of processes) {
    if (isSameProcess(identity)) sendSignal(identity.pid, 'SIGKILL');
  }
}

/** Remembers a group, so that it is ended when this process ends. */
export function registerGroup(pid: number): void {
  if (livingGroups.size === 0) installHandlers();
  livingGroups.add(pid);
}

export function unregisterGroup(pid: number): void {
  if (!livingGroups.delete(pid)) return;
  if (livingGroups.size === 0) removeHandlers();
}

function installHandlers(): void {
  process.on('exit', killAllNow);
  for (const signal of endingSignals) process.on(signal, endBySignal);
}

function removeHandlers(): void {
  process.off('exit', killAllNow);
  for (const signal of endingSignals) process.off(signal, endBySignal);
}

/** Works without the event loop, because it runs while the process exits. */
function killAllNow(): void {
  for (const pid of livingGroups) {
    const escaped = processTreeBelow(pid);
    if (onWindows)
      spawnSync('taskkill', ['/F', '/T', '/PID', String(pid)], {
        windowsHide: true,
        stdio: 'ignore',
      });
    else killGroup(pid);
    killProcesses(escaped);
  }
  livingGroups.clear();
}

/**
 * A listener switches the default action of a signal off. When nobody else listens, the default action is what the
 * program relies on, so it is restored and the signal sent again.
 */
function endBySignal(signal: NodeJS.Signals): void {
  const othersListen = process.listenerCount(signal) > 1;
  killAllNow();
  removeHandlers();
  if (!othersListen) process.kill(process.pid, signal);
}

function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    // ESRCH: already gone. EPERM: only zombies are left, or the process has changed its user; nothing can be done.
    return false;
  }
}

function runTaskkill(args: string[]): void {
  const taskkill = spawn('taskkill', args, {
    windowsHide: true,
    stdio: 'ignore',
  });
  // A taskkill that cannot run leaves nothing else to try, and the exit of the process is watched anyway.
  taskkill.on('error', () => undefined);
  taskkill.unref();
}
