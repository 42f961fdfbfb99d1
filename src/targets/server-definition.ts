import type { JsonObject, JsonValue } from '../engine/json.js';
import type { SourceRange, Target } from '../engine/target.js';

/** A program that reads server definitions. A file can have several, and each has rules of its own. */
export type ReaderId = 'claude-code' | 'copilot-cli' | 'cursor' | 'visual-studio' | 'vscode';

/** A row of the table in `config-files.ts`. */
export type ConfigFormatId = 'mcp-json' | 'vscode' | 'cursor';

export type ProblemSeverity = 'error' | 'warning' | 'information';

export type ConfigProblemCode =
  | 'unreadable-file'
  | 'file-too-large'
  | 'too-deep'
  | 'encoding'
  | 'byte-order-mark'
  | 'empty-file'
  | 'syntax'
  | 'strict-json'
  | 'wrong-root'
  | 'bad-root'
  | 'duplicate-key'
  | 'bad-entry'
  | 'transport-missing'
  | 'transport-ambiguous'
  | 'unknown-type'
  | 'missing-type'
  | 'unsupported-transport'
  | 'env-value'
  | 'suspicious-escape'
  | 'headers-helper'
  | 'bad-input'
  | 'variable-unset'
  | 'variable-foreign'
  | 'variable-unknown'
  | 'input-unknown'
  | 'input-cancelled'
  | 'env-file'
  | 'bad-url'
  | 'bad-header'
  | 'bad-value'
  | 'more-problems';

/** Something wrong in a configuration file. An error means that the file, or the entry, cannot be used as it is. */
export interface ConfigProblem {
  code: ConfigProblemCode;
  severity: ProblemSeverity;
  /** What is wrong and what to do, in one or two sentences. Holds names of variables, never their values. */
  message: string;
  file: string;
  range: SourceRange;
  /** The server whose entry has the problem; absent when it is the file's. */
  server?: string;
}

/** A server that is started as a process, as the file says it: no variable is resolved. */
export interface StdioDefinition {
  type: 'stdio';
  command: string;
  args: readonly string[];
  /** Null removes an inherited variable. */
  env: Readonly<Record<string, string | null>>;
  envFile?: string;
  cwd?: string;
}

/** A server that is reached over HTTP, as the file says it: no variable is resolved. */
export interface HttpDefinition {
  type: 'http';
  /** `sse` when the file asks for the old HTTP+SSE transport. */
  transport: 'http' | 'sse';
  url: string;
  headers: Readonly<Record<string, string>>;
}

/** An entry that cannot be used; `problem` says why. */
export interface InvalidDefinition {
  type: 'invalid';
  problem: ConfigProblem;
}

export type Definition = StdioDefinition | HttpDefinition | InvalidDefinition;

/** One entry of a configuration file, as its reader `reader` understands it. */
export interface ServerDefinition {
  name: string;
  file: string;
  format: ConfigFormatId;
  /** The reader whose rules were applied. */
  reader: ReaderId;
  /** All readers that look at this entry. */
  readers: readonly ReaderId[];
  /** The key, quotes included. */
  nameRange: SourceRange;
  /** From the key to the end of the value. */
  entryRange: SourceRange;
  /**
   * Ranges of the values inside the entry, by JSON pointer (RFC 6901) relative to it: `/command`, `/args/0`, `/env/TOKEN`.
   * `memberRange` looks one up.
   */
  memberRanges: ReadonlyMap<string, SourceRange>;
  definition: Definition;
  /** The entry has a switch that turns it off (`"disabled": true`). */
  disabled: boolean;
  /** The entry's value, unchanged. */
  entry: JsonValue;
}

/** A value that the user is asked for (`inputs` of VS Code's file). */
export interface InputDefinition {
  id: string;
  type: 'promptString' | 'pickString' | 'command';
  description: string;
  default?: string;
  /** The value is a secret and must not be shown. */
  password: boolean;
  /** The choices of a `pickString`. */
  options: readonly { label: string; value: string }[];
  /** The editor command whose result is the value of a `command` input. */
  command?: string;
  commandArguments?: JsonValue;
  range: SourceRange;
}

/** What one configuration file holds. */
export interface ConfigContents {
  file: string;
  format: ConfigFormatId;
  /** False when the file is so broken that nothing in it can be trusted; then `servers` is empty and there is one error. */
  readable: boolean;
  /** In the order of the file. A name occurs once. */
  servers: readonly ServerDefinition[];
  inputs: readonly InputDefinition[];
  problems: readonly ConfigProblem[];
}

/** What a definition comes to on this machine. Problems of an `ok` resolution are warnings. */
export type Resolution =
  | { ok: true; target: Target; problems: readonly ConfigProblem[] }
  | { ok: false; problems: readonly [ConfigProblem, ...ConfigProblem[]] };

/** A folder that is open, with the name the editor shows. */
export interface WorkspaceFolder {
  name: string;
  path: string;
}

/** The rules for paths: which separator, and whether names differ by case. */
export type PathStyle = 'posix' | 'windows';

export type ReadOutcome =
  | { kind: 'text'; text: string }
  | { kind: 'missing' }
  /** `reason` is a clause without a full stop, such as the operating system's message. */
  | { kind: 'unreadable'; reason: string };

/** Access to text files, decoded as UTF-8. Never rejects. */
export interface TextFiles {
  readText(path: string): Promise<ReadOutcome>;
}

/** Escapes one part of a JSON pointer (RFC 6901, section 3). */
export function pointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The range of a value inside an entry: of the nearest enclosing value that the file has, else of the server's name. */
export function memberRange(server: ServerDefinition, ...path: readonly (string | number)[]): SourceRange {
  const parts = path.map((part) => `/${pointerPart(String(part))}`);
  while (parts.length > 0) {
    const range = server.memberRanges.get(parts.join(''));
    if (range !== undefined) {
      return range;
    }
    parts.pop();
  }
  return server.nameRange;
}

/** JSON with sorted member names, so that equal values give equal text. */
export function canonicalJson(value: JsonValue | undefined): string {
  if (value === undefined) {
    return 'null';
  }
  if (Array.isArray(value)) {
    return `[${value.map(canonicalJson).join(',')}]`;
  }
  if (value === null || typeof value !== 'object') {
    return JSON.stringify(value);
  }
  return canonicalObject(value);
}

function canonicalObject(value: JsonObject): string {
  const members = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`);
  return `{${members.join(',')}}`;
}
