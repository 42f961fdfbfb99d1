import type { Report, TestResult } from '../../../src/engine/report.js';

export function sampleTest(changes: Partial<TestResult> = {}): TestResult {
  return {
    id: 'lifecycle-ping',
    name: 'Ping is answered with an empty result',
    category: 'lifecycle',
    set: 'core',
    level: 'must',
    required: true,
    passed: true,
    skipped: false,
    details: 'The answer was an empty object.',
    expected: 'An empty result',
    actual: 'An empty result',
    durationMs: 3,
    specRef: 'https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping',
    why: 'Clients close connections that do not answer a ping.',
    fix: 'Answer with an empty object.',
    evidence: [],
    ...changes,
  };
}

export function sampleReport(changes: Partial<Report> = {}): Report {
  return {
    schemaVersion: '1',
    toolVersion: '0.1.0',
    specVersion: '2025-11-25',
    specVersionReason: 'negotiated',
    mode: 'safe',
    target: { type: 'stdio', label: 'weather' },
    url: 'node server.mjs',
    timestamp: '2026-11-30T12:00:00.000Z',
    durationMs: 400,
    grade: 'A',
    noGradeReason: null,
    score: 97,
    cap: null,
    published: { grade: 'A', score: 97 },
    overall: 'pass',
    summary: { total: 1, passed: 1, failed: 0, skipped: 0, required: 1, requiredPassed: 1 },
    coverage: { applicable: 1, measured: 1, notPermitted: 0 },
    categories: [{ category: 'lifecycle', passed: 1, failed: 0, skipped: 0, score: 100 }],
    tests: [sampleTest()],
    warnings: [],
    serverInfo: {
      name: 'weather',
      version: '1.0.0',
      protocolVersion: '2025-11-25',
      capabilities: {},
      instructions: null,
    },
    tools: { count: 0, names: [] },
    resources: { count: 0, names: [] },
    prompts: { count: 0, names: [] },
    exchanges: [],
    startFailure: null,
    ...changes,
  };
}
