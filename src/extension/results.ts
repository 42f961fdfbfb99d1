import type { Report } from '../engine/report.js';
import type { SourceRange } from '../engine/target.js';
import { type Disposable, Signal } from './disposables.js';
import type { Server } from './servers.js';

/** The last result of a server. */
export interface ServerResult {
  report: Report;
  /** The result before, of a run over all checks. */
  previous?: Report;
  /** `Server.fingerprint` at the time of the run. */
  fingerprint: string;
  /** Milliseconds since 1970. */
  finishedAt: number;
}

/** A run that waits or works. */
export interface RunningState {
  isWaiting: boolean;
  done: number;
  /** 0 as long as it is not known. */
  total: number;
  failures: number;
}

/** All that is known about one server. */
export interface ServerState {
  result?: ServerResult;
  running?: RunningState;
  /** Why the last run ended without a report. */
  problem?: RunProblem;
}

export interface RunProblem {
  /** A sentence or two for the user. */
  message: string;
  /** `Server.fingerprint` at the time of the run. */
  fingerprint: string;
  /** The place in the configuration file and a code for it, when the cause stands there. */
  place?: { code: string; range: SourceRange };
}

/** Where results outlive the window. */
export interface ResultStorage {
  load(): Promise<ReadonlyMap<string, ServerResult>>;
  save(key: string, result: ServerResult): Promise<void>;
  remove(keys: readonly string[]): Promise<void>;
}

const NOTHING: ServerState = {};

/** What is known about every server, by `Server.key`. */
export class Results implements Disposable {
  private readonly states = new Map<string, ServerState>();
  private readonly changed = new Signal<string>();

  /** Told the key of the server whose state has changed. */
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly storage: ResultStorage,
    private readonly onStorageError: (error: unknown) => void,
  ) {}

  get(key: string): ServerState {
    return this.states.get(key) ?? NOTHING;
  }

  /** Whether the definition has changed since the result. */
  isStale(server: Server): boolean {
    const { result } = this.get(server.key);
    return result !== undefined && result.fingerprint !== server.fingerprint;
  }

  setRunning(key: string, running: RunningState | undefined): void {
    const { result, problem } = this.get(key);
    this.set(key, { ...(result && { result }), ...(problem && { problem }), ...(running && { running }) });
  }

  setResult(server: Server, report: Report, finishedAt: number): void {
    const before = this.get(server.key).result;
    const result: ServerResult = {
      report,
      ...(before && { previous: before.report }),
      fingerprint: server.fingerprint,
      finishedAt,
    };
    const { running } = this.get(server.key);
    this.set(server.key, running ? { result, running } : { result });
    if (server.kind === 'configured') this.storage.save(server.key, result).catch(this.onStorageError);
  }

  setProblem(server: Server, problem: Omit<RunProblem, 'fingerprint'>): void {
    this.set(server.key, { ...this.get(server.key), problem: { ...problem, fingerprint: server.fingerprint } });
  }

  /** What was wrong with an earlier definition says nothing about the one that holds now. */
  forgetOutdatedProblems(servers: readonly Server[]): void {
    for (const { key, fingerprint } of servers) {
      const { problem, ...rest } = this.get(key);
      if (problem && problem.fingerprint !== fingerprint) this.set(key, rest);
    }
  }

  clear(keys: readonly string[] = [...this.states.keys()]): void {
    for (const key of keys) {
      const { running } = this.get(key);
      this.set(key, running ? { running } : NOTHING);
    }
    this.storage.remove(keys).catch(this.onStorageError);
  }

  /** Takes in what the last window has left; what this window has found out by itself counts more. */
  async restore(): Promise<void> {
    for (const [key, result] of await this.storage.load()) {
      if (!this.get(key).result) this.set(key, { ...this.get(key), result });
    }
  }

  dispose(): void {
    this.changed.dispose();
  }

  private set(key: string, state: ServerState): void {
    if (state === NOTHING) this.states.delete(key);
    else this.states.set(key, state);
    this.changed.fire(key);
  }
}
