import { type Disposable, Signal } from './disposables.js';
import type { TypedServer } from './servers.js';

/** Servers that the user typed in; they last as long as the window. */
export class TypedServers implements Disposable {
  private readonly servers = new Map<string, TypedServer>();
  private readonly changed = new Signal();
  readonly onDidChange = this.changed.event;

  get all(): readonly TypedServer[] {
    return [...this.servers.values()];
  }

  add(server: TypedServer): void {
    this.servers.set(server.key, server);
    this.changed.fire();
  }

  find(key: string): TypedServer | undefined {
    return this.servers.get(key);
  }

  clear(): void {
    this.servers.clear();
    this.changed.fire();
  }

  dispose(): void {
    this.changed.dispose();
  }
}
