import type { Disposable } from './disposables.js';

/** Collects keys until there has been no new one for a while, then hands all of them over. */
export class SaveDebounce implements Disposable {
  private readonly keys = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly quietMs: number,
    private readonly onQuiet: (keys: readonly string[]) => void,
  ) {}

  add(keys: readonly string[]): void {
    if (keys.length === 0) return;
    for (const key of keys) this.keys.add(key);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.handOver(), this.quietMs);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.keys.clear();
  }

  private handOver(): void {
    const keys = [...this.keys];
    this.keys.clear();
    this.onQuiet(keys);
  }
}
