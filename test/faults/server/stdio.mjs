// The stdio server: one process, one session, the fault named by the environment variable FAULT.

import {
  answerMessage,
  createContext,
  createServer,
  createSession,
  DROP,
  encodeMessage,
  finishReply,
  HANG,
  readInput,
  toBuffer,
} from './core.mjs';
import { findFault } from './faults/index.mjs';

const LINE_FEED = 0x0a;

const fault = findFault(process.env.FAULT);
const server = createServer({ fault, transport: 'stdio', callLog: process.env.FAULT_CALL_LOG });
const session = createSession(server, 'stdio');
const handling = new Set();

function writeRaw(bytes) {
  process.stdout.write(bytes);
}

/** Messages leave in the order in which they were given, also when a hook takes its time. */
let writing = Promise.resolve();

function write(message, context) {
  writing = writing.then(() => writeLine(message, context));
  return writing;
}

async function writeLine(message, context) {
  const line = Buffer.concat([await encodeMessage(message, context), Buffer.of(LINE_FEED)]);
  const changed = (await fault.onLine?.(line, message, context)) ?? line;
  if (changed !== DROP) writeRaw(toBuffer(changed));
}

function contextOf(bytes) {
  const context = createContext(server, session, {
    send: (message) => void write(message, context),
    push: (message) => void write(message, context),
    sendRaw: writeRaw,
    crash: () => process.exit(1),
  });
  context.bytes = bytes;
  context.text = bytes.toString('utf8');
  return context;
}

async function handleLine(bytes) {
  if (bytes.toString('utf8').trim() === '') return;
  const context = contextOf(bytes);
  const input = await readInput(context);
  if (input.silent) return;
  const replies = input.reply
    ? await finishReply(input.reply, undefined, context)
    : await answerMessage(input.message, context);
  if (replies === HANG) return;
  for (const reply of replies) await write(reply, context);
}

function track(promise) {
  handling.add(promise);
  promise.finally(() => handling.delete(promise));
}

await fault.onStart?.(contextOf(Buffer.alloc(0)));

let rest = Buffer.alloc(0);

process.stdin.on('data', (chunk) => {
  rest = Buffer.concat([rest, chunk]);
  for (let end = rest.indexOf(LINE_FEED); end >= 0; end = rest.indexOf(LINE_FEED)) {
    const line = rest.subarray(0, end);
    rest = rest.subarray(end + 1);
    track(handleLine(line));
  }
  if (rest.length > server.config.lineLimit) process.exit(1);
});

async function shutDown() {
  await Promise.all(handling);
  process.stdout.write('', () => process.exit(0));
}

process.stdin.on('end', async () => {
  const context = contextOf(Buffer.alloc(0));
  if (fault.onStdinEnd) await fault.onStdinEnd(context, shutDown);
  else await shutDown();
});

// The client is gone: there is nobody left to tell.
process.stdout.on('error', () => process.exit(0));
