import type { JsonObject } from './json.js';
import type { Mode } from './options.js';
import type { TargetSource } from './target.js';

export type Letter = 'A' | 'B' | 'C' | 'D' | 'F';
export type Level = 'must' | 'should' | 'advice';
export type Category = 'transport' | 'lifecycle' | 'tools' | 'resources' | 'prompts' | 'errors' | 'schema' | 'security';
export type RuleSet = 'core' | 'extended';

/** Why a check has no verdict. */
export type SkipCause = 'not-applicable' | 'not-permitted' | 'not-checked' | 'not-evaluable' | 'engine-error';

/** A place in an exchange of the report: the JSON pointer is into the reply's body unless `part` says otherwise. */
export interface Evidence {
  /** Id of an entry of `Report.exchanges`. */
  exchange: number;
  part: 'request' | 'reply' | 'http' | 'stderr' | 'stdout';
  /** RFC 6901; empty for the whole. */
  pointer: string;
  /** One sentence about this place, when a check has several. */
  note?: string;
}

/** The verdict on one rule. A skip is `passed: true, skipped: true` and is left out of the score. */
export interface TestResult {
  id: string;
  /** The rule's title, a sentence without a full stop. */
  name: string;
  category: Category;
  set: RuleSet;
  level: Level;
  /** Whether the published catalog requires it of this server. */
  required: boolean;
  passed: boolean;
  skipped: boolean;
  /** Only for a skip. */
  cause?: SkipCause;
  /** Only for a skip because something else failed: the id of the rule that reports that. */
  coveredBy?: string;
  /** What was found, in one or more sentences; several findings are separated by line breaks. */
  details: string;
  /** What the specification asks for. */
  expected: string;
  /** What the server did; empty for a skip. */
  actual: string;
  durationMs: number;
  /** URL of the section of the specification. */
  specRef: string;
  /** What breaks for users. */
  why: string;
  /** What to change. Markdown: prose, with at most one fenced code block. */
  fix: string;
  evidence: Evidence[];
}

export interface CategorySummary {
  category: Category;
  passed: number;
  failed: number;
  skipped: number;
  /** 0 to 100 over what was measured; null when nothing was. */
  score: number | null;
}

/** One thing that was sent and what came back, redacted. */
export interface ReportExchange {
  id: number;
  transport: 'stdio' | 'http';
  /** Milliseconds since the start of the run. */
  atMs: number;
  /** Null when the exchange holds only what the server sent by itself. */
  request: { method?: string; url?: string; headers?: [string, string][]; body: string } | null;
  response: { status?: number; headers?: [string, string][]; body: string; truncated: boolean } | null;
  /** Milliseconds until the reply, or waited in vain. */
  elapsedMs: number;
  /** How it ended. */
  end: 'answered' | 'silent' | 'closed' | 'failed' | 'not-awaited';
  /** For `failed`: the transport's error. */
  error?: string;
}

/** Why a server could not be started or reached, or did not complete the handshake. */
export interface StartFailure {
  kind:
    | 'command-not-found'
    | 'not-executable'
    | 'folder-not-found'
    | 'exited'
    | 'silent'
    | 'connection-refused'
    | 'host-not-found'
    | 'tls'
    | 'timeout'
    | 'not-mcp'
    | 'legacy-sse'
    | 'unauthorized'
    | 'redirected'
    | 'bad-handshake'
    | 'cancelled';
  /** One sentence: what happened, with the command or URL. */
  message: string;
  /** One sentence: what to do. */
  hint: string;
  exitCode?: number | null;
  signal?: string | null;
  /** The last lines of standard error, redacted. */
  stderrTail?: string;
}

/** The result of grading one server. `catalogs/report.schema.json` describes the same as a JSON Schema. */
export interface Report {
  schemaVersion: '1';
  toolVersion: string;
  /** The revision that was graded. */
  specVersion: string;
  /** Why that revision. */
  specVersionReason: string;
  mode: Mode;
  target: { type: 'stdio' | 'http'; label: string; source?: TargetSource };
  /** What is shown for the server: the URL or the command line, redacted. */
  url: string;
  /** Start of the run, ISO 8601. */
  timestamp: string;
  durationMs: number;
  /** Null when too little was measured, or the server could not be started or reached. */
  grade: Letter | null;
  /** Why there is no letter; null when there is one. */
  noGradeReason: string | null;
  /** 0 to 100. */
  score: number;
  /** The cap that holds the letter below what the score would give; null when none does. */
  cap: { grade: Letter; reason: string; rules: string[] } | null;
  /** The same run judged by the published flags, without caps. */
  published: { grade: Letter | null; score: number };
  overall: 'pass' | 'partial' | 'fail';
  summary: {
    total: number;
    passed: number;
    failed: number;
    skipped: number;
    required: number;
    requiredPassed: number;
  };
  /** How much of what applies to this server was measured, and how much the mode left out. */
  coverage: { applicable: number; measured: number; notPermitted: number };
  categories: CategorySummary[];
  /** In the order of the catalog. */
  tests: TestResult[];
  warnings: string[];
  serverInfo: {
    name: string | null;
    version: string | null;
    protocolVersion: string | null;
    capabilities: JsonObject;
    instructions: string | null;
  };
  tools: { count: number; names: string[] };
  resources: { count: number; names: string[] };
  prompts: { count: number; names: string[] };
  /** Those exchanges that evidence points to. */
  exchanges: ReportExchange[];
  /** Set when the handshake did not complete: the one finding of such a run. */
  startFailure: StartFailure | null;
}
