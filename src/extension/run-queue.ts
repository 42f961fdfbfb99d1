export type RunEnd = 'done' | 'cancelled' | 'superseded';

/** The work of one run. It has to end soon after its signal is aborted. */
export type Job = (signal: AbortSignal) => Promise<void>;

interface Entry {
  key: string;
  job: Job;
  controller: AbortController;
  finish(end: RunEnd): void;
  fail(error: unknown): void;
  isSuperseded: boolean;
}

/**
 * One run per key at a time, a few keys at once, and the latest wins: a run that is asked for while another of its key
 * waits takes its place; while another of its key works, that one is cancelled first.
 */
export class RunQueue {
  private readonly waiting = new Map<string, Entry>();
  private readonly working = new Map<string, Entry>();

  constructor(
    private readonly limit: number,
    /** Told whenever a run begins to wait, begins to work or has ended. */
    private readonly onChange: (key: string) => void = () => undefined,
  ) {}

  /** Resolves when the run has ended; rejects with what the job threw, unless the run was cancelled. */
  run(key: string, job: Job): Promise<RunEnd> {
    return new Promise((finish, fail) => {
      const waiting = this.waiting.get(key);
      // The place in the queue is kept: a server that is saved again and again must not starve.
      this.waiting.set(key, { key, job, controller: new AbortController(), finish, fail, isSuperseded: false });
      waiting?.finish('superseded');
      const working = this.working.get(key);
      if (working) {
        working.isSuperseded = true;
        working.controller.abort();
      }
      this.onChange(key);
      this.startNext();
    });
  }

  stateOf(key: string): 'waiting' | 'working' | undefined {
    if (this.working.has(key)) return 'working';
    return this.waiting.has(key) ? 'waiting' : undefined;
  }

  /** Keys that wait or work. */
  get keys(): string[] {
    return [...new Set([...this.working.keys(), ...this.waiting.keys()])];
  }

  cancel(key: string): void {
    const waiting = this.waiting.get(key);
    this.waiting.delete(key);
    waiting?.finish('cancelled');
    this.working.get(key)?.controller.abort();
    if (waiting) this.onChange(key);
  }

  cancelAll(): void {
    for (const key of this.keys) this.cancel(key);
  }

  private startNext(): void {
    for (const entry of this.waiting.values()) {
      if (this.working.size >= this.limit) return;
      if (this.working.has(entry.key)) continue;
      this.waiting.delete(entry.key);
      this.working.set(entry.key, entry);
      void this.work(entry);
    }
  }

  private async work(entry: Entry): Promise<void> {
    const { key, controller } = entry;
    this.onChange(key);
    let settle: () => void;
    try {
      await entry.job(controller.signal);
      settle = () => entry.finish(this.endOf(entry));
    } catch (error) {
      settle = controller.signal.aborted ? () => entry.finish(this.endOf(entry)) : () => entry.fail(error);
    }
    this.working.delete(key);
    this.onChange(key);
    settle();
    this.startNext();
  }

  private endOf({ controller, isSuperseded }: Entry): RunEnd {
    if (isSuperseded) return 'superseded';
    return controller.signal.aborted ? 'cancelled' : 'done';
  }
}
