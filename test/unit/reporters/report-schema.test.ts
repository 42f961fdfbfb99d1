import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/engine/json.js';
import { MODES } from '../../../src/engine/options.js';
import type {
  Category,
  Evidence,
  Letter,
  Level,
  Report,
  ReportExchange,
  RuleSet,
  SkipCause,
  StartFailure,
  TestResult,
} from '../../../src/engine/report.js';
import { cappedReport } from '../../fixtures/reports/capped.js';
import { COMPLETE_REPORT } from '../../fixtures/reports/complete.js';
import { goodReport } from '../../fixtures/reports/good.js';
import { nothingMeasuredReport, refusedReport, unreachableReport } from '../../fixtures/reports/without-grade.js';

const schema: JsonObject = JSON.parse(
  readFileSync(new URL('../../../catalogs/report.schema.json', import.meta.url), 'utf8'),
);

const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(schema);

function errorsOf(report: unknown): string[] {
  validate(report);
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

/** A definition of the schema by its name; the report itself without one. */
function definition(name?: string): JsonObject {
  const definitions = schema.$defs;
  const found = name === undefined ? schema : isJsonObject(definitions) ? definitions[name] : undefined;
  if (!isJsonObject(found)) throw new Error(`The schema has no definition ${name}.`);
  return found;
}

function propertiesOf(name?: string): JsonObject {
  const { properties } = definition(name);
  if (!isJsonObject(properties)) throw new Error(`${name} has no properties.`);
  return properties;
}

function enumOf(name: string, property?: string): JsonValue[] {
  const holder = property === undefined ? definition(name) : propertiesOf(name)[property];
  if (!isJsonObject(holder) || !Array.isArray(holder.enum)) throw new Error(`${name}.${property} has no values.`);
  return [...holder.enum].sort();
}

type OptionalMembers<T> = { [Member in keyof T]-?: undefined extends T[Member] ? Member : never }[keyof T] & string;

/** The names of all members that may be absent: the compiler refuses one too many and one too few. */
function optionalMembers<T>(members: Record<OptionalMembers<T>, true>): string[] {
  return Object.keys(members).sort();
}

/** All values of a union of texts: the compiler refuses one too many and one too few. */
function valuesOf<T extends string>(values: Record<T, true>): string[] {
  return Object.keys(values).sort();
}

function optionalInSchema(name?: string): string[] {
  const { required } = definition(name);
  const listed = Array.isArray(required) ? required : [];
  return Object.keys(propertiesOf(name))
    .filter((property) => !listed.includes(property))
    .sort();
}

describe('the schema of a report', () => {
  it.each([
    ['an A', goodReport()],
    ['a capped C', cappedReport()],
    ['a server that ended', unreachableReport()],
    ['a closed port', refusedReport()],
    ['nothing measured', nothingMeasuredReport()],
    ['every member', COMPLETE_REPORT],
  ])('accepts %s', (_name, report) => {
    expect(errorsOf(report)).toEqual([]);
  });

  const mutations: [string, (report: Report) => void][] = [
    ['another version of the format', (report) => Object.assign(report, { schemaVersion: '2' })],
    ['a member it does not know', (report) => Object.assign(report, { extra: 1 })],
    ['an unknown member of a check', (report) => Object.assign(first(report.tests), { severity: 'high' })],
    ['an unknown member of an exchange', (report) => Object.assign(first(report.exchanges), { raw: '' })],
    ['an unknown member of the target', (report) => Object.assign(report.target, { env: {} })],
    ['no exchanges', (report) => Reflect.deleteProperty(report, 'exchanges')],
    ['a check without its link', (report) => Reflect.deleteProperty(first(report.tests), 'specRef')],
    ['a letter that is none', (report) => Object.assign(report, { grade: 'E' })],
    ['a score above 100', (report) => Object.assign(report, { score: 100.5 })],
    ['a score below 0', (report) => Object.assign(report, { score: -1 })],
    ['a score as text', (report) => Object.assign(report, { score: '78' })],
    ['a letter together with a reason for none', (report) => Object.assign(report, { noGradeReason: 'None.' })],
    ['no letter without a reason', (report) => Object.assign(report, { grade: null, cap: null })],
    [
      'a skip that failed',
      (report) => Object.assign(first(report.tests), { skipped: true, passed: false, cause: 'not-checked' }),
    ],
    ['a skip without a cause', (report) => Object.assign(first(report.tests), { skipped: true, passed: true })],
    ['a pass with a cause', (report) => Object.assign(first(report.tests), { cause: 'not-checked' })],
    ['an unknown cause', (report) => Object.assign(first(report.tests), { skipped: true, cause: 'lazy' })],
    ['a half count', (report) => Object.assign(report.summary, { failed: 1.5 })],
    [
      'a header with three parts',
      (report) => Object.assign(first(report.exchanges).request ?? {}, { headers: [['a', 'b', 'c']] }),
    ],
    [
      'a pointer that is none',
      (report) => Object.assign(report, { tests: [withPointer(first(report.tests), 'result/tools')] }),
    ],
    ['a time without a date', (report) => Object.assign(report, { timestamp: '12:00' })],
    ['a link that is none', (report) => Object.assign(first(report.tests), { specRef: 'see the text' })],
  ];

  it.each(mutations)('refuses %s', (_name, mutate) => {
    const report: Report = cappedReport();
    mutate(report);
    expect(errorsOf(report)).not.toEqual([]);
  });
});

function first<T>(values: T[]): T {
  const [value] = values;
  if (value === undefined) throw new Error('The fixture has none.');
  return value;
}

function withPointer(test: TestResult, pointer: string): TestResult {
  return { ...test, evidence: [{ exchange: 2, part: 'reply', pointer }] };
}

describe('schema and type', () => {
  it('know the same members', () => {
    const occurring = new Set<string>();
    const collect = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      if (!Array.isArray(value)) occurring.add(Object.keys(value).sort().join(' '));
      for (const child of Object.values(value)) collect(child);
    };
    collect(COMPLETE_REPORT);
    const objects = [undefined, ...Object.keys(definition().$defs ?? {})].filter((name) =>
      isJsonObject(definition(name).properties),
    );
    expect(objects).toHaveLength(18);
    const missing = objects.filter((name) => !occurring.has(Object.keys(propertiesOf(name)).sort().join(' ')));
    expect(missing).toEqual([]);
  });

  it('close every object but the capabilities, which belong to the server', () => {
    const open: string[] = [];
    const walk = (value: JsonValue | undefined, path: string): void => {
      if (Array.isArray(value)) {
        for (const [index, entry] of value.entries()) walk(entry, `${path}/${index}`);
      }
      if (!isJsonObject(value)) return;
      if (value.type === 'object' && value.additionalProperties !== false) open.push(path);
      for (const [member, child] of Object.entries(value)) walk(child, `${path}/${member}`);
    };
    walk(schema, '');
    expect(open).toEqual(['/$defs/serverInfo/properties/capabilities']);
  });

  it('agree on what may be absent', () => {
    expect(optionalInSchema()).toEqual(optionalMembers<Report>({}));
    expect(optionalInSchema('target')).toEqual(optionalMembers<Report['target']>({ source: true }));
    expect(optionalInSchema('source')).toEqual(
      optionalMembers<NonNullable<Report['target']['source']>>({ range: true }),
    );
    expect(optionalInSchema('testResult')).toEqual(optionalMembers<TestResult>({ cause: true, coveredBy: true }));
    expect(optionalInSchema('evidence')).toEqual(optionalMembers<Evidence>({ note: true }));
    expect(optionalInSchema('exchange')).toEqual(optionalMembers<ReportExchange>({ error: true }));
    expect(optionalInSchema('exchangeRequest')).toEqual(
      optionalMembers<NonNullable<ReportExchange['request']>>({ method: true, url: true, headers: true }),
    );
    expect(optionalInSchema('exchangeResponse')).toEqual(
      optionalMembers<NonNullable<ReportExchange['response']>>({ status: true, headers: true }),
    );
    expect(optionalInSchema('startFailure')).toEqual(
      optionalMembers<StartFailure>({ exitCode: true, signal: true, stderrTail: true }),
    );
    expect(optionalInSchema('serverInfo')).toEqual(optionalMembers<Report['serverInfo']>({}));
    expect(optionalInSchema('summary')).toEqual(optionalMembers<Report['summary']>({}));
    expect(optionalInSchema('coverage')).toEqual(optionalMembers<Report['coverage']>({}));
  });

  it('agree on the values of every closed list', () => {
    expect(enumOf('letter')).toEqual(valuesOf<Letter>({ A: true, B: true, C: true, D: true, F: true }));
    expect(enumOf('testResult', 'level')).toEqual(valuesOf<Level>({ must: true, should: true, advice: true }));
    expect(enumOf('testResult', 'set')).toEqual(valuesOf<RuleSet>({ core: true, extended: true }));
    expect(enumOf('category')).toEqual(
      valuesOf<Category>({
        transport: true,
        lifecycle: true,
        tools: true,
        resources: true,
        prompts: true,
        errors: true,
        schema: true,
        security: true,
      }),
    );
    expect(enumOf('testResult', 'cause')).toEqual(
      valuesOf<SkipCause>({
        'not-applicable': true,
        'not-permitted': true,
        'not-checked': true,
        'not-evaluable': true,
        'engine-error': true,
      }),
    );
    expect(enumOf('evidence', 'part')).toEqual(
      valuesOf<Evidence['part']>({ request: true, reply: true, http: true, stderr: true, stdout: true }),
    );
    expect(enumOf('exchange', 'end')).toEqual(
      valuesOf<ReportExchange['end']>({
        answered: true,
        silent: true,
        closed: true,
        failed: true,
        'not-awaited': true,
      }),
    );
    expect(enumOf('startFailure', 'kind')).toEqual(
      valuesOf<StartFailure['kind']>({
        'command-not-found': true,
        'not-executable': true,
        'folder-not-found': true,
        exited: true,
        silent: true,
        'connection-refused': true,
        'host-not-found': true,
        tls: true,
        timeout: true,
        'not-mcp': true,
        'legacy-sse': true,
        unauthorized: true,
        redirected: true,
        'bad-handshake': true,
        cancelled: true,
      }),
    );
    const { mode, overall } = propertiesOf();
    expect(isJsonObject(mode) && mode.enum).toEqual(MODES);
    expect(isJsonObject(overall) && overall.enum).toEqual(
      Object.keys({ pass: true, partial: true, fail: true } satisfies Record<Report['overall'], true>),
    );
  });
});
