import { Worker } from 'node:worker_threads';
import type { Report, TestResult } from '../engine/report.js';
import type { Target } from '../engine/target.js';
import { AbortError, Channel, ChannelTimeoutError, isAbortError, type Port } from '../rpc/channel.js';
import {
  type HostContract,
  hostContract,
  type JudgeParams,
  type ProgressEvent,
  type WireRunOptions,
  type WorkerContract,
  workerContract,
} from '../rpc/engine-protocol.js';
import { HumanError } from './human-error.js';
import { LeftoverProcesses } from './leftover-processes.js';

export type Progress = Pick<ProgressEvent, 'step' | 'done' | 'total'>;

/** Watches one run. */
export interface RunObserver {
  onProgress?(progress: Progress): void;
  onVerdict?(result: TestResult): void;
}

export interface EngineWorkerOptions {
  /** The worker's script: an absolute path. */
  script: string;
  /** Told what happens to the worker: for the log. */
  onEvent(message: string): void;
  /** Milliseconds without a run after which the worker ends. */
  idleMs?: number;
  /** Milliseconds that a cancelled run may take to stop before the worker is ended by force. */
  stopWaitMs?: number;
}

/** The worker died while a run was in it. */
export class EngineCrashError extends HumanError {
  override readonly name = 'EngineCrashError';
}

/** More than any report needs; a worker that wants more is ended by Node instead of taking the extension host along. */
const MEMORY_LIMIT_MB = 512;

interface LiveWorker {
  worker: Worker;
  channel: Channel<HostContract, WorkerContract>;
  processes: LeftoverProcesses;
  gone: Promise<void>;
}

/**
 * Runs the engine in a worker thread. The thread starts with the first run, ends when it has been idle, and is replaced
 * after a crash; the runs that a crash takes along are rejected with an `EngineCrashError`. Whatever ends a run, and
 * whatever ends the thread, no process that a run has started is left.
 */
export class EngineWorker {
  private live: LiveWorker | undefined;
  private readonly observers = new Map<string, RunObserver>();
  private idleTimer: NodeJS.Timeout | undefined;
  private runCount = 0;
  private openCount = 0;
  private disposed = false;

  constructor(private readonly options: EngineWorkerOptions) {}

  get isRunning(): boolean {
    return this.live !== undefined;
  }

  /** Numbers of the process groups that are alive on behalf of a run. */
  get processes(): readonly number[] {
    return this.live?.processes.pids ?? [];
  }

  /** Rejects with an `AbortError` when cancelled, after everything that the run had started is gone. */
  async assess(
    target: Target,
    options: WireRunOptions,
    observer: RunObserver = {},
    signal?: AbortSignal,
  ): Promise<Report> {
    if (signal?.aborted) throw new AbortError('The run was cancelled.');
    const runId = `run-${++this.runCount}`;
    this.observers.set(runId, observer);
    try {
      return await this.use(async (live) => {
        try {
          const { report } = await live.channel.request(
            'assess',
            { runId, target, options },
            { ...(signal && { signal }), stopWaitMs: this.options.stopWaitMs ?? 2_000 },
          );
          return report;
        } catch (error) {
          if (error instanceof ChannelTimeoutError) await this.endByForce(live);
          throw signal?.aborted && !isAbortError(error) ? new AbortError('The run was cancelled.') : error;
        } finally {
          live.processes.end(runId);
        }
      });
    } finally {
      this.observers.delete(runId);
    }
  }

  async judge(params: JudgeParams): Promise<Report> {
    const { report } = await this.use((live) => live.channel.request('judge', params));
    return report;
  }

  /** Ends the worker and everything it has started. Runs in it are rejected. */
  async dispose(): Promise<void> {
    this.disposed = true;
    clearTimeout(this.idleTimer);
    const live = this.live;
    if (!live) return;
    live.channel.close(new AbortError('The extension is being closed.'));
    live.processes.end();
    await this.endByForce(live);
  }

  private async use<Value>(work: (live: LiveWorker) => Promise<Value>): Promise<Value> {
    if (this.disposed) throw new AbortError('The extension is being closed.');
    clearTimeout(this.idleTimer);
    this.openCount += 1;
    try {
      this.live ??= this.start();
      return await work(this.live);
    } finally {
      this.openCount -= 1;
      if (this.openCount === 0) this.endWhenIdle();
    }
  }

  private endWhenIdle(): void {
    const live = this.live;
    if (!live || this.disposed) return;
    this.idleTimer = setTimeout(() => {
      this.options.onEvent('The engine was idle and has ended.');
      void this.endByForce(live);
    }, this.options.idleMs ?? 60_000);
    this.idleTimer.unref();
  }

  private async endByForce(live: LiveWorker): Promise<void> {
    if (this.live === live) this.live = undefined;
    await live.worker.terminate();
    await live.gone;
  }

  private start(): LiveWorker {
    const processes = new LeftoverProcesses();
    const worker = new Worker(this.options.script, {
      name: 'mcp-assay-engine',
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
    });
    const channel = new Channel(workerPort(worker), {
      outgoing: hostContract,
      incoming: workerContract,
      handlers: {
        requests: {},
        events: {
          progress: ({ runId, ...progress }) => this.observers.get(runId)?.onProgress?.(progress),
          verdict: ({ runId, result }) => this.observers.get(runId)?.onVerdict?.(result),
          processStarted: ({ runId, pid }) => processes.started(runId, pid),
          processEnded: ({ pid }) => processes.ended(pid),
        },
      },
      onRefused: ({ message }) => this.options.onEvent(message),
    });
    const gone = new Promise<void>((resolve) => {
      let failure: Error | undefined;
      worker.on('error', (error) => {
        failure = error;
      });
      // Messages that were sent before the end have been delivered by now, so every process is known.
      worker.on('exit', (code) => {
        const left = processes.end();
        const live = this.live;
        if (live?.worker === worker) this.live = undefined;
        const reason = failure ? failure.message : `exit code ${code}`;
        if (failure || left > 0)
          this.options.onEvent(`The engine ended (${reason}) and left ${left} process group(s).`);
        channel.close(new EngineCrashError(`The engine stopped unexpectedly (${reason}). Grade the server again.`));
        resolve();
      });
    });
    this.options.onEvent('The engine has started.');
    return { worker, channel, processes, gone };
  }
}

function workerPort(worker: Worker): Port {
  return {
    postMessage: (message) => worker.postMessage(message),
    onMessage(listener) {
      worker.on('message', listener);
      return () => worker.off('message', listener);
    },
    // The end of the thread is handled by its owner, who knows the reason.
    onClose: () => () => undefined,
  };
}
