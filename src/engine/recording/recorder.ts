import type { Platform } from '../platform.js';
import type { ConnectionRecord, ExchangeRecord, Recording } from './recording.js';

/** Milliseconds with three decimals are enough to see order, and keep recordings short. */
function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

/** Writes a recording while a run goes on. */
export class Recorder {
  readonly recording: Recording;
  readonly #platform: Platform;
  readonly #start: number;

  constructor(recording: Recording, platform: Platform) {
    this.recording = recording;
    this.#platform = platform;
    this.#start = platform.now();
  }

  elapsedMs(): number {
    return rounded(this.#platform.now() - this.#start);
  }

  connection(transport: 'stdio' | 'http', purpose: string): ConnectionRecord {
    const record: ConnectionRecord = {
      id: this.recording.connections.length,
      transport,
      purpose,
      openedAtMs: this.elapsedMs(),
      incoming: [],
      stderr: '',
    };
    this.recording.connections.push(record);
    return record;
  }

  exchange(facts: Omit<ExchangeRecord, 'id'>): ExchangeRecord {
    const record: ExchangeRecord = { id: this.recording.exchanges.length, ...facts };
    this.recording.exchanges.push(record);
    return record;
  }

  /** Notes the end of an exchange, and how long it was waited for. */
  end(record: ExchangeRecord, end: ExchangeRecord['end']): void {
    record.end = end;
    record.waitedMs = rounded(this.elapsedMs() - record.atMs);
  }
}
