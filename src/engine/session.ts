import { isJsonObject, type JsonObject, type JsonValue } from './json.js';
import type { TimeLimits } from './options.js';
import type { HttpAgent, Platform } from './platform.js';
import { type Exchange, RecordingReader } from './recording/exchange.js';
import type { Recorder } from './recording/recorder.js';
import type { ExchangeRecord } from './recording/recording.js';
import { isRevision, LATEST_REVISION, type Revision } from './revision.js';
import type { Target } from './target.js';
import type { Connection, SenderTag, Sent } from './transport/connection.js';
import { HttpConnection } from './transport/http.js';
import { StdioConnection } from './transport/stdio.js';
import type { ConnectOptions } from './wire.js';

export const CLIENT_INFO = { name: 'mcp-assay', title: 'MCP Assay', version: '0' };

/** What sessions of one run share. */
export interface SessionEnvironment {
  platform: Platform;
  recorder: Recorder;
  target: Target;
  limits: TimeLimits;
  /** HTTP only. */
  agent: HttpAgent | undefined;
  clientVersion: string;
  retries: number;
}

/** A connection with what was negotiated on it. */
export class Session {
  readonly connection: Connection;
  readonly environment: SessionEnvironment;
  revision: Revision | null = null;
  capabilities: JsonObject = {};
  /** Conformant requests that are on their way, by what they ask. */
  readonly witnesses = new Map<string, Sent>();
  #lastId = 0;

  constructor(environment: SessionEnvironment, purpose: string) {
    this.environment = environment;
    const { platform, recorder, target, agent } = environment;
    if (target.type === 'stdio') {
      this.connection = new StdioConnection(platform, recorder, target, purpose);
      return;
    }
    if (agent === undefined) throw new Error('An HTTP target needs an agent.');
    this.connection = new HttpConnection(platform, recorder, agent, target, purpose);
  }

  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  /** The exchange as it is now; only for exchanges that have ended. */
  view(record: ExchangeRecord): Exchange {
    return new RecordingReader(this.environment.recorder.recording).exchange(record.id);
  }

  /** Sends `initialize`, takes over what was negotiated, and confirms with `notifications/initialized`. */
  async initialize(
    tag: SenderTag,
    options: ConnectOptions = {},
  ): Promise<{ initialize: Exchange; initialized: Exchange | null }> {
    const { limits, clientVersion, target } = this.environment;
    const id = this.nextId();
    const params = {
      protocolVersion: options.initialize?.protocolVersion ?? LATEST_REVISION,
      capabilities: options.initialize?.capabilities ?? {},
      clientInfo: { ...CLIENT_INFO, version: clientVersion },
    };
    this.connection.record.clientCapabilities = params.capabilities;
    const message = JSON.stringify({ jsonrpc: '2.0', id, method: 'initialize', params });
    const timeoutMs = target.type === 'stdio' ? limits.startupMs : limits.preflightMs;
    const sent = this.connection.send(tag, message, { requestId: id, reply: 'awaited', timeoutMs });
    await sent.done;
    const initialize = this.view(sent.record);
    const confirms = this.#negotiated(initialize) && options.initialized !== false;
    return { initialize, initialized: confirms ? await this.confirm(tag) : null };
  }

  async confirm(tag: SenderTag): Promise<Exchange> {
    const message = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
    const sent = this.connection.send(tag, message, { reply: 'none', timeoutMs: this.environment.limits.requestMs });
    await sent.done;
    return this.view(sent.record);
  }

  /** Whether the reply is an InitializeResult as far as needed to go on. */
  #negotiated(exchange: Exchange): boolean {
    if (exchange.kind !== 'result' || !isJsonObject(exchange.result)) return false;
    const { protocolVersion, capabilities } = exchange.result;
    this.revision = isRevision(protocolVersion) ? protocolVersion : LATEST_REVISION;
    this.capabilities = isJsonObject(capabilities) ? capabilities : {};
    const { connection } = this;
    if (typeof protocolVersion === 'string') connection.record.protocolVersion = protocolVersion;
    if (connection instanceof HttpConnection) {
      const sessionId = exchange.http?.header('mcp-session-id');
      connection.sessionId = sessionId;
      if (sessionId !== undefined) connection.record.sessionId = sessionId;
      // A server that named no published revision would refuse the header that says so.
      connection.protocolVersion = this.revision;
    }
    return true;
  }
}

/** Whether the server declared a capability, given as a dotted path; `{}` and `true` declare, `false` does not. */
export function declares(capabilities: JsonObject, path: string): boolean {
  let current: JsonValue | undefined = capabilities;
  for (const member of path.split('.')) {
    if (!isJsonObject(current) || !Object.hasOwn(current, member)) return false;
    current = current[member];
  }
  return current !== false && current !== null && current !== undefined;
}
