/** Where in a text file something stands; lines and characters count from zero, in UTF-16 units, as editors do. */
export interface SourceRange {
  start: { line: number; character: number };
  end: { line: number; character: number };
}

/** The configuration file that defines a server, and the place of the server's entry in it. */
export interface TargetSource {
  file: string;
  range?: SourceRange;
}

interface TargetBase {
  /** What the user calls the server: its name in the configuration file, or the command or URL. */
  label: string;
  /** Values that must never be shown or stored: they are replaced wherever they occur. */
  secrets: readonly string[];
  source?: TargetSource;
}

/** A server that is started as a process and spoken to over its standard streams. */
export interface StdioTarget extends TargetBase {
  type: 'stdio';
  command: string;
  args: readonly string[];
  /** Folder in which the process starts; the caller's own when absent. */
  cwd?: string;
  /** The complete environment of the process, inherited values included. */
  env: Readonly<Record<string, string>>;
}

/** A server that is reached over Streamable HTTP. */
export interface HttpTarget extends TargetBase {
  type: 'http';
  url: string;
  /** Headers of every request, credentials included. */
  headers: Readonly<Record<string, string>>;
}

/** A server that can be graded, with every variable resolved. */
export type Target = StdioTarget | HttpTarget;
