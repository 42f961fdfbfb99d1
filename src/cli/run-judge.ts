import { readFile } from 'node:fs/promises';
import { judge } from '../engine/judge.js';
import { parseRecording, type Recording } from '../engine/recording/recording.js';
import { CannotRun, reasonOf } from './cannot-run.js';
import type { JudgeCommand, Surroundings } from './command.js';
import { decideEnding } from './exit-code.js';
import { note } from './output.js';
import { deliverReports } from './report-output.js';

/** Judges a recording again and returns the exit code. */
export async function runJudge(command: JudgeCommand, { panelFolder }: Surroundings): Promise<number> {
  const recording = await readRecording(command.file);
  const report = judge(recording, {
    ...(command.only.length > 0 && { only: command.only }),
    ...(command.skip.length > 0 && { skip: command.skip }),
  });
  await deliverReports([report], 'single', command, panelFolder);
  const ending = decideEnding([report], [], command);
  for (const reason of ending.reasons) note(`mcp-assay: ${reason}`);
  return ending.exitCode;
}

async function readRecording(file: string): Promise<Recording> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new CannotRun(
      `The recording could not be read: ${reasonOf(error)}. Make one with mcp-assay test --record FILE.`,
    );
  }
  try {
    return parseRecording(text);
  } catch (error) {
    throw new CannotRun(`${file} cannot be judged: ${reasonOf(error)}`);
  }
}
