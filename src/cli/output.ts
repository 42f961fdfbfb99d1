import { writeFile } from 'node:fs/promises';
import { CannotRun, reasonOf } from './cannot-run.js';

/** Writes to standard output and waits until the text is with the system, so that the process may exit. */
export function writeOut(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (!error || isClosedPipe(error)) resolve();
      else reject(new CannotRun(`The report could not be written: ${reasonOf(error)}. Try --output FILE.`));
    });
  });
}

/** A line for the user, beside the report. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

export async function saveFile(file: string, text: string, what: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new CannotRun(`${what} could not be written to ${file}: ${reasonOf(error)}. Choose another file.`);
  }
}

/** Readers such as `head` close the pipe when they have enough; the streams also emit that as an event. */
export function tolerateClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      // Other errors reach the callback of the write that failed.
      if (!isClosedPipe(error)) process.exitCode = 2;
    });
  }
}

function isClosedPipe(error: Error): boolean {
  return 'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED');
}

/** Whether to colour what is printed: https://no-color.org and https://force-color.org, after the option. */
export function wantsColor(option: boolean, stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (!option || (NO_COLOR !== undefined && NO_COLOR !== '')) return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return stream.isTTY === true && TERM !== 'dumb';
}
