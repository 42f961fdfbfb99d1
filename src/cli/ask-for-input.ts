import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { visibleLine } from '../reporters/visible-text.js';
import type { InputRequest } from '../targets/resolve.js';

/**
 * Asks on the terminal for the value of an input. Without a terminal the default is taken, and without a default there
 * is no value. Secrets are not shown while they are typed.
 */
export async function askForInput({ input, server }: InputRequest): Promise<string | undefined> {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) return input.default;
  const choices = input.options.length === 0 ? '' : ` (${input.options.map((option) => option.value).join(', ')})`;
  const preset = input.default === undefined || input.password ? '' : ` [${input.default}]`;
  process.stderr.write(`${visibleLine(`${server.name}: ${input.description || input.id}${choices}${preset}`)}: `);
  const answer = await readLine(input.password);
  return answer === '' ? input.default : answer;
}

async function readLine(hidden: boolean): Promise<string> {
  const silent = new Writable({
    write: (_chunk, _encoding, done) => done(),
  });
  const reader = createInterface({ input: process.stdin, output: hidden ? silent : process.stderr, terminal: true });
  const controller = new AbortController();
  // Raw mode turns Ctrl-C into a key, so the signal has to be sent by hand.
  reader.once('SIGINT', () => {
    controller.abort();
    process.kill(process.pid, 'SIGINT');
  });
  try {
    return await reader.question('', { signal: controller.signal });
  } finally {
    reader.close();
    if (hidden) process.stderr.write('\n');
  }
}
