import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { assess } from '../../../src/engine/assess.js';
import type { Transport } from '../../faults/faults.js';
import { delayedPlatform, verdictsOf, withServer } from './stability-helpers.js';

/** Faults of which each could be missed, or others be found, when answers come later. */
const FAULTS = {
  stdio: ['', 'id-as-text', 'reply-twice', 'other-notification-answered', 'unknown-method-kills'],
  http: ['', 'id-as-text', 'overlap-mixes-ids', 'batch-served', 'notification-202-body'],
} as const;
const CASES = (['stdio', 'http'] as const).flatMap((transport) =>
  FAULTS[transport].map((fault) => ({ transport, fault })),
);
const DELAYS = [0, 50, 300];
const BUSY = CASES.filter(({ fault }) => fault === '' || fault === 'id-as-text');

async function verdicts(fault: string, transport: Transport, delayMs: number): Promise<Record<string, string>> {
  return withServer(fault, transport, async (target) => {
    const { report } = await assess(target, {}, delayedPlatform(delayMs));
    return verdictsOf(report);
  });
}

describe('the verdicts are the same', () => {
  it.each(CASES)('however late answers come: $transport $fault', { timeout: 120_000 }, async ({ transport, fault }) => {
    const [first, ...others] = await Promise.all(DELAYS.map((delayMs) => verdicts(fault, transport, delayMs)));
    for (const other of others) expect(other).toEqual(first);
  });

  it.each(BUSY)('on a busy processor: $transport $fault', { timeout: 120_000 }, async ({ transport, fault }) => {
    const before = await verdicts(fault, transport, 0);
    const busy = [keepBusy(), keepBusy()];
    try {
      for (let run = 0; run < 2; run += 1) expect(await verdicts(fault, transport, 0)).toEqual(before);
    } finally {
      await Promise.all(busy.map(stop));
    }
  });
});

function keepBusy(): ChildProcess {
  return spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
