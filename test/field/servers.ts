/** A real server, as its package starts it. */
export interface FieldServer {
  name: string;
  package: string;
  transport: 'stdio' | 'http';
  /** Of those under `dependencies` in package.json, which are quick to install. */
  reference: boolean;
  args: readonly string[];
  /** Beside what every server gets. */
  env?: Readonly<Record<string, string>>;
  /** Modes in which it is graded; `full` only where nothing but memory is touched. */
  modes: readonly ('observe' | 'safe' | 'full')[];
}

/** Stands for the server's temporary folder in `args`. */
export const FOLDER = '<folder>';

/** No browser is started, so that the results do not depend on one being installed. */
const NO_BROWSER = '/nonexistent/browser';
/** A port where nobody listens: calls of a remote service end at once, on every machine alike. */
const NOWHERE = 'http://127.0.0.1:9';

const REFERENCE = '@modelcontextprotocol/server-';

export const FIELD_SERVERS: readonly FieldServer[] = [
  {
    name: 'everything',
    package: `${REFERENCE}everything`,
    transport: 'stdio',
    reference: true,
    args: ['stdio'],
    modes: ['observe', 'safe', 'full'],
  },
  {
    name: 'everything-http',
    package: `${REFERENCE}everything`,
    transport: 'http',
    reference: true,
    args: ['streamableHttp'],
    modes: ['observe', 'safe', 'full'],
  },
  {
    name: 'filesystem',
    package: `${REFERENCE}filesystem`,
    transport: 'stdio',
    reference: true,
    args: [FOLDER],
    modes: ['safe'],
  },
  {
    name: 'memory',
    package: `${REFERENCE}memory`,
    transport: 'stdio',
    reference: true,
    args: [],
    env: { MEMORY_FILE_PATH: `${FOLDER}/memory.jsonl` },
    modes: ['safe'],
  },
  {
    name: 'sequential-thinking',
    package: `${REFERENCE}sequential-thinking`,
    transport: 'stdio',
    reference: true,
    args: [],
    modes: ['observe', 'safe', 'full'],
  },
  {
    name: 'chart',
    package: '@antv/mcp-server-chart',
    transport: 'stdio',
    reference: false,
    args: [],
    env: { VIS_REQUEST_SERVER: NOWHERE },
    modes: ['safe'],
  },
  {
    name: 'chrome-devtools',
    package: 'chrome-devtools-mcp',
    transport: 'stdio',
    reference: false,
    args: ['--executablePath', NO_BROWSER, '--no-usage-statistics', '--no-performance-crux'],
    modes: ['safe'],
  },
  {
    name: 'context7',
    package: '@upstash/context7-mcp',
    transport: 'stdio',
    reference: false,
    args: [],
    env: { CONTEXT7_API_URL: NOWHERE },
    modes: ['safe'],
  },
  { name: 'drawio', package: '@drawio/mcp', transport: 'stdio', reference: false, args: [], modes: ['safe'] },
  { name: 'eslint', package: '@eslint/mcp', transport: 'stdio', reference: false, args: [], modes: ['safe'] },
  {
    name: 'excel',
    package: '@negokaz/excel-mcp-server',
    transport: 'stdio',
    reference: false,
    args: [],
    modes: ['safe'],
  },
  {
    name: 'hello-world',
    package: 'mcp-hello-world',
    transport: 'stdio',
    reference: false,
    args: [],
    modes: ['observe', 'safe', 'full'],
  },
  {
    name: 'mongodb',
    package: 'mongodb-mcp-server',
    transport: 'stdio',
    reference: false,
    args: [],
    env: { MDB_MCP_TELEMETRY: 'disabled' },
    modes: ['safe'],
  },
  {
    name: 'playwright',
    package: '@playwright/mcp',
    transport: 'stdio',
    reference: false,
    args: ['--headless', '--executable-path', NO_BROWSER],
    modes: ['safe'],
  },
];
