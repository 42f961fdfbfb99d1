import type { JsonObject } from '../engine/json.js';
import type { CategorySummary, Evidence, Report, ReportExchange, StartFailure, TestResult } from '../engine/report.js';
import type { SourceRange, TargetSource } from '../engine/target.js';
import {
  type Guard,
  isBoolean,
  isEither,
  isListOf,
  isNull,
  isNumber,
  isOneOf,
  isOptional,
  isRecord,
  isShape,
  isString,
} from './guards.js';

const isStrings = isListOf(isString);
const isLetter = isOneOf(['A', 'B', 'C', 'D', 'F']);
const isLetterOrNull = isEither(isLetter, isNull);
const isCategory = isOneOf(['transport', 'lifecycle', 'tools', 'resources', 'prompts', 'errors', 'schema', 'security']);

function isPair(value: unknown): value is [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every(isString);
}

/** What came over a message port is a structured clone of JSON; its members are not looked at. */
function isObject(value: unknown): value is JsonObject {
  return isRecord(value);
}

const isPosition = isShape<SourceRange['start']>({ line: isNumber, character: isNumber });

export const isSourceRange: Guard<SourceRange> = isShape<SourceRange>({ start: isPosition, end: isPosition });

export const isTargetSource: Guard<TargetSource> = isShape<TargetSource>({
  file: isString,
  range: isOptional(isSourceRange),
});

const isEvidence = isShape<Evidence>({
  exchange: isNumber,
  part: isOneOf(['request', 'reply', 'http', 'stderr', 'stdout']),
  pointer: isString,
  note: isOptional(isString),
});

export const isTestResult: Guard<TestResult> = isShape<TestResult>({
  id: isString,
  name: isString,
  category: isCategory,
  set: isOneOf(['core', 'extended']),
  level: isOneOf(['must', 'should', 'advice']),
  required: isBoolean,
  passed: isBoolean,
  skipped: isBoolean,
  cause: isOptional(isOneOf(['not-applicable', 'not-permitted', 'not-checked', 'not-evaluable', 'engine-error'])),
  coveredBy: isOptional(isString),
  details: isString,
  expected: isString,
  actual: isString,
  durationMs: isNumber,
  specRef: isString,
  why: isString,
  fix: isString,
  evidence: isListOf(isEvidence),
});

const isCategorySummary = isShape<CategorySummary>({
  category: isCategory,
  passed: isNumber,
  failed: isNumber,
  skipped: isNumber,
  score: isEither(isNumber, isNull),
});

const isExchange = isShape<ReportExchange>({
  id: isNumber,
  transport: isOneOf(['stdio', 'http']),
  atMs: isNumber,
  request: isEither(
    isNull,
    isShape<NonNullable<ReportExchange['request']>>({
      method: isOptional(isString),
      url: isOptional(isString),
      headers: isOptional(isListOf(isPair)),
      body: isString,
    }),
  ),
  response: isEither(
    isNull,
    isShape<NonNullable<ReportExchange['response']>>({
      status: isOptional(isNumber),
      headers: isOptional(isListOf(isPair)),
      body: isString,
      truncated: isBoolean,
    }),
  ),
  elapsedMs: isNumber,
  end: isOneOf(['answered', 'silent', 'closed', 'failed', 'not-awaited']),
  error: isOptional(isString),
});

const isStartFailure = isShape<StartFailure>({
  kind: isOneOf([
    'command-not-found',
    'not-executable',
    'folder-not-found',
    'exited',
    'silent',
    'connection-refused',
    'host-not-found',
    'tls',
    'timeout',
    'not-mcp',
    'legacy-sse',
    'unauthorized',
    'redirected',
    'bad-handshake',
    'cancelled',
  ]),
  message: isString,
  hint: isString,
  exitCode: isOptional(isEither(isNumber, isNull)),
  signal: isOptional(isEither(isString, isNull)),
  stderrTail: isOptional(isString),
});

const isNames = isShape<Report['tools']>({ count: isNumber, names: isStrings });

/** Recognizes a report of this version of the engine. */
export const isReport: Guard<Report> = isShape<Report>({
  schemaVersion: isOneOf(['1']),
  toolVersion: isString,
  specVersion: isString,
  specVersionReason: isString,
  mode: isOneOf(['observe', 'safe', 'full']),
  target: isShape<Report['target']>({
    type: isOneOf(['stdio', 'http']),
    label: isString,
    source: isOptional(isTargetSource),
  }),
  url: isString,
  timestamp: isString,
  durationMs: isNumber,
  grade: isLetterOrNull,
  noGradeReason: isEither(isString, isNull),
  score: isNumber,
  cap: isEither(isNull, isShape<NonNullable<Report['cap']>>({ grade: isLetter, reason: isString, rules: isStrings })),
  published: isShape<Report['published']>({ grade: isLetterOrNull, score: isNumber }),
  overall: isOneOf(['pass', 'partial', 'fail']),
  summary: isShape<Report['summary']>({
    total: isNumber,
    passed: isNumber,
    failed: isNumber,
    skipped: isNumber,
    required: isNumber,
    requiredPassed: isNumber,
  }),
  coverage: isShape<Report['coverage']>({ applicable: isNumber, measured: isNumber, notPermitted: isNumber }),
  categories: isListOf(isCategorySummary),
  tests: isListOf(isTestResult),
  warnings: isStrings,
  serverInfo: isShape<Report['serverInfo']>({
    name: isEither(isString, isNull),
    version: isEither(isString, isNull),
    protocolVersion: isEither(isString, isNull),
    capabilities: isObject,
    instructions: isEither(isString, isNull),
  }),
  tools: isNames,
  resources: isNames,
  prompts: isNames,
  exchanges: isListOf(isExchange),
  startFailure: isEither(isStartFailure, isNull),
});
