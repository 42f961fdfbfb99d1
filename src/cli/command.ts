import type { Mode } from '../engine/options.js';
import type { Letter } from '../engine/report.js';

export const FORMATS = ['terminal', 'json', 'html'] as const;
export type Format = (typeof FORMATS)[number];

export const TRANSPORTS = ['stdio', 'http'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** What is graded: one server given on the command line, or those of the folder's configuration files. */
export type TestSubject =
  | { kind: 'url'; url: string }
  | { kind: 'command'; command: string; args: readonly string[] }
  | { kind: 'folder'; server?: string };

/** Where a report goes and how it looks. */
export interface ReportOptions {
  format: Format;
  /** File for the report; standard output when absent. */
  output?: string;
  /** Also what passed, and a line for each verdict as it comes. */
  verbose: boolean;
  /** False when `--no-color` was given. */
  color: boolean;
}

/** What the exit code depends on, beside what could not be run. */
export interface Thresholds {
  /** Exit 1 when a `must` failed. */
  strict: boolean;
  /** Exit 1 when the grade is worse, or when there is none. */
  minGrade?: Letter;
}

export interface Filters {
  only: readonly string[];
  skip: readonly string[];
}

export interface TestCommand extends ReportOptions, Thresholds, Filters {
  kind: 'test';
  subject: TestSubject;
  specVersion?: string;
  mode?: Mode;
  forbiddenTools: readonly string[];
  headers: readonly (readonly [name: string, value: string])[];
  auth?: string;
  /** A null value is taken from our own environment. */
  env: readonly (readonly [name: string, value: string | null])[];
  envFile?: string;
  cwd?: string;
  requestMs?: number;
  startupMs?: number;
  preflightMs?: number;
  retries?: number;
  concurrency?: number;
  record?: string;
}

export interface ListCommand extends Filters {
  kind: 'list';
  /** Both when absent. */
  transport?: Transport;
  format: Format;
  specVersion?: string;
  mode?: Mode;
}

export interface JudgeCommand extends ReportOptions, Thresholds, Filters {
  kind: 'judge';
  file: string;
}

export interface ExplainCommand {
  kind: 'explain';
  id: string;
  format: Format;
  color: boolean;
}

export type Command = TestCommand | ListCommand | JudgeCommand | ExplainCommand;

/** What commands get beside the command line. */
export interface Surroundings {
  /** Aborts when the user stops the program. */
  signal: AbortSignal;
  /** Folder of the built report panel. */
  panelFolder: URL;
}
