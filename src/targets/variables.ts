import type { VariableRules, VariableSyntax } from './config-files.js';
import { baseName, pathSeparator } from './paths.js';
import type { ConfigProblemCode, PathStyle, WorkspaceFolder } from './server-definition.js';

/** What variables are replaced from. */
export interface VariableSources {
  /** The workspace folder of the file; absolute. */
  folder: string;
  /** All open folders, for `${workspaceFolder:Name}`. */
  folders: readonly WorkspaceFolder[];
  homeFolder: string;
  /** The inherited environment. */
  environment: Readonly<Record<string, string | undefined>>;
  style: PathStyle;
}

export interface VariableFinding {
  code: ConfigProblemCode;
  severity: 'error' | 'warning';
  /** A complete sentence or two. */
  message: string;
}

/** A part of a text: as it is, or a value that has to be asked for. */
type Part = { text: string; fromVariable?: string } | { input: string; source: string };

export interface Expansion {
  parts: readonly Part[];
  findings: readonly VariableFinding[];
}

/** Values of inputs by id. */
export type InputValues = ReadonlyMap<string, string>;

const VARIABLE = /\$\{([^}]*)\}/g;
const BARE = /^([A-Za-z_][A-Za-z0-9_]*)(?::-([\s\S]*))?$/;
const FOLDER_VARIABLES = ['workspaceFolder', 'workspaceFolderBasename', 'userHome', 'pathSeparator', '/'];

/**
 * Replaces the variables of one text. A variable that the dialect does not replace stays as it stands, as with the
 * client. Values are never expanded again.
 */
export function expand(text: string, rules: VariableRules, readerName: string, sources: VariableSources): Expansion {
  const parts: Part[] = [];
  const findings: VariableFinding[] = [];
  let end = 0;
  // Without the part that closes nothing, matching takes linear time whatever the text.
  for (const match of text.slice(0, text.lastIndexOf('}') + 1).matchAll(VARIABLE)) {
    const whole = match[0];
    if (match.index > end) {
      parts.push({ text: text.slice(end, match.index) });
    }
    end = match.index + whole.length;
    const variable = classify(match[1] ?? '');
    const outcome = replaceVariable(whole, variable, rules, readerName, sources);
    parts.push(outcome.part);
    findings.push(...outcome.findings);
  }
  if (end < text.length) {
    parts.push({ text: text.slice(end) });
  }
  return { parts, findings };
}

/** The ids of the inputs that a text asks for, whatever the dialect. */
export function inputsIn(expansion: Expansion): string[] {
  return expansion.parts.flatMap((part) => ('input' in part ? [part.input] : []));
}

/** The text with its inputs put in; an input without a value stays as it stands. */
export function join(expansion: Expansion, inputs: InputValues): string {
  return expansion.parts
    .map((part) => ('input' in part ? (inputs.get(part.input) ?? part.source) : part.text))
    .join('');
}

/** An environment variable by its name; Windows does not tell cases apart. */
export function environmentValue(
  sources: Pick<VariableSources, 'environment' | 'style'>,
  name: string,
): string | undefined {
  const { environment, style } = sources;
  if (Object.hasOwn(environment, name)) {
    return environment[name];
  }
  if (style === 'posix') {
    return undefined;
  }
  const wanted = name.toUpperCase();
  const actual = Object.keys(environment).find((candidate) => candidate.toUpperCase() === wanted);
  return actual === undefined ? undefined : environment[actual];
}

interface Variable {
  syntax: VariableSyntax | 'unknown';
  name: string;
  /** The default of `${X:-default}`, or the folder of `${workspaceFolder:Name}`. */
  argument?: string | undefined;
}

function classify(inside: string): Variable {
  const colon = inside.indexOf(':');
  const head = colon < 0 ? inside : inside.slice(0, colon);
  const tail = colon < 0 ? undefined : inside.slice(colon + 1);
  if (head === 'env' && tail !== undefined && !tail.startsWith('-')) {
    return { syntax: 'env', name: tail };
  }
  if (head === 'input' && tail !== undefined && !tail.startsWith('-')) {
    return { syntax: 'input', name: tail };
  }
  if (FOLDER_VARIABLES.includes(head) && (tail === undefined || !tail.startsWith('-'))) {
    return { syntax: 'folder', name: head, argument: tail };
  }
  const bare = BARE.exec(inside);
  return bare === null
    ? { syntax: 'unknown', name: inside }
    : { syntax: 'bare', name: bare[1] ?? '', argument: bare[2] };
}

interface Outcome {
  part: Part;
  findings: VariableFinding[];
}

function replaceVariable(
  whole: string,
  variable: Variable,
  rules: VariableRules,
  readerName: string,
  sources: VariableSources,
): Outcome {
  const { syntax } = variable;
  const literal: Part = { text: whole };
  if (syntax === 'unknown') {
    const message = `${whole} is not a variable that can be resolved here, so it is passed on as it stands. Write the value itself.`;
    return { part: literal, findings: [{ code: 'variable-unknown', severity: 'warning', message }] };
  }
  const isNative = rules.native.includes(syntax);
  if (!isNative && !rules.foreign.includes(syntax)) {
    const message = `${readerName} does not replace ${whole} in this file; it is passed on as it stands. ${advice(variable, rules)}`;
    return { part: literal, findings: [{ code: 'variable-foreign', severity: 'warning', message: message.trimEnd() }] };
  }
  const outcome = valueOfVariable(whole, variable, rules, sources);
  if (isNative) {
    return outcome;
  }
  const message = `${whole} is replaced for grading, but ${readerName} passes it on as it stands. ${advice(variable, rules)}`;
  return {
    part: outcome.part,
    findings: [{ code: 'variable-foreign', severity: 'warning', message: message.trimEnd() }, ...outcome.findings],
  };
}

/** How the reader would want it. */
function advice({ syntax, name, argument }: Variable, { native }: VariableRules): string {
  if (syntax === 'env' && native.includes('bare')) {
    return `Write \${${name}}.`;
  }
  if (syntax === 'bare' && native.includes('env')) {
    return argument === undefined ? `Write \${env:${name}}.` : `Write \${env:${name}}; defaults are not supported.`;
  }
  if (syntax === 'folder') {
    return 'Write a path relative to the folder, which is where the server starts.';
  }
  return 'Use an environment variable instead.';
}

function valueOfVariable(whole: string, variable: Variable, rules: VariableRules, sources: VariableSources): Outcome {
  switch (variable.syntax) {
    case 'input':
      return { part: { input: variable.name, source: whole }, findings: [] };
    case 'folder':
      return folderVariable(whole, variable, sources);
    default:
      return environmentVariable(whole, variable, rules, sources);
  }
}

function folderVariable(whole: string, { name, argument }: Variable, sources: VariableSources): Outcome {
  const { folder, folders, homeFolder, style } = sources;
  if (name === 'userHome') {
    return { part: { text: homeFolder }, findings: [] };
  }
  if (name === 'pathSeparator' || name === '/') {
    return { part: { text: pathSeparator(style) }, findings: [] };
  }
  const path = argument === undefined ? folder : folders.find((candidate) => candidate.name === argument)?.path;
  if (path === undefined) {
    const names = folders.map((candidate) => candidate.name).join(', ');
    const message = `No open folder is called "${argument}", so ${whole} has no value. The open folders are: ${names || 'none'}.`;
    return { part: { text: whole }, findings: [{ code: 'variable-unknown', severity: 'error', message }] };
  }
  return { part: { text: name === 'workspaceFolder' ? path : baseName(path, style) }, findings: [] };
}

function environmentVariable(
  whole: string,
  { name, argument }: Variable,
  rules: VariableRules,
  sources: VariableSources,
): Outcome {
  const value = environmentValue(sources, name);
  if (value !== undefined) {
    return { part: { text: value, fromVariable: name }, findings: [] };
  }
  if (argument !== undefined) {
    return { part: { text: argument }, findings: argument.includes('${') ? [nestedDefault(whole)] : [] };
  }
  const result = rules.unset === 'literal' ? `${whole} is passed on as it stands` : 'its value is empty';
  const remedy = rules.native.includes('bare')
    ? `Set it before starting the editor or the terminal, or give a default: \${${name}:-value}.`
    : 'Set it before starting the editor or the terminal.';
  const message = `The environment variable ${name} is not set, so ${result}. ${remedy}`;
  return {
    part: { text: rules.unset === 'literal' ? whole : '' },
    findings: [{ code: 'variable-unset', severity: 'warning', message }],
  };
}

function nestedDefault(whole: string): VariableFinding {
  const message = `A default is not expanded again, so the variable inside ${whole}} is passed on as it stands. Write a plain value as the default.`;
  return { code: 'variable-unknown', severity: 'warning', message };
}
