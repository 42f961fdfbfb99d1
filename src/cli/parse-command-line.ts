import { Command as CommanderCommand, CommanderError, Option } from 'commander';
import { TOOL_VERSION } from '../engine/generated/tool-version.js';
import { MODES, type Mode } from '../engine/options.js';
import type { Letter } from '../engine/report.js';
import { CannotRun } from './cannot-run.js';
import {
  type Command,
  type ExplainCommand,
  FORMATS,
  type Format,
  type JudgeCommand,
  type ListCommand,
  type TestCommand,
  type TestSubject,
  TRANSPORTS,
  type Transport,
} from './command.js';
import { commaList, duration, environmentEntry, header, letter, wholeNumber } from './option-values.js';

/** What commander makes of the options; members are absent when the option was not given. */
interface ParsedOptions {
  format: Format;
  output?: string;
  verbose?: boolean;
  color: boolean;
  strict?: boolean;
  minGrade?: Letter;
  only?: string[];
  skip?: string[];
  server?: string;
  specVersion?: string;
  transport?: Transport;
  mode?: Mode;
  forbidTool?: string[];
  header?: [string, string][];
  auth?: string;
  env?: [string, string | null][];
  envFile?: string;
  cwd?: string;
  timeout?: number;
  startupTimeout?: number;
  preflightTimeout?: number;
  retries?: number;
  concurrency?: number;
  list?: boolean;
  record?: string;
}

/** Help or the version was asked for and has been printed, so there is nothing to do. */
export const NOTHING_TO_DO = 'nothing-to-do';

/** The subcommand `test` as commander sees it: what follows the options is not yet told apart. */
interface ParsedTest {
  kind: 'parsed-test';
  words: readonly string[];
  options: ParsedOptions;
}

type Parsed = ParsedTest | JudgeCommand | ExplainCommand;

/** Understands a command line. Throws CannotRun with a sentence for the user when it can't. */
export function parseCommandLine(commandLine: readonly string[]): Command | typeof NOTHING_TO_DO {
  const parsed = parseWithCommander(commandLine, 'options-before-words');
  if (parsed === undefined) return NOTHING_TO_DO;
  if (parsed.kind !== 'parsed-test') return parsed;
  const { words } = parsed;
  const [first] = words;
  const before = commandLine.slice(0, commandLine.length - words.length);
  const afterDashes = before.at(-1) === '--';
  if (first === undefined && afterDashes)
    throw new CannotRun('Give the command that starts the server after the two dashes.');
  if (first === undefined) return testOrList(parsed.options, { kind: 'folder' });
  if (afterDashes || !isUrl(first)) return testOrList(parsed.options, commandSubject(first, words.slice(1)));
  // A command keeps everything after it, but a URL takes nothing: options may follow it.
  const whole = parseWithCommander([...before, ...words.slice(1)], 'options-anywhere');
  if (whole === undefined || whole.kind !== 'parsed-test') return NOTHING_TO_DO;
  if (whole.words.length > 0)
    throw new CannotRun(`Only one URL can be graded at a time: ${whole.words.join(' ')} is too much.`);
  return testOrList(whole.options, { kind: 'url', url: first });
}

function parseWithCommander(
  commandLine: readonly string[],
  order: 'options-before-words' | 'options-anywhere',
): Parsed | undefined {
  let result: Parsed | undefined;
  const program = buildProgram(order === 'options-before-words', (parsed) => {
    result = parsed;
  });
  try {
    program.parse([...commandLine], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return undefined;
    throw new CannotRun(sentenceOf(error, commandLine));
  }
  return result;
}

function isUrl(word: string): boolean {
  return /^https?:\/\//i.test(word);
}

function commandSubject(command: string, args: readonly string[]): TestSubject {
  if (args.length === 0 && /^(localhost|[\w-]+(\.[\w-]+)+|\[[\da-f:]+\]):\d+(\/|$)/i.test(command)) {
    throw new CannotRun(`${command} has no scheme: write http://${command} to grade a server by its URL.`);
  }
  return { kind: 'command', command, args };
}

function sentenceOf(error: CommanderError, commandLine: readonly string[]): string {
  // Without a subcommand commander has no message but the help text.
  if (error.code === 'commander.help') return 'Say what to do: run mcp-assay --help for the commands.';
  const subcommand = ['test', 'judge', 'explain'].find((name) => name === commandLine[0]);
  const message = withoutSecret(error.message)
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/[^.?)]$/, '$&.');
  return `${message} Run mcp-assay ${subcommand === undefined ? '' : `${subcommand} `}--help for what is possible.`;
}

/** The value of these options may be a credential, and what is printed may be kept in a log. */
function withoutSecret(message: string): string {
  if (!/^error: option '[^']*--(?:header|env|auth)\b/.test(message)) return message;
  return message.replace(/ argument '.*' is invalid\./s, ' has a value that cannot be used.');
}

function buildProgram(passThrough: boolean, found: (parsed: Parsed) => void): CommanderCommand {
  const program = new CommanderCommand('mcp-assay')
    .description('Grades whether an MCP server keeps the protocol.')
    .version(TOOL_VERSION, '-V, --version', 'print the version')
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .addHelpText(
      'after',
      '\nExit code: 0 passed, 1 below a threshold that was asked for (--strict, --min-grade), 2 could not run.',
    );
  addTestCommand(program, passThrough, found);
  addJudgeCommand(program, found);
  addExplainCommand(program, found);
  return program;
}

function addTestCommand(program: CommanderCommand, passThrough: boolean, found: (parsed: Parsed) => void): void {
  const test = program
    .command('test')
    .description(
      'Grades one server, given by its URL or command. Without either, grades the servers of the configuration files in this folder.',
    )
    .usage('[options] [url | -- command args...]')
    .argument('[target...]', 'URL, or command with its arguments; everything after the command belongs to it')
    .passThroughOptions(passThrough);
  addReportOptions(test);
  addThresholds(test);
  addFilters(test);
  test
    .option('--server <name>', 'grade only this server of the configuration files')
    .option('--spec-version <revision>', 'protocol revision to grade')
    .addOption(new Option('--transport <transport>', 'with --list: checks of this transport').choices(TRANSPORTS))
    .addOption(
      new Option(
        '--mode <mode>',
        'observe: call no tool; safe: call read-only tools; full: also hostile input',
      ).choices(MODES),
    )
    .option('--forbid-tool <name>', 'never call this tool (repeatable)', commaList)
    .option('-H, --header <name: value>', 'send this header with every request (repeatable)', header)
    .option('--auth <credential>', 'send this Authorization; a single word is a bearer token')
    .option(
      '-E, --env <name=value>',
      'set a variable for the server; NAME alone passes on your own value (repeatable)',
      environmentEntry,
    )
    .option('--env-file <file>', 'set the variables of this file for the server')
    .option('--cwd <folder>', 'start the server in this folder')
    .option('--timeout <time>', 'limit for each reply, in ms or as 15s', duration)
    .option('--startup-timeout <time>', 'limit for the first reply of a server that is started', duration)
    .option('--preflight-timeout <time>', 'limit for the first reply of a server that is reached by URL', duration)
    .option('--retries <number>', 'how often a request without a reply is sent again', wholeNumber(0))
    .option('--concurrency <number>', 'how many requests may be open at once', wholeNumber(1))
    .option('--list', 'show which checks would run, and run none')
    .option('--record <file>', 'save what was sent and received, for mcp-assay judge')
    .addHelpText('after', testHelp)
    .action((words: string[], options: ParsedOptions) => found({ kind: 'parsed-test', words, options }));
}

const testHelp = `
Examples:
  mcp-assay test https://example.com/mcp --auth TOKEN
  mcp-assay test --mode observe -- npx -y @modelcontextprotocol/server-everything
  mcp-assay test --server demo --format html --output report.html

With --format json, a server given by URL, command or --server makes one report object;
the servers of a folder make an array of reports, also when there is only one.`;

function addJudgeCommand(program: CommanderCommand, found: (parsed: Parsed) => void): void {
  const judge = program
    .command('judge')
    .description('Judges a recording again, made with mcp-assay test --record. Nothing is started or contacted.')
    .argument('<file>', 'the recording');
  addReportOptions(judge);
  addThresholds(judge);
  addFilters(judge);
  judge.action((file: string, options: ParsedOptions) => found({ kind: 'judge', file, ...common(options) }));
}

function addExplainCommand(program: CommanderCommand, found: (parsed: Parsed) => void): void {
  program
    .command('explain')
    .description('Explains a check: what it asks for, what breaks without it, and what to change.')
    .argument('<check>', 'id of the check, as in a report')
    .addOption(formatOption(['terminal', 'json']))
    .option('--no-color', 'no colours')
    .action((id: string, options: ParsedOptions) =>
      found({ kind: 'explain', id, format: options.format, color: options.color }),
    );
}

function formatOption(formats: readonly Format[]): Option {
  return new Option('--format <format>', 'form of what is printed').choices(formats).default('terminal');
}

function addReportOptions(command: CommanderCommand): void {
  command
    .addOption(formatOption(FORMATS))
    .option('-o, --output <file>', 'write the report to this file')
    .option('-v, --verbose', 'also show what passed, and each verdict as it comes')
    .option('--no-color', 'no colours (also: NO_COLOR)');
}

function addThresholds(command: CommanderCommand): void {
  command
    .option('--strict', 'exit 1 when a required check failed')
    .option('--min-grade <letter>', 'exit 1 when the grade is worse than this', letter);
}

function addFilters(command: CommanderCommand): void {
  command
    .option('--only <ids>', 'only these checks, categories or sets (commas, repeatable)', commaList)
    .option('--skip <ids>', 'not these checks, categories or sets (commas, repeatable)', commaList);
}

/** The members that `test` and `judge` share. */
function common(options: ParsedOptions) {
  return {
    format: options.format,
    ...(options.output !== undefined && { output: options.output }),
    verbose: options.verbose ?? false,
    color: options.color,
    strict: options.strict ?? false,
    ...(options.minGrade !== undefined && { minGrade: options.minGrade }),
    only: options.only ?? [],
    skip: options.skip ?? [],
  };
}

function testOrList(options: ParsedOptions, subject: TestSubject): TestCommand | ListCommand {
  if (options.list) return listCommand(options, subject);
  if (options.transport !== undefined) {
    throw new CannotRun('--transport goes with --list; a run takes its transport from the URL or the command.');
  }
  if (subject.kind !== 'folder' && options.server !== undefined) {
    throw new CannotRun(
      '--server picks a server of the configuration files; leave it out, or leave out the URL or command.',
    );
  }
  return testCommand(options, subject);
}

function listCommand(options: ParsedOptions, subject: TestSubject): ListCommand {
  const implied = subject.kind === 'folder' ? undefined : subject.kind === 'url' ? 'http' : 'stdio';
  const transport = options.transport ?? implied;
  return {
    kind: 'list',
    format: options.format,
    only: options.only ?? [],
    skip: options.skip ?? [],
    ...(transport !== undefined && { transport }),
    ...(options.specVersion !== undefined && { specVersion: options.specVersion }),
    ...(options.mode !== undefined && { mode: options.mode }),
  };
}

function testCommand(options: ParsedOptions, subject: TestSubject): TestCommand {
  return {
    kind: 'test',
    subject:
      subject.kind === 'folder' && options.server !== undefined ? { kind: 'folder', server: options.server } : subject,
    ...common(options),
    forbiddenTools: options.forbidTool ?? [],
    headers: options.header ?? [],
    env: options.env ?? [],
    ...(options.specVersion !== undefined && { specVersion: options.specVersion }),
    ...(options.mode !== undefined && { mode: options.mode }),
    ...(options.auth !== undefined && { auth: options.auth }),
    ...(options.envFile !== undefined && { envFile: options.envFile }),
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    ...(options.timeout !== undefined && { requestMs: options.timeout }),
    ...(options.startupTimeout !== undefined && { startupMs: options.startupTimeout }),
    ...(options.preflightTimeout !== undefined && { preflightMs: options.preflightTimeout }),
    ...(options.retries !== undefined && { retries: options.retries }),
    ...(options.concurrency !== undefined && { concurrency: options.concurrency }),
    ...(options.record !== undefined && { record: options.record }),
  };
}
