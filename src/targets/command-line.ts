import type { HttpTarget, StdioTarget, Target } from '../engine/target.js';
import { parseEnvFile } from './env-file.js';
import { type Environment, mergeEnvironment } from './environment.js';
import { hasHeader, headerProblem, splitCredentials, urlProblem } from './http-parts.js';
import { resolvePath } from './paths.js';
import { SecretCollector } from './secrets.js';
import type { PathStyle } from './server-definition.js';

/** A value, or one or two sentences that say what is wrong and what to do. */
export type Result<Value> = { ok: true; value: Value } | { ok: false; message: string };

export interface CommandOptions {
  /** The caller's working folder; absolute. */
  folder: string;
  homeFolder: string;
  style: PathStyle;
  /** The inherited environment. */
  environment: Environment;
  /** Where the server starts, relative to `folder`; `folder` itself when absent. */
  cwd?: string;
  /** The text of an env file. */
  envFileText?: string;
  /** `NAME=value` each; these win over the env file. */
  variables?: readonly string[];
  label?: string;
}

export interface UrlOptions {
  /** `Name: value` each. */
  headers?: readonly string[];
  /** A token, sent as `Bearer`, or a whole `Authorization` value such as `Basic …`. */
  auth?: string;
  label?: string;
}

/** The target of a command with its arguments. */
export function commandTarget(argv: readonly string[], options: CommandOptions): Result<StdioTarget> {
  const [command, ...args] = argv;
  if (command === undefined || command.trim() === '') {
    return failure('There is no command to start. Write it after --, for example: -- npx -y some-server.');
  }
  if (argv.some((argument) => argument.includes('\0'))) {
    return failure('The command holds a NUL character, which no program can be given. Remove it.');
  }
  const variables = readVariables(options);
  if (!variables.ok) {
    return variables;
  }
  const { folder, homeFolder, style, environment } = options;
  const secrets = new SecretCollector({ folders: [folder, homeFolder], style });
  secrets.addArguments(args);
  for (const [name, value] of variables.value) {
    secrets.addVariable(name, value);
  }
  for (const [name, value] of Object.entries(environment)) {
    secrets.addInherited(name, value ?? '');
  }
  return success({
    type: 'stdio',
    label: options.label ?? [command, ...args].join(' '),
    secrets: secrets.list(),
    command,
    args,
    cwd: resolvePath(folder, options.cwd ?? '.', style),
    env: mergeEnvironment(environment, variables.value, { style, path: 'replace' }),
  });
}

/** The target of an address; only http and https. */
export function urlTarget(url: string, options: UrlOptions = {}): Result<HttpTarget> {
  const address = url.trim();
  const wrongUrl = urlProblem(address);
  if (wrongUrl !== undefined) {
    return failure(wrongUrl);
  }
  const headers: Record<string, string> = {};
  for (const text of options.headers ?? []) {
    const header = parseHeader(text);
    if (!header.ok) {
      return header;
    }
    const [name, value] = header.value;
    headers[name] = value;
  }
  const { url: plainUrl, authorization } = splitCredentials(address);
  const credential = options.auth === undefined ? authorization : authorizationValue(options.auth);
  if (credential !== undefined && !hasHeader(headers, 'authorization')) {
    headers['Authorization'] = credential;
  }
  const wrongAuth = headerProblem('Authorization', credential ?? '');
  if (wrongAuth !== undefined) {
    return failure(wrongAuth);
  }
  const secrets = new SecretCollector({ folders: [], style: 'posix' });
  secrets.addUrl(address);
  for (const [name, value] of Object.entries(headers)) {
    secrets.addHeader(name, value);
  }
  return success({ type: 'http', label: options.label ?? plainUrl, secrets: secrets.list(), url: plainUrl, headers });
}

/** The target of one line that a user typed: an address, or a command line. */
export function targetOfLine(line: string, options: CommandOptions & UrlOptions): Result<Target> {
  const text = line.trim();
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) {
    return urlTarget(text, options);
  }
  const argv = splitCommandLine(text, options.style);
  return argv.ok ? commandTarget(argv.value, options) : argv;
}

/** `Name: value`, as curl's -H has it. */
export function parseHeader(text: string): Result<[name: string, value: string]> {
  const colon = text.indexOf(':');
  if (colon <= 0) {
    return failure('A header has to be written as "Name: value".');
  }
  const [name, value] = [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
  const problem = headerProblem(name, value);
  return problem === undefined ? success([name, value]) : failure(problem);
}

/** `NAME=value`. */
export function parseVariable(text: string): Result<[name: string, value: string]> {
  const equals = text.indexOf('=');
  if (equals <= 0) {
    return failure('An environment variable has to be written as NAME=value.');
  }
  if (text.includes('\0')) {
    return failure(`The variable ${text.slice(0, equals).replaceAll('\0', '')} holds a NUL character. Remove it.`);
  }
  return success([text.slice(0, equals), text.slice(equals + 1)]);
}

/**
 * Splits a typed command line into its parts: white space separates, single and double quotes keep together, a
 * backslash makes the next character plain. On Windows a backslash is part of the path except before a double quote.
 * No shell is involved: operators and variables of a shell are plain text.
 */
export function splitCommandLine(line: string, style: PathStyle): Result<string[]> {
  const parts: string[] = [];
  let part: string | undefined;
  let quote: string | undefined;
  for (let index = 0; index < line.length; index += 1) {
    const character = line.charAt(index);
    const next = line.charAt(index + 1);
    const isEscape = character === '\\' && quote !== "'" && (style === 'windows' ? next === '"' : next !== '');
    if (isEscape) {
      part = (part ?? '') + next;
      index += 1;
    } else if (quote !== undefined) {
      if (character === quote) {
        quote = undefined;
      } else {
        part = (part ?? '') + character;
      }
    } else if (character === '"' || (character === "'" && style === 'posix')) {
      quote = character;
      part ??= '';
    } else if (/\s/.test(character)) {
      if (part !== undefined) {
        parts.push(part);
      }
      part = undefined;
    } else {
      part = (part ?? '') + character;
    }
  }
  if (quote !== undefined) {
    return failure(`The command line has a ${quote} that is never closed. Close it, or remove it.`);
  }
  return success(part === undefined ? parts : [...parts, part]);
}

function readVariables({ envFileText, variables = [] }: CommandOptions): Result<[name: string, value: string][]> {
  const fromFile = envFileText === undefined ? undefined : parseEnvFile(envFileText);
  if (fromFile !== undefined && !fromFile.ok) {
    return failure(`In the env file, ${fromFile.message}. Close the quote.`);
  }
  const all: [string, string][] = (fromFile?.variables ?? []).map(([name, value]) => [name, value]);
  for (const text of variables) {
    const variable = parseVariable(text);
    if (!variable.ok) {
      return variable;
    }
    all.push(variable.value);
  }
  return success(all);
}

function authorizationValue(auth: string): string {
  const value = auth.trim();
  return /\s/.test(value) ? value : `Bearer ${value}`;
}

function success<Value>(value: Value): Result<Value> {
  return { ok: true, value };
}

function failure(message: string): { ok: false; message: string } {
  return { ok: false, message };
}
