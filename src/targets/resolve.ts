import type { HttpTarget, StdioTarget, TargetSource } from '../engine/target.js';
import { configFileById, type Dialect, readerName, readingOf } from './config-files.js';
import { type EnvVariable, parseEnvFile } from './env-file.js';
import { mergeEnvironment } from './environment.js';
import { hasHeader, headerProblem, splitCredentials, urlProblem } from './http-parts.js';
import { expandTilde, resolvePath } from './paths.js';
import { SecretCollector } from './secrets.js';
import {
  type ConfigProblem,
  type ConfigProblemCode,
  type HttpDefinition,
  type InputDefinition,
  memberRange,
  type ProblemSeverity,
  type Resolution,
  type ServerDefinition,
  type StdioDefinition,
  type TextFiles,
} from './server-definition.js';
import { type Expansion, expand, inputsIn, join, type VariableSources } from './variables.js';

export interface InputRequest {
  input: InputDefinition;
  server: ServerDefinition;
}

/** What resolving needs from the machine and from the user. */
export interface ResolveContext extends VariableSources {
  /** The inputs of the server's file. */
  inputs: readonly InputDefinition[];
  /** Asks for a value; undefined when the user gives none. Called once per input. */
  input(request: InputRequest): Promise<string | undefined>;
  /** For env files. */
  files: TextFiles;
}

/** Makes a target of a definition: variables replaced, env file read, paths absolute. Never rejects by itself. */
export async function resolveTarget(server: ServerDefinition, context: ResolveContext): Promise<Resolution> {
  const { definition } = server;
  if (definition.type === 'invalid') {
    return { ok: false, problems: [definition.problem] };
  }
  const resolver = new Resolver(server, context);
  const target = definition.type === 'stdio' ? await resolver.stdio(definition) : await resolver.http(definition);
  return resolver.resolution(target);
}

/** Where a text stands in the entry. */
type Path = readonly (string | number)[];

interface Template {
  path: Path;
  expansion: Expansion;
}

class Resolver {
  readonly #server: ServerDefinition;
  readonly #context: ResolveContext;
  readonly #dialect: Dialect;
  readonly #problems: ConfigProblem[] = [];
  readonly #inputs = new Map<string, string>();
  readonly #secrets: SecretCollector;

  constructor(server: ServerDefinition, context: ResolveContext) {
    this.#server = server;
    this.#context = context;
    this.#dialect = readingOf(configFileById(server.format), server.reader).dialect;
    this.#secrets = new SecretCollector({ folders: [context.folder, context.homeFolder], style: context.style });
  }

  resolution(target: StdioTarget | HttpTarget | undefined): Resolution {
    const [first, ...others] = this.#problems.toSorted((a, b) => rank(a.severity) - rank(b.severity));
    if (target !== undefined && first?.severity !== 'error') {
      return { ok: true, target, problems: this.#problems };
    }
    return {
      ok: false,
      problems: [first ?? this.#problem('error', 'bad-entry', 'The entry cannot be used.', []), ...others],
    };
  }

  async stdio(definition: StdioDefinition): Promise<StdioTarget | undefined> {
    const command = this.#template(definition.command, ['command']);
    const args = definition.args.map((argument, index) => this.#template(argument, ['args', index]));
    const cwd = definition.cwd === undefined ? undefined : this.#template(definition.cwd, ['cwd']);
    const envFile = definition.envFile === undefined ? undefined : this.#template(definition.envFile, ['envFile']);
    const env = Object.entries(definition.env).map(
      ([name, value]) => [name, value === null ? null : this.#template(value, ['env', name])] as const,
    );
    const templates = [command, ...args, cwd, envFile, ...env.map(([, value]) => value)];
    const used = templates.filter((template) => template !== undefined && template !== null);
    const isComplete = await this.#askInputs(used);
    if (!isComplete) {
      return undefined;
    }
    const fromFile = envFile === undefined ? [] : await this.#readEnvFile(this.#text(envFile));
    if (fromFile === undefined) {
      return undefined;
    }
    const fromEntry = env.map(([name, value]) => [name, value === null ? null : this.#text(value)] as const);
    const argumentTexts = args.map((argument) => this.#homeTilde(this.#text(argument)));
    this.#addInserted(used);
    this.#collectSecrets(argumentTexts, [...fromFile, ...fromEntry]);
    const { folder, environment, style } = this.#context;
    // The file of variables replaces, whatever the entry's own PATH does.
    const inherited = mergeEnvironment(environment, fromFile, { style, path: 'replace' });
    return {
      type: 'stdio',
      label: this.#server.name,
      secrets: this.#secrets.list(),
      source: this.#source(),
      command: this.#homeTilde(this.#text(command)),
      args: argumentTexts,
      cwd: cwd === undefined ? folder : resolvePath(folder, this.#homeTilde(this.#text(cwd)), style),
      env: mergeEnvironment(inherited, fromEntry, { style, path: this.#dialect.path }),
    };
  }

  async http(definition: HttpDefinition): Promise<HttpTarget | undefined> {
    const url = this.#template(definition.url, ['url']);
    const headers = Object.entries(definition.headers).map(
      ([name, value]) => [name, this.#template(value, ['headers', name])] as const,
    );
    const isComplete = await this.#askInputs([url, ...headers.map(([, value]) => value)]);
    if (!isComplete) {
      return undefined;
    }
    const address = this.#text(url).trim();
    const wrongUrl = urlProblem(address);
    if (wrongUrl !== undefined) {
      this.#report('error', 'bad-url', wrongUrl, ['url']);
      return undefined;
    }
    const fields: [string, string][] = [];
    for (const [name, template] of headers) {
      const value = this.#text(template).trim();
      const wrongHeader = headerProblem(name, value);
      if (wrongHeader !== undefined) {
        this.#report('error', 'bad-header', wrongHeader, ['headers', name]);
        return undefined;
      }
      fields.push([name, value]);
      this.#secrets.addHeader(name, value);
    }
    this.#secrets.addUrl(address);
    this.#addInserted([url, ...headers.map(([, value]) => value)]);
    return this.#httpTarget(address, Object.fromEntries(fields));
  }

  #httpTarget(address: string, headers: Record<string, string>): HttpTarget {
    const { url, authorization } = splitCredentials(address);
    if (authorization !== undefined) {
      const message =
        'The URL holds a user name or password, which many clients refuse. Send it in the header "Authorization" instead.';
      this.#report('warning', 'bad-url', message, ['url']);
      this.#secrets.addHeader('authorization', authorization);
    }
    const isAdded = authorization !== undefined && !hasHeader(headers, 'authorization');
    return {
      type: 'http',
      label: this.#server.name,
      secrets: this.#secrets.list(),
      source: this.#source(),
      url,
      headers: isAdded ? { ...headers, Authorization: authorization } : headers,
    };
  }

  #template(text: string, path: Path): Template {
    const name = readerName(this.#server.reader);
    const expansion = expand(text, this.#dialect.variables, name, this.#context);
    for (const { severity, code, message } of expansion.findings) {
      this.#report(severity, code, message, path);
    }
    return { path, expansion };
  }

  /** Asks for every input that the templates need; false when one has no value. */
  async #askInputs(templates: readonly Template[]): Promise<boolean> {
    const wanted = new Map<string, Path>();
    for (const { expansion, path } of templates) {
      for (const id of inputsIn(expansion)) {
        wanted.set(id, wanted.get(id) ?? path);
      }
    }
    const definitions = [...wanted].map(([id, path]) => this.#inputDefinition(id, path));
    // Nobody is asked for anything when the target cannot come about.
    if (this.#problems.some(({ severity }) => severity === 'error')) {
      return false;
    }
    for (const input of definitions.filter((definition) => definition !== undefined)) {
      const value = await this.#context.input({ input, server: this.#server });
      if (value === undefined) {
        const message = `"${this.#server.name}" needs a value for the input "${input.id}". Grade it again and give one.`;
        this.#report('error', 'input-cancelled', message, wanted.get(input.id) ?? []);
        return false;
      }
      this.#inputs.set(input.id, value);
      if (input.password) {
        this.#secrets.addCredential(value);
      }
    }
    return true;
  }

  #inputDefinition(id: string, path: Path): InputDefinition | undefined {
    const definition = this.#context.inputs.find((input) => input.id === id);
    if (definition === undefined) {
      const remedy =
        configFileById(this.#server.format).inputsKey === undefined
          ? 'Clients that read this file know no inputs; use an environment variable.'
          : 'Add it to "inputs", or use an environment variable.';
      this.#report('error', 'input-unknown', `No input has the id "${id}". ${remedy}`, path);
    }
    return definition;
  }

  async #readEnvFile(path: string): Promise<EnvVariable[] | undefined> {
    const { files, folder, style } = this.#context;
    const outcome = await files.readText(resolvePath(folder, path, style));
    if (outcome.kind !== 'text') {
      const reason = outcome.kind === 'missing' ? 'does not exist' : `cannot be read (${outcome.reason})`;
      this.#report('error', 'env-file', `The file of "envFile", ${path}, ${reason}. Create it, or correct the path.`, [
        'envFile',
      ]);
      return undefined;
    }
    const parsed = parseEnvFile(outcome.text);
    if (!parsed.ok) {
      this.#report('error', 'env-file', `In the file of "envFile", ${path}, ${parsed.message}. Close the quote.`, [
        'envFile',
      ]);
      return undefined;
    }
    return parsed.variables;
  }

  #collectSecrets(args: readonly string[], variables: readonly (readonly [string, string | null])[]): void {
    this.#secrets.addArguments(args);
    for (const [name, value] of variables) {
      if (value !== null) {
        this.#secrets.addVariable(name, value);
      }
    }
    for (const [name, value] of Object.entries(this.#context.environment)) {
      this.#secrets.addInherited(name, value ?? '');
    }
  }

  #addInserted(templates: readonly Template[]): void {
    for (const part of templates.flatMap(({ expansion }) => expansion.parts)) {
      if ('fromVariable' in part && part.fromVariable !== undefined) {
        this.#secrets.addInserted(part.fromVariable, part.text);
      }
    }
  }

  /** A NUL would end the text early in the operating system, so it is refused. */
  #text({ expansion, path }: Template): string {
    const text = join(expansion, this.#inputs);
    if (text.includes('\0')) {
      this.#report(
        'error',
        'bad-value',
        'The value holds a NUL character, which no program can be given. Remove it.',
        path,
      );
    }
    return text;
  }

  #homeTilde(path: string): string {
    const { homeFolder, style } = this.#context;
    return this.#dialect.homeTilde ? expandTilde(path, homeFolder, style) : path;
  }

  #source(): TargetSource {
    return { file: this.#server.file, range: this.#server.nameRange };
  }

  #report(severity: ProblemSeverity, code: ConfigProblemCode, message: string, path: Path): void {
    this.#problems.push(this.#problem(severity, code, message, path));
  }

  #problem(severity: ProblemSeverity, code: ConfigProblemCode, message: string, path: Path): ConfigProblem {
    const { file, name } = this.#server;
    return { code, severity, message, file, range: memberRange(this.#server, ...path), server: name };
  }
}

function rank(severity: ProblemSeverity): number {
  return ['error', 'warning', 'information'].indexOf(severity);
}
