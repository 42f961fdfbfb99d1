import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { assess } from '../../../src/engine/assess.js';
import type { Report } from '../../../src/engine/report.js';
import { nodePlatform } from '../../../src/platform/node.js';

const SERVERS = fileURLToPath(new URL('../../../samples/workspace/servers/', import.meta.url));

function inheritedEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(entries);
}

async function gradeStdio(name: string): Promise<Report> {
  const { report } = await assess(
    {
      type: 'stdio',
      label: name,
      command: process.execPath,
      args: [`${name}.mjs`],
      cwd: SERVERS,
      env: inheritedEnvironment(),
      secrets: [],
    },
    {},
    nodePlatform(),
  );
  return report;
}

async function gradeTickets(): Promise<Report> {
  const env = { ...process.env, PORT: '0' };
  const server = spawn(process.execPath, [`${SERVERS}tickets-http.mjs`], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line]: unknown[] = await once(server.stdout, 'data');
    const url = String(line).trim();
    const { report } = await assess(
      { type: 'http', label: 'tickets', url, headers: {}, secrets: [] },
      {},
      nodePlatform(),
    );
    return report;
  } finally {
    const closed = once(server, 'close');
    server.kill();
    await closed;
  }
}

function failures(report: Report): string[] {
  return report.tests.filter((test) => !test.passed).map((test) => test.id);
}

it('the sample "notes" gets an A without a failure', async () => {
  const report = await gradeStdio('notes');
  expect(failures(report)).toEqual([]);
  expect(report.grade).toBe('A');
});

it('the sample "tickets" gets an A without a failure', async () => {
  const report = await gradeTickets();
  expect(failures(report)).toEqual([]);
  expect(report.grade).toBe('A');
});

it('the sample "weather-with-faults" fails for the faults that its source marks, and for nothing else', async () => {
  expect(failures(await gradeStdio('weather-with-faults')).sort()).toEqual(
    [
      'stdio-framing',
      'tools-schema',
      'lifecycle-version-negotiate',
      'lifecycle-ping',
      'error-invalid-cursor',
      'error-method-code',
    ].sort(),
  );
});
