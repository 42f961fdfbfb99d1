import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Mode } from '../../src/engine/options.js';
import type { Recording } from '../../src/engine/recording/recording.js';
import type { Report, TestResult } from '../../src/engine/report.js';
import { type FieldRun, type FieldSite, openSite } from './field-run.js';
import { installPinned } from './install.mjs';
import { FIELD_SERVERS, type FieldServer } from './servers.js';

/** `MCP_ASSAY_FIELD=reference` tries the reference servers only; `MCP_ASSAY_FIELD_UPDATE=1` writes the expectations. */
const set = process.env['MCP_ASSAY_FIELD'] === 'reference' ? 'reference' : 'all';
const isUpdate = process.env['MCP_ASSAY_FIELD_UPDATE'] === '1';
const EXPECTED = fileURLToPath(new URL('./expected.json', import.meta.url));
const RUNS = 3;

interface Outcome {
  grade: string | null;
  failed: string[];
  skipped: Record<string, string[]>;
}
type Expectations = Record<string, Outcome>;

const expected = JSON.parse(await readFile(EXPECTED, 'utf8')) as Expectations;
const seen: Expectations = {};
const chosen = FIELD_SERVERS.filter((server) => set === 'all' || server.reference);
let installed = '';

beforeAll(() => {
  installed = installPinned({ set });
}, 900_000);

describe.each(chosen)('$name', (server) => {
  let site: FieldSite;

  beforeAll(async () => {
    site = await openSite(server, installed);
  });

  afterAll(async () => {
    await site.close();
    expect(site.remaining(), 'processes that remain').toEqual([]);
  });

  it.each(server.modes)('mode %s: the expected verdicts, the same in each run', async (mode) => {
    const runs: FieldRun[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      runs.push(await site.grade(mode));
      if (server.transport === 'stdio') expect(site.remaining(), 'processes that remain').toEqual([]);
    }
    const [first, ...others] = runs.map(({ report }) => report);
    if (first === undefined) throw new Error('There was no run.');
    for (const other of others) expect(verdictsOf(other)).toEqual(verdictsOf(first));
    expect(brokenIn(first), 'checks that broke').toEqual([]);
    for (const { recording } of runs) expect(unpermittedCalls(recording, mode)).toEqual([]);
    const key = keyOf(server, mode);
    seen[key] = outcomeOf(first);
    if (!isUpdate) expect(seen[key], detailsOf(first)).toEqual(expected[key]);
  });
});

it.skipIf(isUpdate)('every expectation belongs to a server', () => {
  const known = FIELD_SERVERS.flatMap((server) => server.modes.map((mode) => keyOf(server, mode)));
  expect(Object.keys(expected).sort()).toEqual(known.sort());
});

afterAll(async () => {
  if (!isUpdate) return;
  const all = { ...expected, ...seen };
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  await writeFile(EXPECTED, `${JSON.stringify(sorted, null, 2)}\n`);
});

function keyOf(server: FieldServer, mode: Mode): string {
  return `${server.name} ${mode}`;
}

function outcomeOf(report: Report): Outcome {
  const skipped: Record<string, string[]> = {};
  for (const test of report.tests.filter((each) => each.skipped)) {
    const cause = test.cause ?? 'none';
    skipped[cause] = [...(skipped[cause] ?? []), test.id].sort();
  }
  return { grade: report.grade, failed: failedIn(report).map(({ id }) => id), skipped };
}

function failedIn(report: Report): TestResult[] {
  return report.tests.filter((test) => !test.passed);
}

function verdictsOf(report: Report): string[] {
  return report.tests.map((test) => `${test.id} ${test.skipped ? (test.cause ?? '') : test.passed}`);
}

function brokenIn(report: Report): string[] {
  return report.tests.filter((test) => test.cause === 'engine-error').map((test) => `${test.id}: ${test.details}`);
}

function detailsOf(report: Report): string {
  return failedIn(report)
    .map((test) => `${test.id}: ${test.details}`)
    .join('\n');
}

/** Calls of listed tools that the mode does not allow. */
function unpermittedCalls(recording: Recording, mode: Mode): string[] {
  if (mode === 'full') return [];
  const readOnly = new Map<string, boolean>();
  for (const tool of toolsIn(recording)) readOnly.set(tool.name, mode === 'safe' && tool.readOnly);
  return recording.exchanges
    .map(({ sent }) => calledTool(sent))
    .filter((name): name is string => name !== undefined && readOnly.get(name) === false);
}

function calledTool(sent: string): string | undefined {
  const name = /"method":"tools\/call".*"name":"([^"]*)"/s.exec(sent)?.[1];
  return name;
}

function* toolsIn(recording: Recording): Generator<{ name: string; readOnly: boolean }> {
  for (const exchange of recording.exchanges.filter(({ probe }) => probe === 'list-tools')) {
    const text = recording.connections[exchange.connection]?.incoming[exchange.reply ?? -1]?.text ?? '{}';
    const { result } = JSON.parse(text) as {
      result?: { tools?: { name: string; annotations?: { readOnlyHint?: boolean } }[] };
    };
    for (const { name, annotations } of result?.tools ?? [])
      yield { name, readOnly: annotations?.readOnlyHint === true };
  }
}
