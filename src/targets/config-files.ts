import type { ConfigFormatId, ReaderId } from './server-definition.js';

/** How a reader spells and infers transports, and which variables it replaces. Several files can share one. */
export interface Dialect {
  /** What `type` may say, and what it means. */
  types: Readonly<Record<string, 'stdio' | 'http' | 'sse'>>;
  /** What the reader makes of an entry that has a `url` and no `type`; `skipped` when it refuses the entry. */
  urlWithoutType: 'http' | 'sse' | 'skipped';
  /** Types of JSON that a value of `env` may have. A null removes the variable. */
  envValues: readonly ('string' | 'number' | 'null')[];
  variables: VariableRules;
  /** A leading `~/` in `command`, `args` and `cwd` means the user's home folder. */
  homeTilde: boolean;
  /** `append` when a PATH of the entry is put behind the inherited one instead of replacing it. */
  path: 'append' | 'replace';
  /** Member that turns an entry off, and the value that does so. */
  disabled: { member: string; when: boolean };
}

export type VariableSyntax = 'bare' | 'env' | 'input' | 'folder';

export interface VariableRules {
  /** Syntaxes that the reader replaces: `bare` is `${X}` and `${X:-d}`, `env` is `${env:X}`, `folder` is `${workspaceFolder}` and the like. */
  native: readonly VariableSyntax[];
  /** Syntaxes of other readers that are replaced as well, with a warning. */
  foreign: readonly VariableSyntax[];
  /** What an unset variable without a default comes to. */
  unset: 'literal' | 'empty';
}

/** One client's way of reading one file. */
export interface Reading {
  reader: ReaderId;
  /** Paths of keys to the object that maps names to entries; the empty path is the file itself. */
  roots: readonly (readonly string[])[];
  /** Whether the reader accepts what plain JSON does not allow. */
  accepts: Readonly<Record<Leniency, boolean | 'unknown'>>;
  dialect: Dialect;
}

export type Leniency = 'comments' | 'trailingCommas' | 'byteOrderMark' | 'emptyFile';

/** A row of the table: where a file lies and who reads it. The first reading is the one that the file is judged by. */
export interface ConfigFile {
  id: ConfigFormatId;
  /** Relative to the workspace folder, with `/`. */
  path: string;
  /** How to parse it. */
  syntax: 'json';
  readings: readonly [Reading, ...Reading[]];
  /** Where `inputs` are defined; absent when no reader of the file has them. */
  inputsKey?: string;
}

const READER_NAMES: Readonly<Record<ReaderId, string>> = {
  'claude-code': 'Claude Code',
  'copilot-cli': 'Copilot CLI',
  cursor: 'Cursor',
  'visual-studio': 'Visual Studio',
  vscode: 'VS Code',
};

const STRICT = { comments: false, trailingCommas: false, byteOrderMark: false, emptyFile: false } as const;
const LENIENT = { comments: true, trailingCommas: true, byteOrderMark: true, emptyFile: true } as const;
const UNKNOWN = {
  comments: 'unknown',
  trailingCommas: 'unknown',
  byteOrderMark: 'unknown',
  emptyFile: 'unknown',
} as const;

/** `.mcp.json` as Claude Code has it. `${env:X}` and `${workspaceFolder}` are often written there by mistake. */
const CLAUDE_CODE: Dialect = {
  types: { stdio: 'stdio', http: 'http', 'streamable-http': 'http', sse: 'sse' },
  urlWithoutType: 'skipped',
  envValues: ['string'],
  variables: { native: ['bare'], foreign: ['env', 'input', 'folder'], unset: 'literal' },
  homeTilde: false,
  path: 'replace',
  disabled: { member: 'disabled', when: true },
};

const COPILOT_CLI: Dialect = {
  ...CLAUDE_CODE,
  types: { ...CLAUDE_CODE.types, local: 'stdio' },
};

/** VS Code's own file: https://code.visualstudio.com/docs/copilot/reference/mcp-configuration */
const VSCODE: Dialect = {
  types: { stdio: 'stdio', http: 'http', sse: 'sse' },
  urlWithoutType: 'http',
  envValues: ['string', 'number', 'null'],
  variables: { native: ['env', 'input', 'folder'], foreign: [], unset: 'empty' },
  homeTilde: true,
  path: 'append',
  disabled: { member: 'disabled', when: true },
};

/** The portable file as VS Code reads it: Copilot's variables, its own inference. */
const VSCODE_PORTABLE: Dialect = {
  ...COPILOT_CLI,
  urlWithoutType: 'http',
  envValues: ['string', 'number', 'null'],
};

const VISUAL_STUDIO: Dialect = { ...VSCODE, homeTilde: false, path: 'replace' };

const CURSOR: Dialect = {
  types: { stdio: 'stdio', http: 'http', 'streamable-http': 'http', sse: 'sse' },
  urlWithoutType: 'http',
  envValues: ['string'],
  variables: { native: ['env', 'folder'], foreign: ['bare', 'input'], unset: 'empty' },
  homeTilde: false,
  path: 'replace',
  disabled: { member: 'disabled', when: true },
};

/** The files that are looked for in every workspace folder. A new format of a known syntax is a new row. */
export const CONFIG_FILES: readonly ConfigFile[] = [
  {
    id: 'mcp-json',
    path: '.mcp.json',
    syntax: 'json',
    readings: [
      { reader: 'claude-code', roots: [['mcpServers']], accepts: STRICT, dialect: CLAUDE_CODE },
      { reader: 'copilot-cli', roots: [['mcpServers']], accepts: STRICT, dialect: COPILOT_CLI },
      {
        reader: 'vscode',
        roots: [['mcpServers'], []],
        accepts: { ...STRICT, trailingCommas: 'unknown' },
        dialect: VSCODE_PORTABLE,
      },
      { reader: 'visual-studio', roots: [['servers']], accepts: UNKNOWN, dialect: VISUAL_STUDIO },
    ],
    inputsKey: 'inputs',
  },
  {
    id: 'vscode',
    path: '.vscode/mcp.json',
    syntax: 'json',
    readings: [
      { reader: 'vscode', roots: [['servers']], accepts: LENIENT, dialect: VSCODE },
      { reader: 'visual-studio', roots: [['servers']], accepts: UNKNOWN, dialect: VISUAL_STUDIO },
    ],
    inputsKey: 'inputs',
  },
  {
    id: 'cursor',
    path: '.cursor/mcp.json',
    syntax: 'json',
    readings: [
      { reader: 'cursor', roots: [['mcpServers']], accepts: UNKNOWN, dialect: CURSOR },
      // VS Code looks at this file only when `chat.mcp.discovery.enabled` asks for it; it then parses strictly and says nothing.
      { reader: 'vscode', roots: [['mcpServers']], accepts: STRICT, dialect: VSCODE_PORTABLE },
    ],
  },
];

export function readerName(reader: ReaderId): string {
  return READER_NAMES[reader];
}

/** The row for a file, by its path relative to the workspace folder. Either slash is understood. */
export function configFileFor(relativePath: string): ConfigFile | undefined {
  const path = relativePath.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');
  return CONFIG_FILES.find((row) => row.path === path);
}

export function configFileById(id: ConfigFormatId): ConfigFile {
  const row = CONFIG_FILES.find((candidate) => candidate.id === id);
  if (row === undefined) {
    throw new RangeError(`No configuration file has the id ${id}`);
  }
  return row;
}

/** How `reader` reads the file of `row`; the first reading when the reader is not among its readers. */
export function readingOf(row: ConfigFile, reader: ReaderId): Reading {
  return row.readings.find((reading) => reading.reader === reader) ?? row.readings[0];
}
