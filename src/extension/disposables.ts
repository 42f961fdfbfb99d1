export interface Disposable {
  dispose(): unknown;
}

/** Disposes of everything that was put in, the latest first. What is put in later is disposed of at once. */
export class DisposableStore implements Disposable {
  private readonly items: Disposable[] = [];
  private disposed = false;

  add<Item extends Disposable>(item: Item): Item {
    if (this.disposed) item.dispose();
    else this.items.push(item);
    return item;
  }

  dispose(): void {
    this.disposed = true;
    for (const item of this.items.splice(0).reverse()) item.dispose();
  }
}

/** Holds one disposable at a time: the one before is disposed of when it is replaced. */
export class MutableDisposable<Item extends Disposable> implements Disposable {
  private current: Item | undefined;
  private disposed = false;

  get value(): Item | undefined {
    return this.current;
  }

  set value(next: Item | undefined) {
    if (this.current === next) return;
    this.current?.dispose();
    this.current = next;
    if (this.disposed) this.clear();
  }

  clear(): void {
    this.value = undefined;
  }

  dispose(): void {
    this.disposed = true;
    this.clear();
  }
}

/** Something that happens, and those who want to know. Works without an editor, unlike the editor's own emitter. */
export class Signal<Value = void> implements Disposable {
  private readonly listeners = new Set<(value: Value) => void>();

  readonly event = (listener: (value: Value) => void): Disposable => {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  };

  fire(value: Value): void {
    for (const listener of [...this.listeners]) listener(value);
  }

  dispose(): void {
    this.listeners.clear();
  }
}
