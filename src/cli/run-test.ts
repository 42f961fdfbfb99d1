import { assess } from '../engine/assess.js';
import type { RunOptions } from '../engine/options.js';
import type { Recording } from '../engine/recording/recording.js';
import { Redactor } from '../engine/recording/redact.js';
import type { Report } from '../engine/report.js';
import { isRevision, LATEST_REVISION } from '../engine/revision.js';
import type { Target } from '../engine/target.js';
import { nodePlatform } from '../platform/node.js';
import { visibleLine } from '../reporters/visible-text.js';
import { CannotRun } from './cannot-run.js';
import type { Surroundings, TestCommand } from './command.js';
import { decideEnding } from './exit-code.js';
import { note, saveFile } from './output.js';
import { showProgress } from './progress.js';
import { deliverReports, type Shape, TOO_MANY_PAGES } from './report-output.js';
import { httpTarget, readServerSettings, stdioTarget, withSettings } from './server-from-options.js';

interface Subjects {
  targets: Target[];
  notRun: string[];
  shape: Shape;
}

/** Grades what the command names, delivers the reports and returns the exit code. */
export async function runTest(command: TestCommand, { signal, panelFolder }: Surroundings): Promise<number> {
  checkRevision(command.specVersion);
  const { targets, notRun, shape } = await findSubjects(command);
  if (command.record !== undefined && targets.length > 1) {
    throw new CannotRun('A recording is of one server: pick it with --server NAME.');
  }
  if (command.format === 'html' && command.output === undefined && targets.length > 1) {
    throw new CannotRun(TOO_MANY_PAGES);
  }
  const reports: Report[] = [];
  for (const target of targets) {
    const { report, recording } = await grade(target, command, signal);
    reports.push(report);
    if (command.record !== undefined) await saveRecording(command.record, recording);
  }
  await deliverReports(reports, shape, command, panelFolder);
  const ending = decideEnding(reports, notRun, command);
  for (const reason of ending.reasons) note(`mcp-assay: ${visibleLine(reason)}`);
  return ending.exitCode;
}

function checkRevision(revision: string | undefined): void {
  if (revision === undefined || revision === 'auto' || revision === LATEST_REVISION) return;
  const known = isRevision(revision) ? 'cannot be asked for yet' : 'is not a protocol revision';
  throw new CannotRun(`${revision} ${known}: use --spec-version ${LATEST_REVISION}, or leave it out.`);
}

async function findSubjects(command: TestCommand): Promise<Subjects> {
  const settings = await readServerSettings(command);
  const { subject } = command;
  switch (subject.kind) {
    case 'url':
      return { targets: [httpTarget(subject.url, settings)], notRun: [], shape: 'single' };
    case 'command':
      return { targets: [stdioTarget(subject.command, subject.args, settings)], notRun: [], shape: 'single' };
    case 'folder': {
      const { findFolderServers } = await import('./folder-servers.js');
      const { targets, notRun } = await findFolderServers(process.cwd(), subject.server);
      const complete = targets.map((target) => withSettings(target, settings));
      complete.forEach(announce);
      return { targets: complete, notRun, shape: subject.server === undefined ? 'list' : 'single' };
    }
  }
}

/** The files may come from anyone, so the user sees what is started for them. */
function announce(target: Target): void {
  const redactor = new Redactor(target.secrets);
  const what = target.type === 'http' ? target.url : [target.command, ...target.args].join(' ');
  const from = target.source === undefined ? '' : ` (${target.source.file})`;
  note(
    visibleLine(
      redactor.text(`${target.type === 'http' ? 'Will contact' : 'Will start'} ${target.label}${from}: ${what}`),
    ),
  );
}

async function grade(
  target: Target,
  command: TestCommand,
  signal: AbortSignal,
): Promise<{ report: Report; recording: Recording }> {
  const redactor = new Redactor(target.secrets);
  const progress = showProgress({
    label: target.label,
    verbose: command.verbose,
    color: command.color,
    redact: (text) => redactor.text(text),
  });
  try {
    return await assess(target, { ...runOptions(command), signal, observer: progress }, nodePlatform());
  } finally {
    progress.end();
  }
}

function runOptions(command: TestCommand): RunOptions {
  return {
    only: command.only,
    skip: command.skip,
    forbiddenTools: command.forbiddenTools,
    limits: {
      ...(command.requestMs !== undefined && { requestMs: command.requestMs }),
      ...(command.startupMs !== undefined && { startupMs: command.startupMs }),
      ...(command.preflightMs !== undefined && { preflightMs: command.preflightMs }),
    },
    ...(command.mode !== undefined && { mode: command.mode }),
    ...(command.specVersion !== undefined && { specVersion: command.specVersion }),
    ...(command.retries !== undefined && { retries: command.retries }),
    ...(command.concurrency !== undefined && { concurrency: command.concurrency }),
  };
}

async function saveRecording(file: string, recording: Recording): Promise<void> {
  await saveFile(file, `${JSON.stringify(recording)}\n`, 'The recording');
  note(`The recording is in ${file}.`);
}
