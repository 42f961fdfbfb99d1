import { homedir } from 'node:os';
import type { HttpTarget, StdioTarget, Target } from '../engine/target.js';
import { parseEnvFile } from '../targets/env-file.js';
import { mergeEnvironment } from '../targets/environment.js';
import { hasHeader, headerProblem, splitCredentials, urlProblem } from '../targets/http-parts.js';
import { SecretCollector } from '../targets/secrets.js';
import { CannotRun } from './cannot-run.js';
import type { TestCommand } from './command.js';
import { pathStyle, textFiles } from './text-files.js';

/** What the options say about any server, values resolved. */
export interface ServerSettings {
  /** Variables of `--env-file`, then those of `--env`. */
  env: readonly (readonly [name: string, value: string])[];
  headers: Readonly<Record<string, string>>;
  cwd?: string;
}

export async function readServerSettings(command: TestCommand): Promise<ServerSettings> {
  const fromFile = command.envFile === undefined ? [] : await readEnvFile(command.envFile);
  return {
    env: [...fromFile, ...command.env.map(ownEntry)],
    headers: joinHeaders(command),
    ...(command.cwd !== undefined && { cwd: command.cwd }),
  };
}

export function stdioTarget(command: string, args: readonly string[], settings: ServerSettings): StdioTarget {
  if (Object.keys(settings.headers).length > 0) {
    throw new CannotRun('--header and --auth are for servers that are reached by URL; use --env for a command.');
  }
  const secrets = newSecrets();
  secrets.addArguments(args);
  for (const [name, value] of Object.entries(process.env)) secrets.addInherited(name, value ?? '');
  const target: StdioTarget = {
    type: 'stdio',
    label: [command, ...args].map(quoted).join(' '),
    command,
    args,
    env: mergeEnvironment(process.env, [], { style: pathStyle, path: 'replace' }),
    secrets: secrets.list(),
  };
  return withStdioSettings(target, settings);
}

export function httpTarget(text: string, settings: ServerSettings): HttpTarget {
  if (settings.env.length > 0 || settings.cwd !== undefined) {
    throw new CannotRun(
      '--env, --env-file and --cwd are for servers that are started by a command; use --header for a URL.',
    );
  }
  const problem = urlProblem(text);
  if (problem !== undefined) throw new CannotRun(problem);
  const { url, authorization } = splitCredentials(text);
  const secrets = newSecrets();
  secrets.addUrl(text);
  const headers = authorization === undefined ? {} : { Authorization: authorization };
  for (const [name, value] of Object.entries(headers)) secrets.addHeader(name, value);
  const target: HttpTarget = { type: 'http', label: url, url, headers, secrets: secrets.list() };
  return withHttpSettings(target, settings);
}

/** The target of a configuration file with what the options add to it. */
export function withSettings(target: Target, settings: ServerSettings): Target {
  return target.type === 'stdio' ? withStdioSettings(target, settings) : withHttpSettings(target, settings);
}

function withStdioSettings(target: StdioTarget, settings: ServerSettings): StdioTarget {
  const secrets = newSecrets();
  for (const [name, value] of settings.env) secrets.addVariable(name, value);
  return {
    ...target,
    ...(settings.cwd !== undefined && { cwd: settings.cwd }),
    env: mergeEnvironment(target.env, settings.env, { style: pathStyle, path: 'replace' }),
    secrets: [...target.secrets, ...secrets.list()],
  };
}

function withHttpSettings(target: HttpTarget, settings: ServerSettings): HttpTarget {
  const secrets = newSecrets();
  for (const [name, value] of Object.entries(settings.headers)) secrets.addHeader(name, value);
  const kept = Object.entries(target.headers).filter(([name]) => !hasHeader(settings.headers, name));
  return {
    ...target,
    headers: { ...Object.fromEntries(kept), ...settings.headers },
    secrets: [...target.secrets, ...secrets.list()],
  };
}

function newSecrets(): SecretCollector {
  return new SecretCollector({ folders: [process.cwd(), homedir()], style: pathStyle });
}

async function readEnvFile(file: string): Promise<(readonly [string, string])[]> {
  const outcome = await textFiles.readText(file);
  if (outcome.kind !== 'text') {
    const reason = outcome.kind === 'missing' ? 'does not exist' : `cannot be read (${outcome.reason})`;
    throw new CannotRun(`The file of --env-file, ${file}, ${reason}: create it, or correct the path.`);
  }
  const parsed = parseEnvFile(outcome.text);
  if (!parsed.ok) throw new CannotRun(`In the file of --env-file, ${file}, ${parsed.message}: close the quote.`);
  return parsed.variables;
}

function ownEntry([name, given]: TestCommand['env'][number]): readonly [string, string] {
  const value = given ?? process.env[name];
  if (value === undefined)
    throw new CannotRun(`--env ${name} passes on your own value, but ${name} is not set: write --env ${name}=value.`);
  return [name, value];
}

/** The engine has one value per header name, so repeated names become a list, which means the same in HTTP. */
function joinHeaders(command: TestCommand): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of command.headers) {
    const problem = headerProblem(name, value);
    if (problem !== undefined) throw new CannotRun(problem);
    const known = Object.keys(joined).find((each) => each.toLowerCase() === name.toLowerCase());
    if (known === undefined) joined[name] = value;
    else joined[known] = `${joined[known]}, ${value}`;
  }
  if (command.auth === undefined) return joined;
  if (hasHeader(joined, 'authorization'))
    throw new CannotRun('The Authorization is given twice: use either --auth or --header.');
  const problem = headerProblem('Authorization', command.auth);
  if (problem !== undefined) throw new CannotRun(problem);
  return { ...joined, Authorization: command.auth.includes(' ') ? command.auth : `Bearer ${command.auth}` };
}

function quoted(word: string): string {
  return /^[\w@%+=:,./\\~-]+$/.test(word) ? word : JSON.stringify(word);
}
