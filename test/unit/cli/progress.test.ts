import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ProgressDisplay, showProgress } from '../../../src/cli/progress.js';
import type { TestResult } from '../../../src/engine/report.js';

let written: string;
let display: ProgressDisplay | undefined;
const wasTTY = process.stderr.isTTY;

beforeEach(() => {
  written = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
  vi.stubEnv('TERM', 'xterm');
  vi.stubEnv('NO_COLOR', '1');
});

afterEach(() => {
  display?.end();
  process.stderr.isTTY = wasTTY;
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

function start(isTTY: boolean, verbose: boolean, label = 'demo'): ProgressDisplay {
  process.stderr.isTTY = isTTY;
  display = showProgress({ label, verbose, color: true, redact: (text) => text.replaceAll('s3cret', '…') });
  return display;
}

function verdict(change: Partial<TestResult>): TestResult {
  return {
    id: 'lifecycle-ping',
    name: 'Ping',
    category: 'lifecycle',
    set: 'core',
    level: 'must',
    required: true,
    passed: true,
    skipped: false,
    details: '',
    expected: '',
    actual: '',
    durationMs: 1.6,
    specRef: '',
    why: '',
    fix: '',
    evidence: [],
    ...change,
  };
}

/** What stands on the screen after all that was written to one line. */
function lastLine(): string {
  return written.split('\r\x1b[2K').at(-1) ?? '';
}

describe('the progress of a run', () => {
  it('is a line that is redrawn on a terminal, and goes at the end', () => {
    const progress = start(true, false);
    expect(lastLine()).toBe('demo · starting');
    progress.onVerdict?.(verdict({}));
    expect(lastLine()).toContain('1 passed, 0 failed · ✓ lifecycle-ping');
    expect(written).not.toContain('\n');
    progress.end();
    expect(lastLine()).toBe('');
  });

  it('fits into the line, whatever the label is', () => {
    start(true, false, `${'very-long/'.repeat(40)}server.mjs`);
    expect(lastLine()).toMatch(/^….*server\.mjs · starting$/);
    expect(lastLine().length).toBeLessThan(80);
  });

  it('is nothing at all when standard error is no terminal', () => {
    const progress = start(false, false);
    progress.onProgress?.({ step: 'Checking', done: 1, total: 2 });
    progress.onVerdict?.(verdict({ passed: false }));
    progress.end();
    expect(written).toBe('');
  });

  it('is a line for each verdict with verbose, without secrets and control characters', () => {
    const progress = start(false, true);
    progress.onVerdict?.(verdict({}));
    progress.onVerdict?.(verdict({ passed: false, details: 'It says "s3cret\u001b[31m".\nMore.' }));
    progress.onVerdict?.(verdict({ skipped: true, cause: 'not-applicable' }));
    const [passed, failed, skipped] = written.split('\n');
    expect(passed).toBe('✓ lifecycle-ping 2 ms');
    expect(failed).toMatch(/^✗ lifecycle-ping 2 ms It says "…/);
    expect(failed).not.toContain('\u001b');
    expect(skipped).toBe('- lifecycle-ping (not-applicable)');
  });
});
