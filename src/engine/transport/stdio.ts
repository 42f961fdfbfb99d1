import type { ChildProcess, Platform } from '../platform.js';
import { readIncoming, responsesIn } from '../recording/message.js';
import type { Recorder } from '../recording/recorder.js';
import type { ConnectionRecord, IncomingRecord } from '../recording/recording.js';
import type { StdioTarget } from '../target.js';
import {
  beginExchange,
  type Connection,
  type Expectation,
  MAXIMUM_MESSAGE_BYTES,
  type SenderTag,
  type Sent,
} from './connection.js';
import { abandonFlooded, isFlood, MOST_ANSWERED_REQUESTS } from './flood.js';
import { FragmentJoiner } from './fragments.js';
import { type Line, LineSplitter } from './lines.js';
import { PendingExchanges } from './pending.js';
import { salvageMessages } from './salvage.js';
import { isAnswerable, replyTo } from './server-requests.js';

const KEPT_STDERR = 16 * 1024;
/** How long a process may take to end after its standard input is closed; by then everything is answered. In milliseconds. */
const END_OF_INPUT_MS = 100;
/** How long it may take after SIGTERM, and after that, in milliseconds. */
const EXIT_GRACE_MS = 800;

/** A server process, spoken to over its standard streams. */
export class StdioConnection implements Connection {
  readonly record: ConnectionRecord;
  readonly #platform: Platform;
  readonly #recorder: Recorder;
  readonly #pending: PendingExchanges;
  readonly #lines: LineSplitter;
  readonly #fragments = new FragmentJoiner();
  readonly #stderr = new TextDecoder();
  readonly #process: ChildProcess;
  readonly #exitWaiters: (() => void)[] = [];
  #bytes = 0;
  #answered = 0;
  #open = true;
  #closing = false;

  constructor(platform: Platform, recorder: Recorder, target: StdioTarget, purpose: string) {
    this.#platform = platform;
    this.#recorder = recorder;
    this.record = recorder.connection('stdio', purpose);
    this.#pending = new PendingExchanges(platform, recorder);
    this.#lines = new LineSplitter(MAXIMUM_MESSAGE_BYTES, (line) => this.#line(line));
    this.#process = platform.spawn(target, {
      onStdout: (chunk) => this.#stdout(chunk),
      onStderr: (chunk) => this.#errors(chunk),
      onSpawnFailure: (failure) => {
        this.record.spawnFailure = failure;
        this.#ended('failed', failure);
      },
      onExit: ({ code, signal }) => {
        this.record.exit = { code, signal, atMs: recorder.elapsedMs(), requested: this.#closing };
        this.#ended('closed');
      },
    });
  }

  get open(): boolean {
    return this.#open;
  }

  send(tag: SenderTag, message: string | Uint8Array, expectation: Expectation): Sent {
    const record = beginExchange(this.#recorder, this.record, tag, message, expectation);
    if (!this.#open) {
      this.#recorder.end(record, 'closed');
      return { record, done: Promise.resolve() };
    }
    const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : message;
    const line = new Uint8Array(bytes.length + 1);
    line.set(bytes);
    line[bytes.length] = 0x0a;
    const awaited = expectation.reply !== 'none';
    const done = awaited
      ? this.#pending.add(record, expectation.reply === 'optional', expectation.timeoutMs, expectation.innerIds)
      : Promise.resolve();
    // A closed pipe shows as the exit that follows it; the exchange ends with that.
    this.#process.write(line);
    this.#pending.activity();
    return { record, done };
  }

  quiet(): Promise<void> {
    return this.#open ? this.#pending.quiet() : Promise.resolve();
  }

  async close(patienceMs = END_OF_INPUT_MS): Promise<void> {
    if (!this.#open) return;
    this.#closing = true;
    this.#process.closeStdin();
    if (await this.#exitsWithin(patienceMs)) return;
    this.#process.terminate();
    if (await this.#exitsWithin(EXIT_GRACE_MS)) return;
    this.#process.kill();
    if (!(await this.#exitsWithin(EXIT_GRACE_MS))) this.#ended('closed');
  }

  kill(): void {
    this.#closing = true;
    this.#process.kill();
    this.#ended('closed');
  }

  #exitsWithin(ms: number): Promise<boolean> {
    if (!this.#open) return Promise.resolve(true);
    return new Promise((resolve) => {
      const stop = this.#platform.after(ms, () => resolve(false));
      this.#exitWaiters.push(() => {
        stop();
        resolve(true);
      });
    });
  }

  #ended(end: 'closed' | 'failed' | 'silent', error?: { code: string; message: string }): void {
    if (!this.#open) return;
    this.#open = false;
    // Where we leave in the middle of a flood, the line is cut by us, unless it is the flood.
    const isCut = end === 'silent' && !this.#lines.overflowed;
    const unterminated = isCut ? undefined : this.#lines.remainder();
    if (unterminated !== undefined) this.record.unterminated = unterminated.slice(0, KEPT_STDERR);
    this.#pending.endAll(end, error);
    for (const resolve of this.#exitWaiters.splice(0)) resolve();
  }

  #stdout(chunk: Uint8Array): void {
    if (this.record.abandoned !== undefined) return;
    this.#bytes += chunk.length;
    if (isFlood(this.#recorder.recording, this.record, this.#bytes)) {
      // It is the flood that hides a reply, and we who leave: the server has not gone away.
      this.#ended('silent');
      this.kill();
      abandonFlooded(this.#recorder.recording, this.record);
      return;
    }
    this.#lines.push(chunk);
  }

  #errors(chunk: Uint8Array): void {
    const text = this.record.stderr + this.#stderr.decode(chunk, { stream: true });
    this.record.stderr = text.length > KEPT_STDERR ? text.slice(-KEPT_STDERR) : text;
  }

  #line(line: Line): void {
    const incoming = this.#keep({ ...line, atMs: this.#recorder.elapsedMs(), source: 'line' });
    const reading = readIncoming(incoming);
    if (reading.kind === 'unreadable' || reading.kind === 'other') {
      const pieces = reading.kind === 'unreadable' ? salvageMessages(line.text) : [];
      for (const text of pieces)
        this.#dispatch(this.#keep({ atMs: this.#recorder.elapsedMs(), source: 'piece', text }));
      if (pieces.length > 0) {
        this.#fragments.clear();
        return;
      }
      const joined = this.#fragments.add(line.text);
      if (joined !== undefined)
        this.#dispatch(this.#keep({ atMs: this.#recorder.elapsedMs(), source: 'joined', text: joined }));
      return;
    }
    this.#fragments.clear();
    this.#dispatch(incoming);
  }

  #keep(incoming: IncomingRecord): IncomingRecord {
    this.record.incoming.push(incoming);
    this.#pending.activity();
    return incoming;
  }

  #dispatch(incoming: IncomingRecord): void {
    const reading = readIncoming(incoming);
    const index = this.record.incoming.length - 1;
    for (const { id } of responsesIn(reading)) this.#pending.match(id, index);
    if (reading.kind !== 'request' || !isAnswerable(reading.id) || this.#answered >= MOST_ANSWERED_REQUESTS) return;
    this.#answered += 1;
    const tag = { probe: 'client-reply', attempt: 0 };
    this.send(tag, JSON.stringify(replyTo(reading, this.record.clientCapabilities)), { reply: 'none', timeoutMs: 0 });
  }
}
