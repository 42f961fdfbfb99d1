import type { JsonObject, JsonValue } from '../engine/json.js';
import type { Target } from '../engine/target.js';
import { configFileById, readerName, readingOf } from './config-files.js';
import { parseEnvFile } from './env-file.js';
import { resolvePath } from './paths.js';
import { canonicalJson, type ServerDefinition, type TextFiles } from './server-definition.js';
import { expand, join, type VariableSources } from './variables.js';

/**
 * Variables that make a program load or run other code. The value of such a variable in an env file is part of what the
 * user consents to; of other variables in an env file only the name is, so that a new token asks for no new consent.
 */
const CODE_LOADING =
  /^(?:NODE_OPTIONS|NODE_PATH|NPM_CONFIG_.*|LD_.*|DYLD_.*|PATH|PATHEXT|COMSPEC|SHELL|BASH_ENV|ENV|PYTHON.*|PIP_.*|UV_.*|RUBYOPT|RUBYLIB|PERL5.*|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|DOTNET_.*|CORECLR_.*|GIT_.*|.*_PROXY)$/i;

export interface LaunchContext extends VariableSources {
  files: TextFiles;
}

/**
 * What starting this server means, as text that is the same for the same launch: to be hashed for consent, and never to
 * be shown or stored, since it holds the values of the file. It needs no input of the user, so it can be had before
 * anything is asked.
 *
 * Values of `env` and of headers count as the file has them, variables not replaced: a change of the file that sets
 * `NODE_OPTIONS` needs a new consent, a new token in the user's own environment does not.
 */
export async function launchFacts(server: ServerDefinition, context: LaunchContext): Promise<string> {
  const { definition } = server;
  switch (definition.type) {
    case 'invalid':
      return canonicalJson({ type: 'invalid', entry: server.entry });
    case 'http':
      return canonicalJson({
        type: 'http',
        url: definition.url,
        // Where the requests go may depend on a variable.
        origin: originOf(resolveText(server, definition.url, context)),
        headers: { ...definition.headers },
      });
    case 'stdio':
      return canonicalJson({
        type: 'stdio',
        command: definition.command,
        resolvedCommand: resolveText(server, definition.command, context),
        args: [...definition.args],
        cwd: resolvePath(context.folder, resolveText(server, definition.cwd ?? '.', context), context.style),
        env: { ...definition.env },
        envFile: definition.envFile ?? null,
        envFileVariables: await envFileFacts(server, definition.envFile, context),
      });
  }
}

/** The facts of a target that was typed by the user: names of variables that are not inherited are not known here. */
export function targetFacts(target: Target): string {
  if (target.type === 'http') {
    return canonicalJson({ type: 'http', url: target.url, headers: Object.keys(target.headers).toSorted() });
  }
  return canonicalJson({ type: 'stdio', command: target.command, args: [...target.args], cwd: target.cwd ?? null });
}

/** The launch in one line for a question to the user, as the file has it: no variable is replaced, so nothing secret of this machine is in it. */
export function launchText(server: ServerDefinition): string {
  const { definition } = server;
  switch (definition.type) {
    case 'invalid':
      return definition.problem.message;
    case 'http':
      return definition.url;
    case 'stdio':
      return [definition.command, ...definition.args].map(quoteForDisplay).join(' ');
  }
}

function quoteForDisplay(argument: string): string {
  return argument === '' || /[\s"'\\]/.test(argument) ? JSON.stringify(argument) : argument;
}

/** Variables replaced; inputs stay as they stand. */
function resolveText(server: ServerDefinition, text: string, context: VariableSources): string {
  const { dialect } = readingOf(configFileById(server.format), server.reader);
  return join(expand(text, dialect.variables, readerName(server.reader), context), new Map());
}

function originOf(text: string): string | null {
  return URL.canParse(text) ? new URL(text).origin : null;
}

async function envFileFacts(
  server: ServerDefinition,
  envFile: string | undefined,
  context: LaunchContext,
): Promise<JsonValue> {
  if (envFile === undefined) {
    return null;
  }
  const path = resolvePath(context.folder, resolveText(server, envFile, context), context.style);
  const outcome = await context.files.readText(path);
  const parsed = outcome.kind === 'text' ? parseEnvFile(outcome.text) : undefined;
  if (parsed === undefined || !parsed.ok) {
    return null;
  }
  const facts: JsonObject = Object.fromEntries(
    parsed.variables.map(([name, value]) => [name, CODE_LOADING.test(name) ? value : null]),
  );
  return facts;
}
