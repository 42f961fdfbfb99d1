import type * as vscode from 'vscode';
import type { Mode } from '../engine/options.js';
import type { Report } from '../engine/report.js';
import type { Target } from '../engine/target.js';
import { isAbortError } from '../rpc/channel.js';
import type { Disposable } from './disposables.js';
import type { EngineWorker } from './engine-worker.js';
import { HumanError } from './human-error.js';
import { type LaunchConsent, scopeOf } from './launch-consent.js';
import type { Log } from './log.js';
import { failedTests, isFailure } from './report-words.js';
import type { Results, RunProblem } from './results.js';
import { RunQueue } from './run-queue.js';
import type { Server } from './servers.js';
import type { Settings, SettingsReader } from './settings.js';
import { type Launch, type TargetResolver, UnresolvedError } from './target-resolver.js';

/** How many servers are graded at once: each is a process, and often an `npx` that starts more. */
const MAX_PARALLEL_RUNS = 2;

/** How many servers a question lists. */
const MAX_LISTED = 8;

export interface RunsOptions {
  vs: typeof vscode;
  engine: EngineWorker;
  settings: SettingsReader;
  resolver: TargetResolver;
  consent: LaunchConsent;
  results: Results;
  log: Log;
}

/** Why servers are graded: `asked` by the user, who answers questions, or after a `save`, where nobody waits. */
export type Reason = 'asked' | 'save';

export interface GradeOptions {
  reason: Reason;
  /** Only the checks that failed in the last run. */
  onlyFailed?: boolean;
}

interface Candidate {
  server: Server;
  settings: Settings;
  launch: Launch;
}

export class RestrictedModeError extends HumanError {}

/** Grades servers: trust, then consent, then inputs, then a place in the queue, then the engine. */
export class Runs implements Disposable {
  private readonly queue: RunQueue;
  /** Servers with an open question after a save; one question for each is enough. */
  private readonly questions = new Set<string>();

  constructor(private readonly options: RunsOptions) {
    this.queue = new RunQueue(MAX_PARALLEL_RUNS, (key) => this.showQueueState(key));
  }

  /** Resolves when all runs have ended. What went wrong is in the results; a user who asked is told as well. */
  async grade(servers: readonly Server[], { reason, onlyFailed = false }: GradeOptions): Promise<void> {
    const { vs } = this.options;
    if (!vs.workspace.isTrusted) {
      throw new RestrictedModeError(
        vs.l10n.t('In Restricted Mode no server is started or contacted. Trust the folder to grade its servers.'),
      );
    }
    const candidates = await this.candidates(servers);
    const allowed = await this.withConsent(candidates, reason);
    const runs: Promise<void>[] = [];
    for (const { server, settings } of allowed) {
      const target = await this.target(server, reason);
      if (target) runs.push(this.run(server, target, settings, onlyFailed));
    }
    await Promise.all(runs);
  }

  stop(key?: string): void {
    if (key === undefined) this.queue.cancelAll();
    else this.queue.cancel(key);
  }

  /** Keys of the servers that are being graded or wait for it. */
  get running(): string[] {
    return this.queue.keys;
  }

  dispose(): void {
    this.queue.cancelAll();
  }

  private async candidates(servers: readonly Server[]): Promise<Candidate[]> {
    const candidates: Candidate[] = [];
    for (const server of servers) {
      const settings = this.options.settings.for(server.kind === 'configured' ? server.file.uri : undefined);
      try {
        candidates.push({ server, settings, launch: await this.options.resolver.launch(server) });
      } catch (error) {
        this.fail(server, error);
      }
    }
    return candidates;
  }

  private async withConsent(candidates: readonly Candidate[], reason: Reason): Promise<Candidate[]> {
    const { consent } = this.options;
    const granted = (candidate: Candidate) => consent.has(candidate.launch.facts, scopeOf(candidate.settings.mode));
    const missing = candidates.filter((candidate) => !granted(candidate));
    if (missing.length === 0) return [...candidates];
    if (reason === 'save') {
      void this.askAfterSave(missing);
      return candidates.filter(granted);
    }
    if (await this.ask(missing)) return [...candidates];
    return candidates.filter(granted);
  }

  private async ask(missing: readonly Candidate[]): Promise<boolean> {
    const { l10n, window } = this.options.vs;
    const mode = strongestMode(missing);
    const confirm = mode === 'full' ? l10n.t('Grade in Full Mode') : l10n.t('Grade');
    const question = this.question(missing);
    const detail = [this.listed(missing), this.modeExplanation(mode)].join('\n\n');
    const answer = await window.showWarningMessage(question, { modal: true, detail }, confirm);
    if (answer !== confirm) return false;
    await this.grant(missing);
    return true;
  }

  private question(missing: readonly Candidate[]): string {
    const { l10n } = this.options.vs;
    const [first, ...others] = missing;
    if (!first || others.length > 0) {
      return l10n.t('Start or contact {0} servers to grade them?', missing.length);
    }
    // A name that was typed in is the command line or the address, which is listed below.
    if (first.server.kind === 'typed') return l10n.t('Start or contact this server to grade it?');
    return first.launch.isCommand
      ? l10n.t('Start the server "{0}" to grade it?', first.server.name)
      : l10n.t('Contact the server "{0}" to grade it?', first.server.name);
  }

  /** A saved file has changed what would be run. That needs an answer, but no dialog may come between two saves. */
  private async askAfterSave(missing: readonly Candidate[]): Promise<void> {
    const { l10n, window } = this.options.vs;
    const fresh = missing.filter(({ server }) => !this.questions.has(server.key));
    if (fresh.length === 0) return;
    for (const { server } of fresh) this.questions.add(server.key);
    try {
      const confirm = l10n.t('Grade');
      const [first, ...others] = fresh;
      const question =
        first && others.length === 0
          ? l10n.t('What would be run to grade "{0}" has changed: {1}', first.server.name, first.launch.text)
          : l10n.t('What would be run to grade {0} servers has changed: {1}', fresh.length, this.listed(fresh));
      if ((await window.showInformationMessage(question, confirm)) !== confirm) return;
      // The file may have changed again while the question was open; then the dialog shows what holds now.
      await this.grade(
        fresh.map(({ server }) => server),
        { reason: 'asked' },
      );
    } catch (error) {
      this.options.log.error('Grading after a save failed', error);
    } finally {
      for (const { server } of fresh) this.questions.delete(server.key);
    }
  }

  private async grant(candidates: readonly Candidate[]): Promise<void> {
    for (const { launch, settings } of candidates) {
      await this.options.consent.grant(launch.facts, scopeOf(settings.mode));
    }
  }

  private listed(candidates: readonly Candidate[]): string {
    const [first, ...others] = candidates;
    // One server is named in the question.
    if (first && others.length === 0) return first.launch.text;
    const lines = candidates
      .slice(0, MAX_LISTED)
      .map(({ server, launch }) => (server.kind === 'typed' ? launch.text : `${server.name}: ${launch.text}`));
    const more = candidates.length - lines.length;
    return [...lines, ...(more > 0 ? [this.options.vs.l10n.t('… and {0} more', more)] : [])].join('\n');
  }

  private modeExplanation(mode: Mode): string {
    const { t } = this.options.vs.l10n;
    switch (mode) {
      case 'observe':
        return t('Mode "observe": lists and resources are read, and protocol errors are provoked. No tool is called.');
      case 'safe':
        return t(
          'Mode "safe": lists and resources are read, protocol errors are provoked, and tools that say they only read are called.',
        );
      case 'full':
        return t(
          'Mode "full": hostile input and bursts of requests are sent as well, and every tool may be called with made-up arguments, also tools that write, delete, send or pay. Use it only where nothing can be lost. Tools named in the setting mcpAssay.forbiddenTools are never called.',
        );
    }
  }

  private async target(server: Server, reason: Reason): Promise<Target | undefined> {
    try {
      return await this.options.resolver.target(server, reason === 'asked');
    } catch (error) {
      this.fail(server, error);
      return undefined;
    }
  }

  private async run(server: Server, target: Target, settings: Settings, onlyFailed: boolean): Promise<void> {
    const { log } = this.options;
    log.addSecrets(target.secrets);
    try {
      const end = await this.queue.run(server.key, (signal) =>
        this.assess(server, target, settings, onlyFailed, signal),
      );
      if (end !== 'done') log.info(`${server.name}: the run was ${end}.`);
    } catch (error) {
      this.fail(server, error);
    }
  }

  private async assess(
    server: Server,
    target: Target,
    settings: Settings,
    onlyFailed: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const { results, log, engine } = this.options;
    const before = onlyFailed && !results.isStale(server) ? results.get(server.key).result?.report : undefined;
    const only = before?.startFailure === null ? before.tests.filter(isFailure).map(({ id }) => id) : [];
    let progress = { isWaiting: false, done: 0, total: 0, failures: 0 };
    const show = (change: Partial<typeof progress>): void => {
      progress = { ...progress, ...change };
      if (!signal.aborted) results.setRunning(server.key, progress);
    };
    show({});
    log.info(`${server.name}: grading in mode ${settings.mode}.`);
    const report = await engine.assess(
      target,
      {
        mode: settings.mode,
        specVersion: settings.specVersion,
        limits: settings.limits,
        forbiddenTools: settings.forbiddenTools,
        ...(only.length > 0 && { only }),
      },
      {
        onProgress: ({ done, total }) => show({ done, total }),
        onVerdict: (test) => {
          if (isFailure(test) && test.level !== 'advice') show({ failures: progress.failures + 1 });
        },
      },
      signal,
    );
    if (signal.aborted) return;
    const whole = only.length > 0 && before ? await mergedReport(before, report) : report;
    results.setResult(server, whole, Date.now());
    log.info(
      `${server.name}: grade ${whole.grade ?? 'none'}, score ${whole.score}, ${failedTests(whole).length} failed, ${report.durationMs} ms.`,
    );
    if (whole.startFailure) log.warn(`${server.name}: ${whole.startFailure.message}`);
  }

  private showQueueState(key: string): void {
    const { results, vs } = this.options;
    switch (this.queue.stateOf(key)) {
      case 'waiting':
        results.setRunning(key, { isWaiting: true, done: 0, total: 0, failures: 0 });
        break;
      case undefined:
        results.setRunning(key, undefined);
        break;
      case 'working':
        break;
    }
    vs.commands.executeCommand('setContext', 'mcpAssay.running', this.queue.keys.length > 0);
  }

  private fail(server: Server, error: unknown): void {
    const { results, log, vs } = this.options;
    if (isAbortError(error)) return;
    log.error(server.name, error);
    const message =
      error instanceof HumanError
        ? error.message
        : vs.l10n.t('The run failed because of an error in MCP Assay. The log has the details.');
    results.setProblem(server, problemOf(message, error));
  }
}

function problemOf(message: string, error: unknown): Omit<RunProblem, 'fingerprint'> {
  if (!(error instanceof UnresolvedError)) return { message };
  return { message, place: { code: error.problem.code, range: error.problem.range } };
}

function strongestMode(candidates: readonly Candidate[]): Mode {
  const modes = candidates.map(({ settings }) => settings.mode);
  return (['full', 'safe'] as const).find((mode) => modes.includes(mode)) ?? 'observe';
}

/** Loaded when it is first needed: grading a merged report needs the whole catalog. */
async function mergedReport(before: Report, partial: Report): Promise<Report> {
  const { mergeReports } = await import('./merge-reports.js');
  return mergeReports(before, partial);
}
