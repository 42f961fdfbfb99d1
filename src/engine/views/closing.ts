import type { ConnectionRecord } from '../recording/recording.js';

/** How a process ended, in a few words for a message. */
export function exitOf({ exit }: ConnectionRecord): string {
  if (exit === undefined) return 'the connection was closed';
  return exit.signal === null ? `exit code ${exit.code ?? 'unknown'}` : `signal ${exit.signal}`;
}

/** A time limit in seconds, for a message. */
export function secondsOf(ms: number): number {
  return Math.round(ms / 100) / 10;
}
