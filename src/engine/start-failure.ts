import { isJsonObject, parseJson } from './json.js';
import type { TimeLimits } from './options.js';
import type { Exchange } from './recording/exchange.js';
import type { ConnectionRecord, Recording } from './recording/recording.js';
import type { StartFailure } from './report.js';

const STDERR_LINES = 12;

/** Why the handshake gave no session; null when it did. `getStream` is the answer to a GET that was made to find out. */
export function startFailureOf(
  initialize: Exchange,
  recording: Recording,
  getStream: Exchange | null,
): StartFailure | null {
  if (initialize.kind === 'result' && isJsonObject(initialize.result)) return null;
  const { target, limits } = recording;
  if (target.type === 'stdio') return processFailure(initialize, target.shown, limits);
  return httpFailure(initialize, target.shown, target.credential, limits, getStream);
}

function processFailure(initialize: Exchange, shown: string, limits: TimeLimits): StartFailure {
  const { connection } = initialize;
  if (connection.spawnFailure !== undefined)
    return spawnFailure(connection.spawnFailure.code, connection.spawnFailure.message, shown);
  const output = outputOf(connection);
  if (initialize.kind === 'error' || initialize.kind === 'result') return badHandshake(initialize, output);
  if (connection.abandoned === 'flood') {
    return {
      kind: 'not-mcp',
      message: `The process wrote more than a client can keep before it answered initialize: ${shown}`,
      hint: 'Write nothing but protocol messages to standard output; logs belong on standard error.',
      ...output,
    };
  }
  if (connection.exit !== undefined && !connection.exit.requested) {
    const how =
      connection.exit.signal === null
        ? `with exit code ${connection.exit.code ?? 'unknown'}`
        : `by signal ${connection.exit.signal}`;
    return {
      kind: 'exited',
      message: `The process ended ${how} before it answered initialize: ${shown}`,
      hint: exitHint(connection),
      ...output,
    };
  }
  return silence(connection, shown, limits, output);
}

function silence(
  connection: ConnectionRecord,
  shown: string,
  limits: TimeLimits,
  output: Partial<StartFailure>,
): StartFailure {
  const seconds = limits.startupMs / 1000;
  const said = connection.incoming.length > 0 || connection.unterminated !== undefined;
  if (said) {
    const first = (connection.incoming[0]?.text ?? connection.unterminated ?? '').slice(0, 120);
    const framed = /^content-length:/i.test(first);
    const unterminated = connection.incoming.length === 0;
    return {
      kind: 'not-mcp',
      message: `The process wrote to standard output but gave no reply to initialize within ${seconds} s; it began with: ${first}`,
      hint: framed
        ? 'Send each message as one line of JSON that ends with a line feed: Content-Length headers belong to another protocol.'
        : unterminated
          ? 'End each message with a line feed and flush standard output after it.'
          : 'Write one JSON-RPC message a line to standard output and nothing else; logs belong on standard error.',
      ...output,
    };
  }
  return {
    kind: 'silent',
    message: `The process started but wrote nothing within ${seconds} s: ${shown}`,
    hint: 'Check that the command starts the server in stdio mode and flushes its output; a slow start needs a longer start-up limit.',
    ...output,
  };
}

function outputOf(connection: ConnectionRecord): Partial<StartFailure> {
  const stderrTail = connection.stderr.trimEnd().split('\n').slice(-STDERR_LINES).join('\n');
  const { exit } = connection;
  return {
    ...(exit === undefined || exit.requested ? {} : { exitCode: exit.code, signal: exit.signal }),
    ...(stderrTail === '' ? {} : { stderrTail }),
  };
}

function exitHint(connection: ConnectionRecord): string {
  const { stderr } = connection;
  if (/Cannot find (module|package)|ERR_MODULE_NOT_FOUND|ModuleNotFoundError|No module named/i.test(stderr)) {
    return 'A module is missing: install the dependencies of the server, or correct the path in the arguments.';
  }
  if (/npm (ERR!|error)|E404|ENOTFOUND|EAI_AGAIN/i.test(stderr))
    return 'The package manager could not fetch the server: check the package name and the network.';
  if (/EADDRINUSE/.test(stderr)) return 'Its port is taken by another process: stop that one, or choose another port.';
  if (/usage:|unknown option|missing (required )?argument/i.test(stderr))
    return 'The program asks for other arguments: correct args in the configuration.';
  if (/api[_ -]?key|token|credential|environment variable/i.test(stderr))
    return 'It seems to need a variable or credential: add it to env in the configuration.';
  return 'Run the command in a terminal to see why it ends; a server must wait for messages on standard input.';
}

function spawnFailure(code: string, message: string, shown: string): StartFailure {
  if (code === 'ENOENT') {
    return {
      kind: 'command-not-found',
      message: `The command was not found: ${shown}`,
      hint: 'Check the spelling, install the program, or give its full path; an editor may have another PATH than your terminal.',
    };
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return {
      kind: 'not-executable',
      message: `The command may not be executed: ${shown}`,
      hint: 'Make the file executable, or start it through its interpreter.',
    };
  }
  if (code.includes('CWD') || code === 'ENOTDIR') {
    return {
      kind: 'folder-not-found',
      message: `The folder to start in does not exist: ${message}`,
      hint: 'Correct cwd in the configuration.',
    };
  }
  return { kind: 'not-executable', message: `The command could not be started (${code}): ${shown}`, hint: message };
}

function badHandshake(initialize: Exchange, output: Partial<StartFailure>): StartFailure {
  const what =
    initialize.kind === 'error'
      ? `error ${JSON.stringify(initialize.error.code ?? null)} (${String(initialize.error.message ?? 'no message').slice(0, 200)})`
      : 'a result that is not an object';
  return {
    kind: 'bad-handshake',
    message: `The server answered initialize with ${what}`,
    hint: 'Answer initialize with a result that holds protocolVersion, capabilities and serverInfo.',
    ...output,
  };
}

function httpFailure(
  initialize: Exchange,
  shown: string,
  credential: boolean,
  limits: TimeLimits,
  getStream: Exchange | null,
): StartFailure {
  const { http } = initialize;
  if (http === null) return unreachable(initialize, shown, limits);
  if (isLegacyStream(getStream)) {
    return {
      kind: 'legacy-sse',
      message: `This server speaks HTTP+SSE, the transport of revision 2024-11-05: ${shown}`,
      hint: 'Serve Streamable HTTP at one endpoint that accepts POST; the older transport is deprecated and is not graded.',
    };
  }
  if (http.status === 401 || http.status === 403) {
    return {
      kind: 'unauthorized',
      message: `The server answered ${http.status}: ${credential ? 'it did not accept the credential' : 'it wants a credential'}`,
      hint: credential
        ? 'Check that the credential is valid for this server.'
        : 'Pass one with --auth, or with headers in the configuration.',
    };
  }
  if (http.status >= 300 && http.status < 400) {
    const location = http.header('location') ?? 'an unnamed place';
    return {
      kind: 'redirected',
      message: `The server answered ${http.status} and points to ${location.slice(0, 200)}`,
      hint: 'Use the address that it points to: clients do not repeat a POST at another address.',
    };
  }
  if (initialize.kind === 'error' || initialize.kind === 'result') return badHandshake(initialize, {});
  if (initialize.end === 'silent') {
    return {
      kind: 'silent',
      message: `The server accepted initialize but did not answer within ${limits.preflightMs / 1000} s: ${shown}`,
      hint: 'Answer on the response of the POST, and end the response or its event with the result.',
    };
  }
  const type = http.mediaType === '' ? 'no content type' : http.mediaType;
  return {
    kind: 'not-mcp',
    message: `There is no MCP server at ${shown}: it answered initialize with status ${http.status} and ${type}${firstWords(initialize)}`,
    hint: 'Check the path: most servers listen at /mcp. A Streamable HTTP server answers a POST with JSON or an event stream.',
  };
}

function firstWords(exchange: Exchange): string {
  const text = exchange.http?.body[0]?.text.replace(/\s+/g, ' ').trim().slice(0, 80);
  return text === undefined || text === '' || parseJson(text).ok ? '' : `, beginning with: ${text}`;
}

function isLegacyStream(getStream: Exchange | null): boolean {
  if (getStream === null || getStream.http === null) return false;
  return (
    getStream.http.mediaType === 'text/event-stream' &&
    getStream.http.body.some((incoming) => incoming.event?.event === 'endpoint')
  );
}

const TLS_CODE = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/;

function unreachable(initialize: Exchange, shown: string, limits: TimeLimits): StartFailure {
  const { error } = initialize.record;
  if (initialize.end === 'silent' || error === undefined) {
    return {
      kind: 'timeout',
      message: `Nothing answered within ${limits.preflightMs / 1000} s at ${shown}`,
      hint: 'Check the address and that the server is running.',
    };
  }
  if (error.code === 'ECONNREFUSED') {
    return {
      kind: 'connection-refused',
      message: `Nothing listens at ${shown}`,
      hint: 'Start the server, or correct the port.',
    };
  }
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') {
    return {
      kind: 'host-not-found',
      message: `The host name is not known: ${shown}`,
      hint: 'Correct the host in the address.',
    };
  }
  if (TLS_CODE.test(error.code)) {
    return {
      kind: 'tls',
      message: `The secure connection failed (${error.code}): ${shown}`,
      hint: 'Check the certificate, or use http for a server on this machine that speaks no TLS.',
    };
  }
  return {
    kind: 'not-mcp',
    message: `The connection failed (${error.code}: ${error.message.slice(0, 200)}): ${shown}`,
    hint: 'Check that an HTTP server listens at this address.',
  };
}
