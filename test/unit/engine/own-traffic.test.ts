import { describe, expect, it } from 'vitest';
import { assess } from '../../../src/engine/assess.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/engine/json.js';
import { readIncoming } from '../../../src/engine/recording/message.js';
import type { ExchangeRecord, Recording } from '../../../src/engine/recording/recording.js';
import { declares } from '../../../src/engine/session.js';
import { nodePlatform } from '../../../src/platform/node.js';
import { stdioTarget, withHttpTarget } from '../../faults/launch.js';

/** Probes that break a rule of the protocol on purpose, by what they break. */
const ODD = {
  message: new Set(['broken-json', 'invalid-requests', 'batch', 'stray-response']),
  method: new Set(['unknown-method', 'after-unknown-method', 'undeclared-methods', 'unknown-notification']),
  secondInitialize: new Set(['second-initialize']),
  cancellation: new Set(['late-cancellation']),
  headers: new Set(['odd-content-type', 'without-session', 'invented-session', 'ended-session', 'foreign-origin']),
};

const CAPABILITY_OF: Readonly<Record<string, string | null>> = {
  initialize: null,
  ping: null,
  'tools/list': 'tools',
  'tools/call': 'tools',
  'resources/list': 'resources',
  'resources/templates/list': 'resources',
  'resources/read': 'resources',
  'resources/subscribe': 'resources.subscribe',
  'resources/unsubscribe': 'resources.subscribe',
  'prompts/list': 'prompts',
  'prompts/get': 'prompts',
  'completion/complete': 'completions',
  'logging/setLevel': 'logging',
};

const NOTIFICATIONS: Readonly<Record<string, string | null>> = {
  'notifications/initialized': null,
  'notifications/cancelled': null,
  'notifications/progress': null,
  'notifications/roots/list_changed': 'roots.listChanged',
};

type Connection = Recording['connections'][number];

/** Where the client itself broke the protocol, without meaning to. */
function problemsOf(recording: Recording): string[] {
  return recording.connections.flatMap((connection) => {
    const sent = recording.exchanges.filter((exchange) => exchange.connection === connection.id);
    const server = initializeResultOf(connection, sent);
    return [
      ...handshakeProblems(connection, sent),
      ...idProblems(sent),
      ...sent.flatMap((exchange) => messageProblems(exchange, connection, sent, server)),
    ].map((problem) => `connection ${connection.id} (${connection.purpose}): ${problem}`);
  });
}

function messageOf({ sent }: ExchangeRecord): JsonValue | undefined {
  try {
    return JSON.parse(sent) as JsonValue;
  } catch {
    // Messages that are no JSON are reported where they are looked at; a long one is cut in the recording.
    return undefined;
  }
}

function objectOf(exchange: ExchangeRecord): JsonObject {
  const message = messageOf(exchange);
  return isJsonObject(message) ? message : {};
}

function initializeResultOf(connection: Connection, sent: readonly ExchangeRecord[]): JsonObject {
  const reply = sent.find((exchange) => objectOf(exchange)['method'] === 'initialize')?.reply;
  const incoming = reply === undefined ? undefined : connection.incoming[reply];
  const reading = incoming === undefined ? undefined : readIncoming(incoming);
  const result = reading?.kind === 'response' ? reading.message['result'] : undefined;
  return isJsonObject(result) ? result : {};
}

/** The first message is `initialize`, and after its reply comes `notifications/initialized`, before anything else. */
function handshakeProblems(connection: Connection, sent: readonly ExchangeRecord[]): string[] {
  const messages = sent.filter(({ http }) => http === undefined || http.method === 'POST');
  const [first, second] = messages;
  if (first === undefined || objectOf(first)['method'] !== 'initialize') {
    const isOdd = messages.every(({ probe }) => ODD.headers.has(probe) || probe === 'credentials');
    return isOdd ? [] : [`begins with ${first?.sent.slice(0, 80)} of ${first?.probe}`];
  }
  const { params } = objectOf(first);
  const { protocolVersion, capabilities, clientInfo } = isJsonObject(params) ? params : {};
  const isComplete =
    typeof protocolVersion === 'string' &&
    isJsonObject(capabilities) &&
    isJsonObject(clientInfo) &&
    typeof clientInfo['name'] === 'string' &&
    typeof clientInfo['version'] === 'string';
  const problems = isComplete ? [] : [`initialize lacks params: ${first.sent}`];
  if (second === undefined) return problems;
  if (objectOf(second)['method'] !== 'notifications/initialized') problems.push(`second message: ${second.sent}`);
  if (second.atMs < first.atMs + first.waitedMs - 1) problems.push('goes on before initialize was answered');
  if (
    connection.clientCapabilities !== undefined &&
    JSON.stringify(capabilities) !== JSON.stringify(connection.clientCapabilities)
  )
    problems.push('remembers other capabilities than it declared');
  return problems;
}

/** An id is used once in a session. */
function idProblems(sent: readonly ExchangeRecord[]): string[] {
  const used = new Set<JsonValue>();
  return sent.flatMap((exchange) => {
    const { id, method } = objectOf(exchange);
    if (id === undefined || typeof method !== 'string' || ODD.message.has(exchange.probe)) return [];
    if (used.has(id)) return [`uses the id ${JSON.stringify(id)} twice, the second time in ${exchange.probe}`];
    used.add(id);
    return [];
  });
}

function messageProblems(
  exchange: ExchangeRecord,
  connection: Connection,
  sent: readonly ExchangeRecord[],
  server: JsonObject,
): string[] {
  const { probe } = exchange;
  if (exchange.http !== undefined && exchange.http.method !== 'POST') return [];
  const problem = (text: string) => `${probe} sent ${exchange.sent.slice(0, 120)}: ${text}`;
  const problems = exchange.http === undefined ? [] : headerProblems(exchange, connection, server).map(problem);
  if (exchange.sent.includes('\n')) problems.push(problem('line break'));
  // What is longer than the recording keeps was cut there.
  if (ODD.message.has(probe) || exchange.sentBytes > exchange.sent.length) return problems;
  const message = messageOf(exchange);
  if (!isJsonObject(message) || message['jsonrpc'] !== '2.0') return [...problems, problem('no JSON-RPC 2.0')];
  const { id, method, params } = message;
  if (params !== undefined && !isJsonObject(params)) problems.push(problem('params'));
  if (typeof method !== 'string') return [...problems, ...replyProblems(message, connection).map(problem)];
  if (id === undefined) {
    const wrong = notificationProblems(exchange, method, params, sent, connection);
    return [...problems, ...wrong.map(problem)];
  }
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) problems.push(problem('id'));
  if (ODD.method.has(probe)) return problems;
  const capability = CAPABILITY_OF[method];
  if (capability === undefined) problems.push(problem('unknown method'));
  const declared = isJsonObject(server['capabilities']) ? server['capabilities'] : {};
  if (typeof capability === 'string' && !declares(declared, capability)) problems.push(problem('not declared'));
  const initializes = sent.filter((other) => objectOf(other)['method'] === 'initialize');
  const isSecond = method === 'initialize' && initializes[0] !== exchange;
  if (isSecond && !ODD.secondInitialize.has(probe)) problems.push(problem('a second initialize'));
  return problems;
}

function notificationProblems(
  { probe }: ExchangeRecord,
  method: string,
  params: JsonValue | undefined,
  sent: readonly ExchangeRecord[],
  connection: Connection,
): string[] {
  if (ODD.method.has(probe)) return [];
  const capability = NOTIFICATIONS[method];
  if (capability === undefined) return ['not a notification of clients'];
  if (capability !== null && !declares(connection.clientCapabilities ?? {}, capability)) return ['not declared'];
  if (method !== 'notifications/cancelled' || ODD.cancellation.has(probe)) return [];
  const cancelled = isJsonObject(params) ? params['requestId'] : undefined;
  const request = sent.find((other) => objectOf(other)['id'] === cancelled);
  return request === undefined || objectOf(request)['method'] === 'initialize' ? ['cancels nothing'] : [];
}

/** The client's own replies answer what the server asked. */
function replyProblems({ id, result, error }: JsonObject, connection: Connection): string[] {
  const asked = connection.incoming.some((incoming) => {
    const reading = readIncoming(incoming);
    return reading.kind === 'request' && reading.id === id;
  });
  const problems = asked ? [] : ['answers what was not asked'];
  if (isJsonObject(result) === isJsonObject(error)) problems.push('has not exactly one of result and error');
  return problems;
}

/** https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server */
function headerProblems(exchange: ExchangeRecord, connection: Connection, server: JsonObject): string[] {
  if (ODD.headers.has(exchange.probe)) return [];
  const headers = new Map(exchange.http?.headers.map(([name, value]) => [name.toLowerCase(), value]));
  const accept = headers.get('accept') ?? '';
  const problems: string[] = [];
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) problems.push('accept');
  if (headers.get('content-type') !== 'application/json') problems.push('content-type');
  const isFirst = objectOf(exchange)['method'] === 'initialize' && exchange.probe !== 'second-initialize';
  if (isFirst) return problems;
  if (headers.get('mcp-session-id') !== connection.sessionId) problems.push('session id');
  if (headers.get('mcp-protocol-version') !== server['protocolVersion']) problems.push('protocol version');
  return problems;
}

async function recordingOf(transport: 'stdio' | 'http', mode: 'safe' | 'full'): Promise<Recording> {
  if (transport === 'stdio') return (await assess(stdioTarget(), { mode }, nodePlatform())).recording;
  const { target, close } = await withHttpTarget();
  try {
    return (await assess(target, { mode }, nodePlatform())).recording;
  } finally {
    await close();
  }
}

describe('what the client sends', () => {
  for (const transport of ['stdio', 'http'] as const) {
    for (const mode of ['safe', 'full'] as const) {
      it(`keeps the protocol on ${transport} in mode ${mode}, where it does not break it on purpose`, async () => {
        const recording = await recordingOf(transport, mode);
        expect(recording.exchanges.length).toBeGreaterThan(40);
        expect(problemsOf(recording)).toEqual([]);
      });
    }
  }

  it('would be found at fault', async () => {
    const recording = await recordingOf('stdio', 'safe');
    const change = (method: string, to: (message: JsonObject) => JsonObject) => {
      const copy = structuredClone(recording);
      const exchange = copy.exchanges.find((one) => objectOf(one)['method'] === method);
      if (exchange === undefined) throw new Error(`Nothing was sent for ${method}`);
      exchange.sent = JSON.stringify(to(objectOf(exchange)));
      exchange.sentBytes = exchange.sent.length;
      return problemsOf(copy);
    };
    const { jsonrpc: _, ...bare } = { jsonrpc: '2.0', id: 900, method: 'prompts/get' };
    const wrong = [
      change('prompts/get', () => bare),
      change('prompts/get', (message) => ({ ...message, id: 1 })),
      change('prompts/get', (message) => ({ ...message, id: null })),
      change('prompts/get', (message) => ({ ...message, params: [] })),
      change('prompts/get', (message) => ({ ...message, method: 'tasks/list' })),
      change('notifications/roots/list_changed', (message) => ({ ...message, method: 'notifications/message' })),
      change('initialize', (message) => ({ ...message, params: {} })),
    ];
    expect(wrong.map((problems) => problems.length > 0)).toEqual(wrong.map(() => true));
  });
});
