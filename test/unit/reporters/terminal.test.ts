import { describe, expect, it } from 'vitest';
import { renderTerminal, type TerminalOptions } from '../../../src/reporters/terminal.js';
import { cappedReport } from '../../fixtures/reports/capped.js';
import { goodReport } from '../../fixtures/reports/good.js';
import { hostileReport } from '../../fixtures/reports/hostile.js';
import { nothingMeasuredReport, refusedReport, unreachableReport } from '../../fixtures/reports/without-grade.js';

const PLAIN: TerminalOptions = { colour: false, verbose: false, width: 100 };

const SGR = /\p{Cc}\[[0-9;]+m/gu;

describe('the report in the terminal', () => {
  it('starts with the letter, the server and the score', () => {
    const lines = renderTerminal(cappedReport(), PLAIN).split('\n');
    expect(lines[1]).toBe('  [C]  notes  78 of 100');
    expect(lines[2]).toBe('       http://127.0.0.1:4321/mcp?key=[redacted]');
  });

  it('says what was graded, how much was measured, which cap holds and what other tools would print', () => {
    const text = renderTerminal(cappedReport(), PLAIN);
    expect(text).toContain(
      '\n  Graded     MCP 2025-11-25 (the server negotiated it), safe mode, 1.4 s, MCP Assay 0.1.0\n',
    );
    expect(text).toContain('\n  Measured   15 of 20 applicable checks; safe mode left out 2\n');
    expect(text).toContain(
      [
        '  Held at C  Three checks of the level must failed; with three to five the best letter is C.',
        '             (transport-notification-202, error-method-code, tools-schema)',
      ].join('\n'),
    );
    expect(text).toContain('\n  Published  B, 86 of 100, by the published flags and without caps\n');
    expect(text).toContain('\n  Defined in sample/.mcp.json:12\n');
  });

  it('draws one bar a category and says where nothing was measured', () => {
    const text = renderTerminal(cappedReport(), PLAIN);
    expect(text).toContain('  transport  ━━━━━━━━━━━━━━━╌╌╌╌╌   75  3 passed, 1 failed, 2 skipped');
    expect(text).toContain('  schema     ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌    0  0 passed, 2 failed');
    expect(text).toContain('  resources  ····················    –  nothing measured, 1 skipped');
    expect(text).not.toContain('prompts    ');
  });

  it('never fills a bar or writes 100 for a score below it', () => {
    const report = goodReport();
    const [transport] = report.categories;
    if (transport === undefined) throw new Error('The fixture has categories.');
    transport.score = 99.9;
    expect(renderTerminal(report, PLAIN)).toContain('  transport  ━━━━━━━━━━━━━━━━━━━╌   99  ');
  });

  it('shows a failure with what, proof, why, fix and the place in the specification', () => {
    expect(renderTerminal(cappedReport(), PLAIN)).toContain(
      [
        '  ✗ tools-schema  schema, must, published as required',
        '    Every tool has an object schema',
        '    Found     tag_notes: the type of inputSchema is "array".',
        '              delete note!: inputSchema is missing.',
        '              delete note!: the name has a space and an exclamation mark.',
        '    Expected  Each tool has an inputSchema that is a JSON Schema object of type "object".',
        '    Actual    2 of 3 tools have none.',
        '    Proof     POST tools/list → 200 after 12 ms, at /result/tools/1/inputSchema/type: Not "object".',
        '              │ "array"',
        '              POST tools/list → 200 after 12 ms, at /result/tools/2: No inputSchema.',
        '              │ {"name":"delete note!","description":"Deletes a note."}',
        '    Why       Most clients leave out a tool whose schema they cannot read, and some refuse the whole',
        '              server.',
        '    Fix       Give every tool an `inputSchema` of type `object`, also a tool without arguments:',
        '                { "type": "object", "additionalProperties": false }',
        '              A list of values goes into a property of that object.',
        '    Spec      https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool',
      ].join('\n'),
    );
  });

  it('finds the proof in the data of an event stream and in the head of an HTTP reply', () => {
    const text = renderTerminal(cappedReport(), PLAIN);
    expect(text).toContain('POST assay/unknown → 200 after 4 ms, at /error/code\n              │ -32603\n');
    expect(text).toContain('              │ HTTP 200\n              │ content-type: application/json\n');
  });

  it('shows the same proof once, and no note that the findings say already', () => {
    const report = cappedReport();
    const test = report.tests.find(({ id }) => id === 'error-method-code');
    if (test === undefined) throw new Error('The fixture has this check.');
    test.evidence = [1, 2, 3].map(() => ({
      exchange: 5,
      part: 'reply',
      pointer: '/error/code',
      note: 'The code is -32603.',
    }));
    const text = renderTerminal(report, PLAIN);
    expect(text.match(/POST assay\/unknown → 200 after 4 ms, at \/error\/code\n/g)).toHaveLength(1);
    expect(text).not.toContain('and 1 more');
  });

  it('puts what is required first and advice last', () => {
    const text = renderTerminal(cappedReport(), PLAIN);
    expect(text).toContain('\n  5 checks failed: 3 must, 1 should, 1 advice\n');
    const order = [...text.matchAll(/^ {2}✗ (\S+)/gm)].map((match) => match[1]);
    expect(order).toEqual([
      'transport-notification-202',
      'error-method-code',
      'tools-schema',
      'tools-annotations',
      'lifecycle-instructions',
    ]);
  });

  it('folds skips into a count by cause, but always lists what broke inside the program', () => {
    const text = renderTerminal(cappedReport(), PLAIN);
    expect(text).toContain(
      [
        '  9 checks skipped: 4 not applicable, 2 not permitted in this mode, 1 not checked, 1 not evaluable,',
        '  1 failed inside MCP Assay (--verbose lists them)\n',
      ].join('\n'),
    );
    expect(text).toContain('– security-rate-limiting            The check itself failed: TypeError');
    expect(text).not.toContain('security-sql-injection');
  });

  it('lists skips with their reason, and passes, when asked', () => {
    const text = renderTerminal(cappedReport(), { ...PLAIN, verbose: true });
    expect(text).toContain('– security-sql-injection            Only full mode sends hostile input.');
    expect(text).toContain('– security-auth-malformed           No credential was given. (see security-auth-required)');
    expect(text).toContain('✓ lifecycle-init                    The server answers initialize');
    expect(text).not.toContain('--verbose');
  });

  it('lists the warnings', () => {
    expect(renderTerminal(cappedReport(), PLAIN)).toContain('\n  ! The filter "tool-schema" matches no check.\n');
  });

  it('says so when nothing failed', () => {
    const text = renderTerminal(goodReport(), PLAIN);
    expect(text).toContain('  [A]  everything  100 of 100');
    expect(text).toContain('  ✓ No check failed.');
    expect(text).not.toContain('Held at');
  });

  it('shows a server that ended as one finding with its exit code, its last words and what to do', () => {
    const text = renderTerminal(unreachableReport(), PLAIN);
    expect(text).toContain('  [–]  weather  no grade');
    expect(text).toContain(
      [
        '  ✗ node dist/weather.js ended with exit code 1 before it answered initialize.',
        '    To do     Set WEATHER_API_KEY in the "env" of the server\'s entry.',
        '    Ended     exit code 1',
        '    stderr    node:internal/process/esm_loader:97',
        "                  internalBinding('errors').triggerUncaughtException(error);",
        '              Error: WEATHER_API_KEY is not set',
        '                  at readConfiguration (dist/weather.js:14:11)',
        '    Fails     lifecycle-init  https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle',
      ].join('\n'),
    );
    expect(text.match(/✗/g)).toHaveLength(1);
    expect(text).toContain('3 checks skipped: 3 not checked');
  });

  it('shows a closed port without lines that say nothing', () => {
    const text = renderTerminal(refusedReport(), PLAIN);
    expect(text).toContain(
      '  ✗ Nothing listens at http://127.0.0.1:9/mcp.\n    To do     Start the server, or correct the port.\n',
    );
    expect(text).not.toMatch(/Ended|stderr|Fails|Measured|Published/);
  });

  it('gives no score where there is no grade', () => {
    const text = renderTerminal(nothingMeasuredReport(), PLAIN);
    expect(text).toContain('  [–]  everything  no grade');
    expect(text).toContain('0 of 1 applicable must checks were measured; a grade needs 60 %.');
    expect(text).not.toContain('of 100');
  });

  it('lets no text of the server steer the terminal or hide itself', () => {
    for (const verbose of [false, true]) {
      const text = renderTerminal(hostileReport(), { ...PLAIN, verbose });
      expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      expect(text).toContain('\\x1b[2J\\x1b]0;owned\\x07');
      expect(text).toContain('\\u{202e}gnp.exe');
    }
  });

  it('cuts long texts and counts what it left out', () => {
    const text = renderTerminal(hostileReport(), PLAIN);
    expect(text).toContain('(19,400 more characters)');
    expect(text.length).toBeLessThan(10_000);
  });

  it.each([72, 100, 120])('stays within %i columns except for links and code', (width) => {
    const lines = renderTerminal(cappedReport(), { ...PLAIN, verbose: true, width }).split('\n');
    const long = lines.filter(
      (line) => line.length > width && !line.includes('https://') && !line.includes('{ "type"'),
    );
    expect(long).toEqual([]);
  });

  it('differs with colour only by its style codes', () => {
    for (const report of [cappedReport(), unreachableReport(), hostileReport()]) {
      const coloured = renderTerminal(report, { ...PLAIN, colour: true });
      const tile = report.grade ?? '–';
      expect(coloured).toMatch(SGR);
      expect(coloured.replace(SGR, '').replace(` ${tile} `, `[${tile}]`)).toBe(renderTerminal(report, PLAIN));
      expect(coloured.replace(SGR, '')).not.toContain('\u001b');
    }
  });
});
