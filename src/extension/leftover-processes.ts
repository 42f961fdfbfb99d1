import { isGroupAlive, killGroup, killProcesses, registerGroup, unregisterGroup } from '../platform/process-groups.js';
import { processTreeBelow } from '../platform/process-tree.js';

/**
 * The process groups that the worker has started. A worker that crashes or is ended by force cannot clean up, so the
 * host does it. Groups are also ended when the host itself exits.
 */
export class LeftoverProcesses {
  private readonly runs = new Map<number, string>();

  started(runId: string, pid: number): void {
    this.runs.set(pid, runId);
    registerGroup(pid);
  }

  ended(pid: number): void {
    if (this.runs.delete(pid)) unregisterGroup(pid);
  }

  /** Process groups that have been started and not reported as ended. */
  get pids(): readonly number[] {
    return [...this.runs.keys()];
  }

  /** Ends what a run has left; without an id what all runs have left. Returns how many groups were still alive. */
  end(runId?: string): number {
    let alive = 0;
    for (const [pid, owner] of [...this.runs]) {
      if (runId !== undefined && owner !== runId) continue;
      if (isGroupAlive(pid)) alive += 1;
      const escaped = processTreeBelow(pid);
      killGroup(pid);
      killProcesses(escaped);
      this.ended(pid);
    }
    return alive;
  }
}
