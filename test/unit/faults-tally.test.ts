import { describe, expect, it } from 'vitest';
import type { FaultCase, Transport } from '../faults/faults.js';
import { Slots } from '../faults/slots.js';
import { summaryOf, tallyOf, withoutFault } from '../faults/tally.js';

function fault(name: string, transport: Transport, fails: FaultCase['fails']): FaultCase {
  return { name, table: 'lifecycle', transport, mode: 'safe', fails, note: '', waits: false };
}

describe('the tally of faults', () => {
  const silent = fault('silent', 'stdio', ['lifecycle-ping']);
  const doubled = fault('doubled', 'http', ['lifecycle-ping', 'lifecycle-init']);
  const legal = fault('legal', 'http', []);

  it('counts what was missed and what was too much', () => {
    const tally = tallyOf([
      { fault: silent, failed: [] },
      { fault: doubled, failed: ['lifecycle-init', 'lifecycle-ping'] },
      { fault: legal, failed: ['tools-list'] },
    ]);
    expect(tally).toEqual({
      expected: 3,
      found: 2,
      misses: ['stdio silent: lifecycle-ping'],
      extras: ['http legal: tools-list'],
    });
    const summary = summaryOf(tally, []);
    expect(summary).toContain('Recall 66.6 %');
    expect(summary).toContain('Precision 66.6 %');
    expect(summary).toContain('missed: stdio silent: lifecycle-ping');
  });

  it('never rounds up to 100 %', () => {
    const summary = summaryOf({ expected: 3000, found: 2999, misses: [], extras: [] }, []);
    expect(summary).toContain('Recall 99.9 %');
  });

  it('names the rules that no fault fails, by transport', () => {
    const rules = [
      { id: 'lifecycle-ping', transports: ['stdio', 'http'] as const },
      { id: 'lifecycle-init', transports: ['stdio', 'http'] as const },
    ];
    expect(withoutFault([silent, doubled], rules)).toEqual(['stdio lifecycle-init']);
  });
});

describe('slots', () => {
  it('hold back what is too much, also after a failure', async () => {
    const slots = new Slots(2);
    let running = 0;
    let most = 0;
    const task = async (fails: boolean) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (fails) throw new Error('broken');
    };
    const all = [true, false, true, false, false].map((fails) => slots.run(() => task(fails)));
    const settled = await Promise.allSettled(all);
    expect(settled.filter((result) => result.status === 'rejected')).toHaveLength(2);
    expect(most).toBe(2);
  });
});
