import { describe, expect, it } from 'vitest';
import { decideEnding } from '../../../src/cli/exit-code.js';
import type { Report, StartFailure, TestResult } from '../../../src/engine/report.js';

const lax = { strict: false };

function check(id: string, change: Partial<TestResult> = {}): TestResult {
  return {
    id,
    name: id,
    category: 'tools',
    set: 'core',
    level: 'must',
    required: true,
    passed: true,
    skipped: false,
    details: '',
    expected: '',
    actual: '',
    durationMs: 0,
    specRef: '',
    why: '',
    fix: '',
    evidence: [],
    ...change,
  };
}

function report(change: Partial<Report> = {}): Report {
  return {
    schemaVersion: '1',
    toolVersion: '0',
    specVersion: '2025-11-25',
    specVersionReason: '',
    mode: 'safe',
    target: { type: 'stdio', label: 'demo' },
    url: 'demo',
    timestamp: '2026-01-01T00:00:00.000Z',
    durationMs: 0,
    grade: 'A',
    noGradeReason: null,
    score: 100,
    cap: null,
    published: { grade: 'A', score: 100 },
    overall: 'pass',
    summary: { total: 1, passed: 1, failed: 0, skipped: 0, required: 1, requiredPassed: 1 },
    coverage: { applicable: 1, measured: 1, notPermitted: 0 },
    categories: [],
    tests: [check('ping')],
    warnings: [],
    serverInfo: { name: null, version: null, protocolVersion: null, capabilities: {}, instructions: null },
    tools: { count: 0, names: [] },
    resources: { count: 0, names: [] },
    prompts: { count: 0, names: [] },
    exchanges: [],
    startFailure: null,
    ...change,
  };
}

const notStarted: StartFailure = {
  kind: 'command-not-found',
  message: 'The command x was not found',
  hint: 'Install it.',
};

describe('the exit code', () => {
  it('is 0 for whatever was measured, when no threshold was asked for', () => {
    expect(decideEnding([report()], [], lax)).toEqual({ exitCode: 0, reasons: [] });
    const failing = report({ grade: 'F', tests: [check('ping', { passed: false })] });
    expect(decideEnding([failing], [], lax).exitCode).toBe(0);
  });

  it('is 1 below the grade that was asked for, with a sentence that names both', () => {
    const ending = decideEnding([report({ grade: 'B' }), report({ grade: 'C' })], [], { strict: false, minGrade: 'B' });
    expect(ending).toEqual({ exitCode: 1, reasons: ['demo has grade C, and --min-grade asks for B.'] });
  });

  it('is 1 without a grade when one was asked for, and 0 otherwise', () => {
    const ungraded = report({ grade: null, noGradeReason: 'Only 3 of 40 were measured.' });
    expect(decideEnding([ungraded], [], lax).exitCode).toBe(0);
    const ending = decideEnding([ungraded], [], { strict: false, minGrade: 'F' });
    expect(ending.exitCode).toBe(1);
    expect(ending.reasons[0]).toContain('Only 3 of 40 were measured.');
  });

  it('with --strict is 1 for a failed must, and not for a should, an advice or a skip', () => {
    const strict = { strict: true };
    const tests = [
      check('a', { level: 'should', passed: false }),
      check('b', { level: 'advice', passed: false }),
      check('c', { skipped: true, cause: 'not-checked' }),
    ];
    expect(decideEnding([report({ tests })], [], strict).exitCode).toBe(0);
    const ending = decideEnding([report({ tests: [...tests, check('d', { passed: false })] })], [], strict);
    expect(ending).toEqual({ exitCode: 1, reasons: ['demo failed a required check (--strict): d.'] });
  });

  it('is 2 for a server that could not be started, and says what to do', () => {
    const ending = decideEnding([report({ grade: null, startFailure: notStarted })], [], {
      strict: true,
      minGrade: 'A',
    });
    expect(ending).toEqual({ exitCode: 2, reasons: ['The command x was not found. Install it.'] });
  });

  it('is not 2 for a server that answers the handshake wrongly and has a grade for that', () => {
    const wrong = report({ grade: 'F', startFailure: { ...notStarted, kind: 'bad-handshake' } });
    expect(decideEnding([wrong], [], lax).exitCode).toBe(0);
    expect(decideEnding([wrong], [], { strict: false, minGrade: 'D' }).exitCode).toBe(1);
  });

  it('is 2 when a check broke in the engine', () => {
    const broken = report({ tests: [check('ping', { skipped: true, cause: 'engine-error' })] });
    const ending = decideEnding([broken], [], lax);
    expect(ending.exitCode).toBe(2);
    expect(ending.reasons[0]).toContain('ping');
  });

  it('is 2 when nothing was chosen, so that a mistyped filter is no pass', () => {
    expect(decideEnding([report({ tests: [] })], [], lax).exitCode).toBe(2);
  });

  it('is 2 when any server could not be run, whatever the others did', () => {
    const ending = decideEnding([report({ grade: 'D' })], ['.mcp.json:3: broken'], { strict: false, minGrade: 'A' });
    expect(ending.exitCode).toBe(2);
    expect(ending.reasons).toHaveLength(2);
  });
});
