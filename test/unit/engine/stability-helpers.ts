import { setTimeout as after } from 'node:timers/promises';
import type { HttpEvents, Platform, ProcessEvents } from '../../../src/engine/platform.js';
import type { Report } from '../../../src/engine/report.js';
import type { Target } from '../../../src/engine/target.js';
import { nodePlatform } from '../../../src/platform/node.js';
import type { Transport } from '../../faults/faults.js';
import { stdioTarget, withHttpTarget } from '../../faults/launch.js';

/** Runs something against the server with one fault, or with none when the name is empty. */
export async function withServer<T>(
  fault: string,
  transport: Transport,
  use: (target: Target) => Promise<T>,
): Promise<T> {
  if (transport === 'stdio') return use(stdioTarget(fault));
  const { target, close } = await withHttpTarget(fault);
  try {
    return await use(target);
  } finally {
    await close();
  }
}

/** The outcome of each rule; sentences are left out, since they name things that are different in each run. */
export function verdictsOf(report: Report): Record<string, string> {
  return Object.fromEntries(
    report.tests.map((test) => [test.id, test.skipped ? `skip ${test.cause}` : test.passed ? 'pass' : 'fail']),
  );
}

/** A platform on which all that comes from a server comes later, in the same order. */
export function delayedPlatform(delayMs: number): Platform {
  const platform = nodePlatform();
  if (delayMs === 0) return platform;
  return {
    ...platform,
    spawn: (target, events) => platform.spawn(target, delayedProcess(events, delayMs)),
    http() {
      const agent = platform.http();
      return { ...agent, send: (request, events) => agent.send(request, delayedAnswer(events, delayMs)) };
    },
  };
}

function delayedProcess(events: ProcessEvents, delayMs: number): ProcessEvents {
  const later = inOrder(delayMs);
  return {
    onStdout: (chunk) => later(() => events.onStdout(chunk)),
    onStderr: (chunk) => later(() => events.onStderr(chunk)),
    onSpawnFailure: (failure) => later(() => events.onSpawnFailure(failure)),
    onExit: (exit) => later(() => events.onExit(exit)),
  };
}

function delayedAnswer(events: HttpEvents, delayMs: number): HttpEvents {
  const later = inOrder(delayMs);
  let wantsMore = true;
  return {
    onHead: (head) => later(() => events.onHead(head)),
    onData: (chunk) => {
      later(() => {
        wantsMore = events.onData(chunk) && wantsMore;
      });
      return wantsMore;
    },
    onEnd: (error) => later(() => events.onEnd(error)),
  };
}

/** Timers of one length may fire out of order by a millisecond; a chain may not. */
function inOrder(delayMs: number): (action: () => void) => void {
  let last: Promise<void> = Promise.resolve();
  return (action) => {
    const due = after(delayMs);
    last = Promise.all([last, due]).then(action);
  };
}
