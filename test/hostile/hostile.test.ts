import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BuiltCli } from '../unit/cli/built-cli.js';
import { casesOf, engineErrors, findings, gradeHostile, MEMORY_LIMIT } from './hostile-run.js';

let cli: BuiltCli;
beforeAll(async () => {
  cli = await BuiltCli.build();
});
afterAll(() => cli.remove());

/**
 * What each server must be accused of. `none` means that the server does nothing that the specification forbids, and is
 * only unpleasant: the run must end, and well.
 */
type Accusation = RegExp | 'none';

const overStdio: Record<string, Accusation> = {
  'well-behaved': 'none',
  'endless-line': /start: not-mcp/,
  'endless-line-after-handshake': /stdio-framing/,
  'endless-output': /stdio-framing/,
  'endless-notifications': /tools-list/,
  'endless-requests': /tools-list/,
  'endless-stderr': 'none',
  'no-newline': /start: not-mcp/,
  'bad-utf8': /stdio-unicode/,
  'deep-json': /tools-list/,
  'deep-handshake': /start: /,
  'deep-schema': /tools-list/,
  'cyclic-schema': 'none',
  'slow-pattern': 'none',
  'slow-output-pattern': 'none',
  'many-tools': 'none',
  'many-schemas': 'none',
  'large-schema': 'none',
  'huge-ids': /lifecycle-id-match/,
  'wrong-ids': /lifecycle-id-match/,
  'answers-to-nothing': /lifecycle-id-match/,
  'endless-pages': /tools-pagination/,
  'exit-before-reading': /start: exited/,
  'crash-with-trace': /start: exited/,
  'exit-at-initialize': /start: exited/,
  'exit-after-initialize': /tools-list/,
  'exit-in-mid-list': /tools-list/,
  'closes-stdout': /tools-list/,
  'never-answers': /start: silent/,
  'never-reads': /start: silent/,
  'answers-only-initialize': /lifecycle-ping/,
  'ignores-sigterm': 'none',
  'forks-and-holds-the-pipe': 'none',
  'forks-and-exits': /tools-list/,
  'forks-into-a-group-of-its-own': 'none',
};

const overHttp: Record<string, Accusation> = {
  'well-behaved': 'none',
  'echoes-headers': 'none',
  'sse-never-ends': 'none',
  'sse-never-answers': /tools-list/,
  'sse-flood': /tools-list/,
  'sse-request-flood': /tools-list/,
  'sse-endless-line': /tools-list/,
  'sse-endless-event': /tools-list/,
  'slow-bytes': /tools-list/,
  'slow-handshake': /start: silent/,
  'slow-headers': /start: timeout/,
  'never-answers': /start: timeout/,
  'hangs-up': /start: /,
  'hangs-up-in-mid-body': /tools-list/,
  'redirect-loop': /start: redirected/,
  'redirect-loop-after-handshake': /transport-post/,
  'big-body': /tools-list/,
  'endless-body': /tools-list/,
  'many-headers': /tools-list/,
  'long-header': /start: /,
  'gzip-bomb': /tools-list/,
  'gzip-bomb-at-handshake': /start: /,
  'gzip-unasked': 'none',
  'bad-utf8': /transport-content-type/,
  'deep-json': /tools-list/,
  'wrong-ids': /lifecycle-id-match/,
  'answers-to-nothing': /lifecycle-id-match/,
  'web-page': /start: not-mcp/,
};

describe.each([
  ['stdio', overStdio],
  ['http', overHttp],
] as const)('a hostile server over %s', (transport, cases) => {
  it('has an expectation for each of its cases', () => {
    expect(Object.keys(cases).sort()).toEqual(casesOf(transport).sort());
  });

  it.concurrent.each(Object.entries(cases))('%s', async (name, accusation) => {
    const { report, exitCode, stderr, peakMemory } = await gradeHostile(cli, transport, name);
    const found = findings(report);
    expect(engineErrors(report)).toEqual([]);
    if (accusation === 'none') expect(found).toEqual([]);
    else expect(found.join('\n')).toMatch(accusation);
    expect(exitCode).toBe(report.startFailure !== null && report.grade === null ? 2 : 0);
    if (exitCode === 2) expect(stderr).toMatch(/^mcp-assay: .{20,}$/m);
    expect(peakMemory).toBeLessThan(MEMORY_LIMIT);
  });
});
