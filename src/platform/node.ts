import { randomBytes } from 'node:crypto';
import type { Platform } from '../engine/platform.js';
import { type ProcessWatcher, startProcess } from './child-process.js';
import { createHttpAgent } from './http-agent.js';

/** The machine as Node sees it. `options` is told of every process group, so that a watcher can end what is left. */
export function nodePlatform(options: ProcessWatcher = {}): Platform {
  return {
    now: () => performance.now(),
    date: () => new Date(),
    after(delayMs, callback) {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
    randomBytes: (length) => randomBytes(length),
    spawn: (target, events) => startProcess(target, events, options),
    http: createHttpAgent,
  };
}
