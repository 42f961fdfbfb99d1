import { isJsonObject, type JsonObject, type JsonValue } from '../engine/json.js';
import type { SourceRange } from '../engine/target.js';
import { type ConfigFile, type Reading, readerName } from './config-files.js';
import { listOf, type ProblemList } from './problems.js';
import {
  type ConfigProblem,
  type ConfigProblemCode,
  type Definition,
  type HttpDefinition,
  pointerPart,
  type StdioDefinition,
} from './server-definition.js';

/** An entry as it stands in the file, before any reader's rules. */
export interface RawServer {
  name: string;
  entry: JsonValue;
  nameRange: SourceRange;
  /** As in `ServerDefinition`. */
  memberRanges: ReadonlyMap<string, SourceRange>;
}

/** Names that other clients, or users, give to `url`. */
const OTHER_URL_NAMES = ['serverUrl', 'httpUrl', 'uri', 'endpoint', 'baseUrl'];

/**
 * What an entry means to one reader. At most one error is added for an entry, since the second is often a consequence
 * of the first; then the definition is `invalid`. Warnings leave it usable.
 */
export function normalise(raw: RawServer, row: ConfigFile, reading: Reading, problems: ProblemList): Definition {
  const entry = new EntryReader(raw, row, reading, problems);
  const definition = entry.read();
  if (definition !== undefined) {
    entry.reportWarnings();
    return definition;
  }
  return { type: 'invalid', problem: entry.reportFailure() };
}

interface Finding {
  code: ConfigProblemCode;
  message: string;
  range: SourceRange;
}

class EntryReader {
  readonly #raw: RawServer;
  readonly #row: ConfigFile;
  readonly #reading: Reading;
  readonly #problems: ProblemList;
  readonly #notes: (Finding & { severity: 'warning' | 'information' })[] = [];
  #failure: Finding | undefined;

  constructor(raw: RawServer, row: ConfigFile, reading: Reading, problems: ProblemList) {
    this.#raw = raw;
    this.#row = row;
    this.#reading = reading;
    this.#problems = problems;
  }

  read(): StdioDefinition | HttpDefinition | undefined {
    const { entry, name } = this.#raw;
    if (!isJsonObject(entry)) {
      return this.#fail('bad-entry', `The entry ${quoted(name)} has to be an object with "command" or "url".`);
    }
    const definition = this.#hasUrl(entry) ? this.#http(entry) : this.#stdio(entry);
    return this.#failure === undefined ? definition : undefined;
  }

  reportWarnings(): void {
    for (const { severity, code, message, range } of this.#notes) {
      this.#problems.add(severity, code, message, { range, server: this.#raw.name });
    }
  }

  reportFailure(): ConfigProblem {
    const failure = this.#failure ?? {
      code: 'bad-entry',
      message: 'The entry cannot be used.',
      range: this.#raw.nameRange,
    };
    return this.#problems.add('error', failure.code, failure.message, { range: failure.range, server: this.#raw.name });
  }

  /** Settles which transport the entry has; a failure when that is not clear. */
  #hasUrl(entry: JsonObject): boolean {
    const { name } = this.#raw;
    const [hasCommand, hasUrl] = [entry.command !== undefined, entry.url !== undefined];
    if (hasCommand && hasUrl) {
      this.#fail(
        'transport-ambiguous',
        `${quoted(name)} has both "command" and "url", and clients disagree which one counts. Remove one of them.`,
        'url',
      );
    } else if (!hasCommand && !hasUrl) {
      this.#failWithoutTransport(entry);
    }
    return hasUrl;
  }

  #failWithoutTransport(entry: JsonObject): void {
    const other = OTHER_URL_NAMES.find((candidate) => typeof entry[candidate] === 'string');
    if (other !== undefined) {
      this.#fail(
        'transport-missing',
        `${quoted(this.#raw.name)} gives the address as "${other}", which ${this.#readerName()} does not read. Rename it to "url".`,
        other,
      );
      return;
    }
    this.#fail(
      'transport-missing',
      `${quoted(this.#raw.name)} has neither "command" nor "url". Add "command" for a server that is started here, or "url" for one that is reached over HTTP.`,
    );
  }

  #stdio(entry: JsonObject): StdioDefinition | undefined {
    this.#checkType(entry, 'stdio');
    const command = this.#text(entry, 'command', 'The arguments belong into "args".');
    const args = this.#args(entry.args);
    const env = this.#env(entry.env);
    const envFile = this.#text(entry, 'envFile');
    const cwd = this.#text(entry, 'cwd');
    if (command === undefined || args === undefined || env === undefined) {
      return undefined;
    }
    if (command.trim() === '') {
      return this.#fail(
        'bad-entry',
        `"command" of ${quoted(this.#raw.name)} is empty. Write the program to start.`,
        'command',
      );
    }
    return {
      type: 'stdio',
      command,
      args,
      env,
      ...(envFile === undefined ? {} : { envFile }),
      ...(cwd === undefined ? {} : { cwd }),
    };
  }

  #http(entry: JsonObject): HttpDefinition | undefined {
    const transport = this.#checkType(entry, 'http');
    const url = this.#text(entry, 'url');
    const headers = this.#headers(entry.headers);
    if (entry.headersHelper !== undefined) {
      this.#note(
        'information',
        'headers-helper',
        `The program of "headersHelper" is not run for grading, so the headers it would give are missing. Put what the server needs into "headers".`,
        'headersHelper',
      );
    }
    if (url === undefined || headers === undefined) {
      return undefined;
    }
    return { type: 'http', transport: transport === 'sse' ? 'sse' : 'http', url, headers };
  }

  /** The transport that `type` asks for, or the one the reader infers. */
  #checkType(entry: JsonObject, inferred: 'stdio' | 'http'): 'stdio' | 'http' | 'sse' {
    const { types, urlWithoutType } = this.#reading.dialect;
    const { name } = this.#raw;
    const type = entry.type;
    if (type === undefined) {
      if (inferred === 'http') {
        this.#checkUrlWithoutType();
        return urlWithoutType === 'sse' ? 'sse' : 'http';
      }
      return inferred;
    }
    if (type === 'ws') {
      this.#fail(
        'unsupported-transport',
        `${quoted(name)} uses WebSocket, which is not part of MCP and is not graded. Use "http".`,
        'type',
      );
      return inferred;
    }
    const meaning = typeof type === 'string' && Object.hasOwn(types, type) ? types[type] : undefined;
    if (meaning === undefined) {
      const word = inferred === 'stdio' ? 'stdio' : 'http';
      this.#note(
        'warning',
        'unknown-type',
        `${this.#readerName()} does not know the type ${JSON.stringify(type)} in this file. Write "${word}".`,
        'type',
      );
      return inferred;
    }
    if ((meaning === 'stdio') !== (inferred === 'stdio')) {
      const [has, wants] = inferred === 'stdio' ? ['command', 'url'] : ['url', 'command'];
      this.#fail(
        'transport-missing',
        `${quoted(name)} says "type": ${JSON.stringify(type)} but has "${has}" and no "${wants}". Change the type, or write "${wants}" instead.`,
        'type',
      );
    }
    return meaning;
  }

  #checkUrlWithoutType(): void {
    const skipping = this.#row.readings.filter(
      ({ dialect, roots }) => dialect.urlWithoutType === 'skipped' && roots[0]?.[0] === this.#reading.roots[0]?.[0],
    );
    if (skipping.length === 0) {
      return;
    }
    const names = listOf(skipping.map(({ reader }) => readerName(reader)));
    this.#note(
      'warning',
      'missing-type',
      `${quoted(this.#raw.name)} has a "url" and no "type"; ${names} may skip such an entry. Add "type": "http".`,
      'url',
    );
  }

  #args(value: JsonValue | undefined): string[] | undefined {
    if (value === undefined) {
      return [];
    }
    if (!Array.isArray(value)) {
      const example =
        typeof value === 'string' ? `, for example ${JSON.stringify(value.split(/\s+/).slice(0, 4))}` : '';
      return this.#fail(
        'bad-entry',
        `"args" of ${quoted(this.#raw.name)} has to be an array of strings${example}.`,
        'args',
      );
    }
    const index = value.findIndex((argument) => typeof argument !== 'string');
    if (index >= 0) {
      return this.#fail(
        'bad-entry',
        `Argument ${index + 1} of ${quoted(this.#raw.name)} is ${typeName(value[index])}, not a string. Put it in double quotes.`,
        'args',
        String(index),
      );
    }
    return value.filter((argument) => typeof argument === 'string');
  }

  #env(value: JsonValue | undefined): Record<string, string | null> | undefined {
    if (value === undefined) {
      return {};
    }
    if (!isJsonObject(value)) {
      return this.#fail(
        'bad-entry',
        `"env" of ${quoted(this.#raw.name)} has to be an object that maps variables to strings.`,
        'env',
      );
    }
    const variables: [string, string | null][] = [];
    for (const [name, variable] of Object.entries(value)) {
      if (name === '' || name.includes('=') || name.includes('\0')) {
        return this.#fail(
          'bad-entry',
          `${JSON.stringify(name)} in "env" is not a name that a variable can have.`,
          'env',
          name,
        );
      }
      if (typeof variable === 'object' && variable !== null) {
        return this.#fail(
          'bad-entry',
          `The variable ${name} in "env" has to be a string, not ${typeName(variable)}.`,
          'env',
          name,
        );
      }
      this.#checkEnvValue(name, variable ?? null);
      variables.push([name, variable === null || variable === undefined ? null : String(variable)]);
    }
    return Object.fromEntries(variables);
  }

  #checkEnvValue(name: string, value: JsonValue): void {
    const type = value === null ? 'null' : typeof value;
    if (this.#reading.dialect.envValues.some((allowed) => allowed === type)) {
      return;
    }
    const advice =
      value === null ? 'Remove the line, or give the variable a string.' : 'Put the value in double quotes.';
    this.#note(
      'warning',
      'env-value',
      `${this.#readerName()} wants strings in "env", but ${name} is ${typeName(value)}. ${advice}`,
      'env',
      name,
    );
  }

  #headers(value: JsonValue | undefined): Record<string, string> | undefined {
    if (value === undefined) {
      return {};
    }
    if (!isJsonObject(value)) {
      return this.#fail(
        'bad-entry',
        `"headers" of ${quoted(this.#raw.name)} has to be an object that maps names to strings.`,
        'headers',
      );
    }
    const headers: [string, string][] = [];
    for (const [name, header] of Object.entries(value)) {
      if (typeof header !== 'string') {
        return this.#fail(
          'bad-entry',
          `The header ${quoted(name)} has to be a string, not ${typeName(header)}.`,
          'headers',
          name,
        );
      }
      headers.push([name, header]);
    }
    return Object.fromEntries(headers);
  }

  /** A member that has to be a string when it is there. */
  #text(entry: JsonObject, member: string, advice = ''): string | undefined {
    const value = entry[member];
    if (value === undefined) {
      return undefined;
    }
    if (typeof value !== 'string') {
      const message = `"${member}" of ${quoted(this.#raw.name)} has to be a string, not ${typeName(value)}. ${advice}`;
      return this.#fail('bad-entry', message.trimEnd(), member);
    }
    if (hasControlCharacter(value)) {
      this.#note(
        'warning',
        'suspicious-escape',
        `"${member}" holds a control character: an escape such as \\t or \\n was read where a path may have been meant. Double the backslashes, or use / instead.`,
        member,
      );
    }
    return value;
  }

  #fail(code: ConfigProblemCode, message: string, ...path: readonly string[]): undefined {
    this.#failure ??= { code, message, range: this.#rangeOf(path) };
    return undefined;
  }

  #note(
    severity: 'warning' | 'information',
    code: ConfigProblemCode,
    message: string,
    ...path: readonly string[]
  ): void {
    this.#notes.push({ severity, code, message, range: this.#rangeOf(path) });
  }

  #rangeOf(path: readonly string[]): SourceRange {
    const pointer = path.map((part) => `/${pointerPart(part)}`).join('');
    return this.#raw.memberRanges.get(pointer) ?? this.#raw.nameRange;
  }

  #readerName(): string {
    return readerName(this.#reading.reader);
  }
}

function quoted(name: string): string {
  return `"${name.length > 60 ? `${name.slice(0, 59)}…` : name}"`;
}

function typeName(value: JsonValue | undefined): string {
  if (value === null || value === undefined) {
    return 'null';
  }
  if (Array.isArray(value)) {
    return 'an array';
  }
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function hasControlCharacter(text: string): boolean {
  return Array.from(text).some((character) => character < ' ');
}
