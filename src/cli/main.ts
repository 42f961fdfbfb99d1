#!/usr/bin/env node
import { TOOL_VERSION } from '../engine/generated/tool-version.js';

const commandLine = process.argv.slice(2);

// Answered before anything is loaded, because scripts ask for it often.
if (commandLine.length === 1 && (commandLine[0] === '--version' || commandLine[0] === '-V')) {
  process.stdout.write(`${TOOL_VERSION}\n`);
} else {
  const { runCommandLine } = await import('./run-command-line.js');
  // The panel lies beside this file in every build; files that are loaded later lie in a folder of their own.
  await runCommandLine(commandLine, new URL('./webview/', import.meta.url));
}
