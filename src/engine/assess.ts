import { catalog } from './catalog.js';
import { TOOL_VERSION } from './generated/tool-version.js';
import { DEFAULT_TIME_LIMITS, type Observer, type RunOptions } from './options.js';
import type { Platform } from './platform.js';
import { Recorder } from './recording/recorder.js';
import { RECORDING_FORMAT, RECORDING_VERSION, type Recording } from './recording/recording.js';
import { Redactor } from './recording/redact.js';
import type { Report } from './report.js';
import { LATEST_REVISION } from './revision.js';
import type { Run } from './run.js';
import { select } from './selection.js';
import { Session, type SessionEnvironment } from './session.js';
import type { Target } from './target.js';

const DEFAULT_CONCURRENCY = 32;

/** A run that was stopped from outside. */
export class AbortError extends Error {
  override readonly name = 'AbortError';
}

/**
 * Grades a server.
 * Whatever the server does is in the report; this throws only when it is asked for what does not exist (a revision
 * without a catalog), and rejects with an `AbortError` when the signal stops it.
 */
export async function assess(
  target: Target,
  options: RunOptions,
  platform: Platform,
): Promise<{ report: Report; recording: Recording }> {
  const { recording, told } = await record(target, options, platform);
  const { judge } = await import('./judge.js');
  const report = judge(recording, { now: () => platform.now() });
  for (const test of report.tests) if (!told.has(test.id)) options.observer?.onVerdict?.(test);
  return { report, recording };
}

/** Talks to a server and keeps everything that was said, redacted; `told` names the rules whose verdict was told. */
async function record(
  target: Target,
  options: RunOptions,
  platform: Platform,
): Promise<{ recording: Recording; told: ReadonlySet<string> }> {
  const recording = emptyRecording(target, options, platform);
  const { entries } = select(catalog(recording.specVersion).rules, recording.only, recording.skip);
  if (options.signal?.aborted) throw new AbortError('The run was cancelled.');
  const recorder = new Recorder(recording, platform);
  const redactor = new Redactor(target.secrets);
  const environment: SessionEnvironment = {
    platform,
    recorder,
    target,
    limits: recording.limits,
    retries: options.retries ?? 0,
    clientVersion: TOOL_VERSION,
    agent: target.type === 'http' ? platform.http() : undefined,
  };
  const first = new Session(environment, 'main');
  const { Run } = await loadRun(first);
  const run = new Run({
    environment,
    first,
    entries,
    concurrency: options.concurrency ?? DEFAULT_CONCURRENCY,
    observer: redacting(options.observer ?? {}, redactor),
  });
  await untilAborted(run, options.signal);
  recording.durationMs = Math.round(recorder.elapsedMs());
  return { recording: redactor.copy(recording), told: run.told };
}

/** The rules, and what checks schemas, are read while the server starts. */
async function loadRun(first: Session): Promise<typeof import('./run.js')> {
  try {
    return await import('./run.js');
  } catch (error) {
    first.connection.kill();
    throw error;
  }
}

/** Verdicts quote what the server said, which may hold a secret that it was given. */
function redacting(observer: Observer, redactor: Redactor): Observer {
  return {
    onProgress: (progress) => observer.onProgress?.(progress),
    onVerdict: (result) => observer.onVerdict?.(redactor.copy(result)),
  };
}

async function untilAborted(run: Run, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return runWhole(run);
  if (signal.aborted) {
    run.kill();
    throw new AbortError('The run was cancelled.');
  }
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => {
      run.kill();
      reject(new AbortError('The run was cancelled.'));
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
  // Begun only now, because what it calls may abort at once.
  const whole = runWhole(run);
  try {
    await Promise.race([whole, aborted]);
  } finally {
    if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
    // After an abort the rest of the run ends by itself, on connections that are gone.
    whole.catch(() => undefined);
  }
}

async function runWhole(run: Run): Promise<void> {
  await run.execute();
  await run.close();
}

function emptyRecording(target: Target, options: RunOptions, platform: Platform): Recording {
  const redactor = new Redactor(target.secrets);
  const asked = options.specVersion ?? 'auto';
  return {
    format: RECORDING_FORMAT,
    version: RECORDING_VERSION,
    toolVersion: TOOL_VERSION,
    startedAt: platform.date().toISOString(),
    durationMs: 0,
    mode: options.mode ?? 'safe',
    specVersion: asked === 'auto' ? LATEST_REVISION : asked,
    specVersionReason: asked === 'auto' ? 'The only revision that this release grades.' : 'It was asked for.',
    limits: { ...DEFAULT_TIME_LIMITS, ...options.limits },
    only: [...(options.only ?? [])],
    skip: [...(options.skip ?? [])],
    forbiddenTools: [...(options.forbiddenTools ?? [])],
    target: {
      type: target.type,
      label: redactor.text(target.label),
      shown: redactor.text(shownTarget(target)),
      ...(target.source === undefined ? {} : { source: target.source }),
      credential: target.type === 'http' && Object.keys(target.headers).some(isCredentialHeader),
      loopback: target.type === 'stdio' || isLoopback(target.url),
    },
    connections: [],
    exchanges: [],
    probes: {},
    startFailure: null,
    warnings: [],
  };
}

function shownTarget(target: Target): string {
  if (target.type === 'http') return target.url;
  return [target.command, ...target.args].map((word) => (/[\s"]/.test(word) ? JSON.stringify(word) : word)).join(' ');
}

function isCredentialHeader(name: string): boolean {
  return /^(authorization|cookie|x-api-key|api-key|x-auth-token)$/i.test(name);
}

function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return (
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    hostname.endsWith('.localhost') ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}
