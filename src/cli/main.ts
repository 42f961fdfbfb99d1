import { TOOL_VERSION } from '../engine/generated/tool-version.js';

const commandLine = process.argv.slice(2);

// Answered before anything is loaded, because scripts ask for it often.
if (commandLine.length === 1 && (commandLine[0] === '--version' || commandLine[0] === '-V')) {
  process.stdout.write(`${TOOL_VERSION}\n`);
} else {
  const { runCommandLine } = await import('./run-command-line.js');
  await runCommandLine(commandLine);
}
