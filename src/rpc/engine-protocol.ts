import type { Mode, RunOptions, TimeLimits } from '../engine/options.js';
import type { Report, TestResult } from '../engine/report.js';
import type { HttpTarget, StdioTarget, Target } from '../engine/target.js';
import type { Contract } from './channel.js';
import { type Guard, isEither, isListOf, isMapOf, isNumber, isOneOf, isOptional, isShape, isString } from './guards.js';
import { isReport, isTargetSource, isTestResult } from './report-guard.js';

/** `RunOptions` without what only works inside one thread: cancelling and watching are the channel's business. */
export type WireRunOptions = Omit<RunOptions, 'signal' | 'observer'>;

/** Grades a server. Cancelling the request ends the run and every process that it has started. */
export interface AssessParams {
  /** Chosen by the caller; events of the run carry it. */
  runId: string;
  target: Target;
  options: WireRunOptions;
}

/** Judges a saved recording again. */
export interface JudgeParams {
  /** The text of the recording's file. */
  recording: string;
  only?: string[];
  skip?: string[];
}

export interface ReportResult {
  report: Report;
}

/** A step of a run has begun. */
export interface ProgressEvent {
  runId: string;
  step: string;
  done: number;
  total: number;
}

/** A verdict of a run is final. */
export interface VerdictEvent {
  runId: string;
  result: TestResult;
}

/** A process group was started or has ended, whole. The host ends what is left when the worker dies. */
export interface ProcessEvent {
  runId: string;
  pid: number;
}

const isStrings = isListOf(isString);

const targetMembers = { label: isString, secrets: isStrings, source: isOptional(isTargetSource) };

const isStdioTarget: Guard<StdioTarget> = isShape<StdioTarget>({
  ...targetMembers,
  type: isOneOf(['stdio']),
  command: isString,
  args: isStrings,
  cwd: isOptional(isString),
  env: isMapOf(isString),
});

const isHttpTarget: Guard<HttpTarget> = isShape<HttpTarget>({
  ...targetMembers,
  type: isOneOf(['http']),
  url: isString,
  headers: isMapOf(isString),
});

const isMode: Guard<Mode> = isOneOf(['observe', 'safe', 'full']);

const isTimeLimits: Guard<Partial<TimeLimits>> = isShape<Partial<TimeLimits>>({
  requestMs: isOptional(isNumber),
  startupMs: isOptional(isNumber),
  preflightMs: isOptional(isNumber),
});

const isRunOptions: Guard<WireRunOptions> = isShape<WireRunOptions>({
  mode: isOptional(isMode),
  specVersion: isOptional(isString),
  only: isOptional(isStrings),
  skip: isOptional(isStrings),
  retries: isOptional(isNumber),
  limits: isOptional(isTimeLimits),
  concurrency: isOptional(isNumber),
  forbiddenTools: isOptional(isStrings),
});

const isReportResult: Guard<ReportResult> = isShape<ReportResult>({ report: isReport });

const isProcessEvent: Guard<ProcessEvent> = isShape<ProcessEvent>({ runId: isString, pid: isNumber });

/** What the extension host sends to the worker. */
export const hostContract = {
  requests: {
    assess: {
      params: isShape<AssessParams>({
        runId: isString,
        target: isEither(isStdioTarget, isHttpTarget),
        options: isRunOptions,
      }),
      result: isReportResult,
    },
    judge: {
      params: isShape<JudgeParams>({
        recording: isString,
        only: isOptional(isStrings),
        skip: isOptional(isStrings),
      }),
      result: isReportResult,
    },
  },
  events: {},
} satisfies Contract;

/** What the worker sends to the extension host. */
export const workerContract = {
  requests: {},
  events: {
    progress: isShape<ProgressEvent>({ runId: isString, step: isString, done: isNumber, total: isNumber }),
    verdict: isShape<VerdictEvent>({ runId: isString, result: isTestResult }),
    processStarted: isProcessEvent,
    processEnded: isProcessEvent,
  },
} satisfies Contract;

export type HostContract = typeof hostContract;
export type WorkerContract = typeof workerContract;
