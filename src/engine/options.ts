import type { TestResult } from './report.js';

/** What a run may send: `observe` calls no tool, `safe` calls read-only tools, `full` also sends hostile input. */
export type Mode = 'observe' | 'safe' | 'full';

export const MODES: readonly Mode[] = ['observe', 'safe', 'full'];

/** Time limits in milliseconds. */
export interface TimeLimits {
  /** For a reply to one request. */
  requestMs: number;
  /** For the first reply of a server that has just been started. */
  startupMs: number;
  /** For the first reply of a server that is reached over HTTP. */
  preflightMs: number;
}

export const DEFAULT_TIME_LIMITS: TimeLimits = { requestMs: 15_000, startupMs: 60_000, preflightMs: 10_000 };

/** What happens during a run, as it happens. */
export interface Observer {
  /** A step has begun: `done` of `total` probes are finished. */
  onProgress?(progress: { step: string; done: number; total: number }): void;
  /** A verdict is final. Verdicts come in the order in which they become known, not in the order of the catalog. */
  onVerdict?(result: TestResult): void;
}

/** How a run is made; everything that is absent has a default. */
export interface RunOptions {
  mode?: Mode;
  /** The revision to grade; `auto` lets the engine find out. */
  specVersion?: string;
  /** Rule ids, categories or sets; only these are judged. */
  only?: readonly string[];
  /** Rule ids, categories or sets; these are left out. */
  skip?: readonly string[];
  /** How often a request that got no reply is sent again. */
  retries?: number;
  limits?: Partial<TimeLimits>;
  /** How many requests may be open at once on one connection. */
  concurrency?: number;
  /** Tools that must not be called in any mode. */
  forbiddenTools?: readonly string[];
  signal?: AbortSignal;
  observer?: Observer;
}
