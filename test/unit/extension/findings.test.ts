import { describe, expect, it } from 'vitest';
import type { StartFailure } from '../../../src/engine/report.js';
import { configFindings, reportFindings } from '../../../src/extension/findings.js';
import { readSettings } from '../../../src/extension/settings.js';
import { english } from '../../../src/extension/translate.js';
import { configFileFor } from '../../../src/targets/config-files.js';
import { readConfig } from '../../../src/targets/read-config.js';
import { sampleReport, sampleTest } from './sample-report.js';

const TEXT = `{
  "mcpServers": {
    "weather": {
      "command": "node",
      "args": ["server.mjs"],
      "cwd": "weather"
    },
    "tickets": {
      "type": "http",
      "url": "http://127.0.0.1:1/mcp"
    }
  }
}
`;

function read(text = TEXT) {
  const format = configFileFor('.mcp.json');
  if (!format) throw new Error('The table has no .mcp.json.');
  return readConfig(text, { file: '/work/.mcp.json', format });
}

function server(name: string) {
  const found = read().servers.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`The file has no ${name}.`);
  return found;
}

const defaults = readSettings(() => undefined);

function textAt({
  start,
  end,
}: {
  start: { line: number; character: number };
  end: { line: number; character: number };
}) {
  expect(start.line).toBe(end.line);
  return TEXT.split('\n')[start.line]?.slice(start.character, end.character);
}

function startFailure(kind: StartFailure['kind']): StartFailure {
  return { kind, message: 'It did not start.', hint: 'Correct the command.' };
}

describe('findings of a report', () => {
  it('map levels to severities, and leave out what passed or was skipped', () => {
    const report = sampleReport({
      tests: [
        sampleTest({ id: 'a', passed: false, level: 'must' }),
        sampleTest({ id: 'b', passed: false, level: 'should' }),
        sampleTest({ id: 'c', passed: false, level: 'advice' }),
        sampleTest({ id: 'd' }),
        sampleTest({ id: 'e', skipped: true, cause: 'not-permitted' }),
      ],
    });
    const findings = reportFindings(server('weather'), report, defaults, english);
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([
      ['a', 'error'],
      ['b', 'warning'],
      ['c', 'information'],
    ]);
  });

  it('stand at the name of the server and link to the specification', () => {
    const test = sampleTest({ passed: false, details: 'There was no answer.' });
    const [finding] = reportFindings(server('weather'), sampleReport({ tests: [test] }), defaults, english);
    expect(finding).toMatchObject({
      code: test.id,
      target: test.specRef,
      message: 'There was no answer. Rule: Ping is answered with an empty result.',
    });
    expect(finding && textAt(finding.range)).toBe('"weather"');
  });

  it('are left out when their severity is off', () => {
    const tests = [
      sampleTest({ passed: false, level: 'must' }),
      sampleTest({ id: 'x', passed: false, level: 'should' }),
    ];
    const settings = { ...defaults, severities: { ...defaults.severities, must: 'off' as const } };
    const findings = reportFindings(server('weather'), sampleReport({ tests }), settings, english);
    expect(findings.map(({ code }) => code)).toEqual(['x']);
  });

  it('of a URL stand at the URL', () => {
    const tests = [sampleTest({ id: 'security-tls-required', passed: false })];
    const [finding] = reportFindings(server('tickets'), sampleReport({ tests }), defaults, english);
    expect(finding && textAt(finding.range)).toBe('"http://127.0.0.1:1/mcp"');
  });

  it.each<[StartFailure['kind'], string, string]>([
    ['command-not-found', 'weather', '"node"'],
    ['exited', 'weather', '"node"'],
    ['folder-not-found', 'weather', '"weather"'],
    ['silent', 'weather', '"weather"'],
    ['connection-refused', 'tickets', '"http://127.0.0.1:1/mcp"'],
    ['unauthorized', 'tickets', '"tickets"'],
  ])('of a start that failed by %s are one, at its cause', (kind, name, place) => {
    const tests = [
      sampleTest({ id: 'lifecycle-init', passed: false, details: 'No handshake.' }),
      sampleTest({ id: 'other', passed: false }),
    ];
    const report = sampleReport({ tests, startFailure: startFailure(kind) });
    const findings = reportFindings(server(name), report, defaults, english);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ code: 'lifecycle-init', message: 'It did not start. Correct the command.' });
    expect(findings[0] && textAt(findings[0].range)).toBe(place);
  });

  it('of a start that failed are there even when no check has a verdict', () => {
    const report = sampleReport({ tests: [], startFailure: startFailure('command-not-found') });
    const [finding] = reportFindings(server('weather'), report, defaults, english);
    expect(finding?.code).toBe('command-not-found');
    expect(finding).not.toHaveProperty('target');
  });

  it('say when the grade is below the minimum, and only then', () => {
    const codes = (grade: 'B' | 'C' | null) =>
      reportFindings(
        server('weather'),
        sampleReport({ grade, tests: [] }),
        { ...defaults, minimumGrade: 'B' },
        english,
      );
    expect(codes('B')).toEqual([]);
    expect(codes(null)).toEqual([]);
    expect(codes('C')).toMatchObject([
      {
        code: 'minimum-grade',
        severity: 'warning',
        message: 'Grade C is below the minimum grade B of the settings.',
      },
    ]);
  });

  it('show what a server said as plain text of bounded length', () => {
    const details = `\u001b[31mred\u001b[0m\n${'x'.repeat(2_000)}`;
    const tests = [sampleTest({ passed: false, details })];
    const [finding] = reportFindings(server('weather'), sampleReport({ tests }), defaults, english);
    expect(finding?.message).toContain('\\x1b[31mred\\x1b[0m\n');
    expect(finding?.message.length).toBeLessThan(650);
  });
});

describe('findings of a file', () => {
  it('are none for a good file', () => {
    expect(configFindings(read(), false, english)).toEqual([]);
  });

  it('are one for a broken file', () => {
    const broken = read('{ "mcpServers": { "a": { "command": "x" ] }');
    const [finding, ...others] = configFindings(broken, false, english);
    expect(finding).toMatchObject({ severity: 'error', code: 'syntax', range: { start: { line: 0 } } });
    expect(finding?.message).toContain('not valid JSON');
    expect(others).toEqual([]);
    expect(configFindings(broken, true, english)).toEqual([
      { ...finding, message: 'None of the servers in this file can be read until its JSON is corrected.' },
    ]);
  });
});
