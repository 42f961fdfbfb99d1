import type { StdioTarget } from './target.js';

/** How a process ended. */
export interface ProcessExit {
  code: number | null;
  signal: string | null;
}

/** Why a process could not be started, as the operating system says it (`ENOENT`, `EACCES`, …). */
export interface SpawnFailure {
  code: string;
  message: string;
}

export interface ProcessEvents {
  onStdout(chunk: Uint8Array): void;
  onStderr(chunk: Uint8Array): void;
  /** At most once, and instead of `onExit` when the process never ran. */
  onSpawnFailure(failure: SpawnFailure): void;
  /** Once, after both output streams have ended or a short grace after the process has gone. */
  onExit(exit: ProcessExit): void;
}

/** A process in its own group. */
export interface ChildProcess {
  readonly pid: number | undefined;
  /** False when the pipe is closed. Never throws. */
  write(bytes: Uint8Array): boolean;
  closeStdin(): void;
  /** Stops reading standard output until `resume`, so that a flood cannot fill memory. */
  pause(): void;
  resume(): void;
  /** Asks the whole process tree to end (SIGTERM; on Windows taskkill without force). */
  terminate(): void;
  /** Ends the whole process tree at once. */
  kill(): void;
}

/** Bytes of an HTTP answer as they arrive. */
export interface HttpResponseHead {
  status: number;
  /** Names in lower case, values as received, repeated names kept in order. */
  headers: [string, string][];
}

export interface HttpRequest {
  method: string;
  url: string;
  headers: [string, string][];
  body?: Uint8Array;
  signal: AbortSignal;
}

/** What is known of a TLS connection. */
export interface TlsFacts {
  protocol: string;
  authorized: boolean;
  error?: string;
}

export interface HttpEvents {
  onHead(head: HttpResponseHead): void;
  /** Returning false stops the transfer and closes the connection. */
  onData(chunk: Uint8Array): boolean;
  /** Once: no error when the body ended by itself. `code` is the system's or the library's (`ECONNREFUSED`, `ENOTFOUND`, `UND_ERR_…`). */
  onEnd(error?: { code: string; message: string }): void;
  onTls?(facts: TlsFacts): void;
}

/** A pool of connections; redirects are not followed. */
export interface HttpAgent {
  /** Never throws: every failure comes through `onEnd`. */
  send(request: HttpRequest, events: HttpEvents): void;
  close(): Promise<void>;
}

/** What the engine needs from the machine it runs on; `src/platform/` has the one for Node. */
export interface Platform {
  /** Milliseconds from any fixed point; never goes back. */
  now(): number;
  /** Wall clock, for time stamps. */
  date(): Date;
  /** Calls back after a delay; returns what stops that. */
  after(delayMs: number, callback: () => void): () => void;
  randomBytes(length: number): Uint8Array;
  spawn(target: StdioTarget, events: ProcessEvents): ChildProcess;
  http(): HttpAgent;
}
