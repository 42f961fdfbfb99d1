/** What the table says of a fault; the hooks, described in core.mjs, are not typed. */
export interface Fault {
  name: string;
  /** The file that defines it; `legal` variants break nothing. */
  table: 'transport' | 'lifecycle' | 'tools' | 'resources' | 'prompts' | 'errors' | 'schema' | 'security' | 'legal';
  note: string;
  transports?: readonly ('stdio' | 'http')[];
  mode?: 'observe' | 'safe' | 'full';
  fails: readonly string[] | { readonly stdio: readonly string[]; readonly http: readonly string[] };
  auth?: boolean;
  credential?: boolean;
  waits?: boolean;
  env?: Readonly<Record<string, string>>;
}

export const FAULTS: ReadonlyMap<string, Fault>;

/** An empty name gives the conformant server; an unknown one throws. */
export function findFault(name: string | undefined): Partial<Fault>;
