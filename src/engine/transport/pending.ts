import type { JsonValue } from '../json.js';
import type { Platform } from '../platform.js';
import type { Recorder } from '../recording/recorder.js';
import type { ExchangeRecord } from '../recording/recording.js';

/**
 * Silence of this length, with nothing awaited, ends what may rightly stay unanswered. In milliseconds, and at least so
 * many times as long as the server took for the last reply: a slow server is silent for longer.
 */
const QUIET_MS = 60;
const QUIET_REPLIES = 2;
/** A reply with the right id can be on its way behind a strange one: only after this silence a strange one is taken. */
const STRANGE_MS = 150;
/** A server that never becomes quiet is not waited for longer than this, in milliseconds. */
const QUIET_LIMIT_MS = 2_000;

interface Open {
  record: ExchangeRecord;
  /** Ids within what was sent, where it was an array. */
  innerIds: readonly JsonValue[];
  optional: boolean;
  resolve(): void;
  stopTimer(): void;
}

/** The exchanges of one connection that have no reply yet, and the connection's silence. */
export class PendingExchanges {
  readonly #platform: Platform;
  readonly #recorder: Recorder;
  readonly #open = new Map<number, Open>();
  /** Positions of responses whose id nobody awaits. */
  #unmatched: number[] = [];
  /** Ids whose response belongs to nothing that is open: it came too late, or was one of an array. */
  readonly #spent = new Set<JsonValue>();
  /** Answered by a reply with another id. */
  readonly #loose = new Set<ExchangeRecord>();
  readonly #quietWaiters = new Set<() => void>();
  #stopQuietTimer: (() => void) | undefined;
  #quietSince: number | undefined;
  #lastActivity = 0;
  #quietMs = QUIET_MS;
  #strangeMs = STRANGE_MS;
  #hasAnswered = false;

  constructor(platform: Platform, recorder: Recorder) {
    this.#platform = platform;
    this.#recorder = recorder;
  }

  add(
    record: ExchangeRecord,
    optional: boolean,
    timeoutMs: number,
    innerIds: readonly JsonValue[] = [],
  ): Promise<void> {
    for (const id of innerIds) this.#spent.add(id);
    return new Promise((resolve) => {
      const stopTimer = this.#platform.after(timeoutMs, () => this.#finish(record.id, 'silent'));
      this.#open.set(record.id, { record, innerIds, optional, resolve, stopTimer });
      this.activity();
    });
  }

  /** Gives an incoming response to the exchange that awaits it, or that has taken another one for its reply. */
  match(id: JsonValue | undefined, index: number): void {
    const exact = this.#find((record) => record.requestId !== undefined && sameId(record.requestId, id));
    if (exact !== undefined) {
      this.#answer(exact, index, false);
      return;
    }
    const corrected = [...this.#loose].find((record) => sameId(record.requestId, id));
    if (corrected !== undefined) {
      this.#loose.delete(corrected);
      corrected.reply = index;
      delete corrected.replyIdDiffers;
      return;
    }
    if (id !== undefined && this.#spent.has(id)) {
      const array = [...this.#open.values()].find(({ innerIds }) => innerIds.includes(id));
      if (array !== undefined) this.#answer(array, index, false);
      return;
    }
    if (id === undefined || id === null) {
      // What may stay unanswered is odd on purpose, so that its id may not have been read.
      const unread = this.#find((record, optional) => record.requestId === undefined || optional);
      if (unread !== undefined) {
        this.#answer(unread, index, unread.record.requestId !== undefined);
        return;
      }
    }
    const loose = this.#find(
      (record) => record.requestId !== undefined && id != null && String(record.requestId) === String(id),
    );
    if (loose !== undefined) {
      this.#answer(loose, index, true);
      return;
    }
    this.#unmatched.push(index);
    this.activity();
  }

  /** As many strange replies as open requests: the strange ids are the fault, and each reply belongs to one of them. */
  #matchByElimination(): void {
    const awaited = [...this.#open.values()].filter((open) => !open.optional);
    const strange = this.#unmatched;
    this.#unmatched = [];
    awaited.forEach((open, position) => {
      const index = strange[position];
      if (index !== undefined) this.#answer(open, index, true);
    });
  }

  /** Something was sent or came: silence begins anew. */
  activity(): void {
    this.#lastActivity = this.#platform.now();
    this.#watchSilence();
  }

  #watchSilence(): void {
    this.#stopQuietTimer?.();
    this.#stopQuietTimer = undefined;
    const awaited = [...this.#open.values()].filter((open) => !open.optional).length;
    if (awaited > 0) {
      this.#quietSince = undefined;
      if (this.#unmatched.length >= awaited)
        this.#stopQuietTimer = this.#platform.after(this.#strangeMs, () => this.#matchByElimination());
      return;
    }
    if (this.#open.size === 0 && this.#quietWaiters.size === 0) return;
    const now = this.#platform.now();
    this.#quietSince ??= now;
    const end = Math.min(this.#lastActivity + this.#quietMs, this.#quietSince + QUIET_LIMIT_MS);
    const left = Math.max(0, end - now);
    this.#stopQuietTimer = this.#platform.after(left, () => this.#becomeQuiet());
  }

  /** Silence that has lasted long enough already is not waited for again. */
  quiet(): Promise<void> {
    return new Promise((resolve) => {
      this.#quietWaiters.add(resolve);
      this.#watchSilence();
    });
  }

  /** The peer has gone, or we end: nothing more will come. */
  endAll(end: 'closed' | 'failed' | 'silent', error?: { code: string; message: string }): void {
    for (const { record } of [...this.#open.values()]) {
      if (error !== undefined) record.error = error;
      this.#finish(record.id, end);
    }
    this.#becomeQuiet();
  }

  #becomeQuiet(): void {
    this.#stopQuietTimer?.();
    this.#stopQuietTimer = undefined;
    this.#quietSince = undefined;
    this.#unmatched = [];
    for (const { record } of [...this.#open.values()]) this.#finish(record.id, 'silent');
    const waiters = [...this.#quietWaiters];
    this.#quietWaiters.clear();
    for (const resolve of waiters) resolve();
  }

  #find(matches: (record: ExchangeRecord, optional: boolean) => boolean): Open | undefined {
    return [...this.#open.values()].find((open) => matches(open.record, open.optional));
  }

  #answer(open: Open, index: number, idDiffers: boolean): void {
    open.record.reply = index;
    if (idDiffers) {
      open.record.replyIdDiffers = true;
      this.#loose.add(open.record);
    }
    this.#finish(open.record.id, 'answered');
  }

  /** A slow server is given more time: twice its last reply. */
  #answeredAfter({ waitedMs, replyIdDiffers }: ExchangeRecord): void {
    this.#quietMs = Math.max(QUIET_MS, QUIET_REPLIES * waitedMs);
    // A first reply includes the start of the process, and one under a strange id our own waiting.
    if (this.#hasAnswered && replyIdDiffers !== true) this.#strangeMs = Math.max(STRANGE_MS, QUIET_REPLIES * waitedMs);
    this.#hasAnswered = true;
  }

  #finish(id: number, end: ExchangeRecord['end']): void {
    const open = this.#open.get(id);
    if (open === undefined) return;
    this.#open.delete(id);
    const { requestId } = open.record;
    if (end === 'silent' && requestId !== undefined) this.#spent.add(requestId);
    open.stopTimer();
    this.#recorder.end(open.record, end);
    if (end === 'answered') this.#answeredAfter(open.record);
    open.resolve();
    this.#watchSilence();
  }
}

/** Ids are equal only with their type: 1 is not "1". */
export function sameId(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === b;
}
