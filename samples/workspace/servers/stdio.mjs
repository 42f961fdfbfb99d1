// The stdio transport: one message a line, in both directions. Logs go to stderr, never to stdout.
import { readMessage, Session } from './protocol.mjs';

const LINE_FEED = 0x0a;
const LINE_LIMIT = 16 * 1024 * 1024;

/** Serves `features` (see protocol.mjs) until standard input ends. */
export function serveStdio(features) {
  const write = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
  const session = new Session(features, write);
  const open = new Set();

  async function answerLine(line) {
    if (line.toString().trim() === '') return;
    const { message, reply } = readMessage(line);
    const answer = reply ?? (await session.answer(message));
    if (answer) write(answer);
  }

  let rest = [];
  let size = 0;
  process.stdin.on('data', (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      const line = Buffer.concat([...rest, chunk.subarray(start, end)]);
      rest = [];
      size = 0;
      start = end + 1;
      const answering = answerLine(line).finally(() => open.delete(answering));
      open.add(answering);
    }
    rest.push(chunk.subarray(start));
    size += chunk.length - start;
    // A client that never ends its line must not take all memory.
    if (size > LINE_LIMIT) process.exit(1);
  });
  process.stdin.on('end', async () => {
    await Promise.all(open);
    process.stdout.write('', () => process.exit(0));
  });
  // The client is gone, and with it the only reader.
  process.stdout.on('error', () => process.exit(0));
}
