import { CannotRun, reasonOf } from './cannot-run.js';
import type { Surroundings } from './command.js';
import { EXIT_COULD_NOT_RUN } from './exit-code.js';
import { note, tolerateClosedPipes } from './output.js';
import { NOTHING_TO_DO, parseCommandLine } from './parse-command-line.js';

/** What shells report for a program that was ended by the signal: 128 and its number. */
const signalExitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
type EndingSignal = keyof typeof signalExitCodes;

/** Does what the command line says and ends the process. `panelFolder` holds the built report panel. */
export async function runCommandLine(commandLine: readonly string[], panelFolder: URL): Promise<void> {
  tolerateClosedPipes();
  const interruption = watchSignals();
  let exitCode: number;
  try {
    exitCode = await execute(commandLine, { signal: interruption.signal, panelFolder });
  } catch (error) {
    exitCode = EXIT_COULD_NOT_RUN;
    if (!interruption.signal.aborted) note(`mcp-assay: ${sentenceFor(error)}`);
  }
  // Not left to an empty event loop: whatever a hostile server keeps open must not keep us.
  process.exit(interruption.exitCode() ?? exitCode);
}

async function execute(commandLine: readonly string[], surroundings: Surroundings): Promise<number> {
  const command = parseCommandLine(commandLine);
  if (command === NOTHING_TO_DO) return 0;
  switch (command.kind) {
    case 'test':
      return (await import('./run-test.js')).runTest(command, surroundings);
    case 'judge':
      return (await import('./run-judge.js')).runJudge(command, surroundings);
    case 'list':
      return (await import('./run-list.js')).runList(command);
    case 'explain':
      return (await import('./run-explain.js')).runExplain(command);
  }
}

function sentenceFor(error: unknown): string {
  if (error instanceof CannotRun) return error.message;
  const trace = process.env['MCP_ASSAY_DEBUG'] !== undefined && error instanceof Error ? `\n${error.stack}` : '';
  return `internal error: ${reasonOf(error)}. Please report this, with the command line.${trace}`;
}

/** The first signal ends the run in order, the second one at once; both leave no server behind. */
function watchSignals(): { signal: AbortSignal; exitCode(): number | undefined } {
  const controller = new AbortController();
  let exitCode: number | undefined;
  const onSignal = (name: NodeJS.Signals): void => {
    if (exitCode !== undefined) process.exit(exitCode);
    exitCode = signalExitCodes[name as EndingSignal];
    controller.abort();
  };
  for (const name of Object.keys(signalExitCodes) as EndingSignal[]) process.on(name, onSignal);
  return { signal: controller.signal, exitCode: () => exitCode };
}
