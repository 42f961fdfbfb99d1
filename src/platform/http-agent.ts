import type { TLSSocket } from 'node:tls';
import {
  type BrotliDecompress,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  type Gunzip,
  type Inflate,
} from 'node:zlib';
import type { Agent, buildConnector, Dispatcher } from 'undici';
import type { HttpAgent, HttpEvents, HttpRequest, HttpResponseHead, TlsFacts } from '../engine/platform.js';

/** Error codes of this agent, beside those of the system and of undici. */
export const HTTP_STOPPED = 'ERR_STOPPED';
export const HTTP_ABORTED = 'ERR_ABORTED';
export const HTTP_BAD_URL = 'ERR_INVALID_URL';
export const HTTP_BAD_ENCODING = 'ERR_CONTENT_ENCODING';

type Controller = Dispatcher.DispatchController;
type Decoder = Gunzip | Inflate | BrotliDecompress;

/** What is known of the TLS connections to one origin; the latest connection counts. */
type TlsFactsByOrigin = Map<string, TlsFacts>;

/**
 * A pool of HTTP/1.1 connections that shows what the server really does: no redirect is followed, nothing is retried,
 * no header is added, and there are no time limits but the caller's. A compressed body is decoded piece by piece
 * although compression is not asked for, so that a small body that inflates to gigabytes ends where the caller stops.
 */
export function createHttpAgent(): HttpAgent {
  const facts: TlsFactsByOrigin = new Map();
  let pool: Promise<Agent> | undefined;
  let closed = false;

  function getPool(): Promise<Agent> {
    pool ??= loadPool(facts);
    return pool;
  }

  return {
    send(request, events) {
      const transfer = new Transfer(request, events, facts);
      if (closed) {
        transfer.end({
          code: HTTP_ABORTED,
          message: 'The connections have been closed.',
        });
        return;
      }
      getPool().then(
        (agent) => transfer.start(agent),
        (error: unknown) => transfer.fail(error),
      );
    },
    async close() {
      closed = true;
      await (await pool)?.destroy();
    },
  };
}

async function loadPool(facts: TlsFactsByOrigin): Promise<Agent> {
  const [{ default: AgentClass }, { default: build }] = await Promise.all([
    import('undici/lib/dispatcher/agent.js'),
    import('undici/lib/core/connect.js'),
  ]);
  return new AgentClass({
    connect: recordingConnector(build({ timeout: 0 }), facts),
    headersTimeout: 0,
    bodyTimeout: 0,
    // Shorter than the keep-alive time of common servers, so that a request seldom meets a connection that the server
    // is just closing.
    keepAliveTimeout: 2_000,
  });
}

function recordingConnector(connect: buildConnector.connector, facts: TlsFactsByOrigin): buildConnector.connector {
  return (options, callback) => {
    if (options.protocol !== 'https:') {
      connect(options, callback);
      return;
    }
    const origin = new URL(`https://${options.hostname}:${options.port || 443}`).origin;
    connect(options, (...[error, socket]) => {
      if (error) {
        if (isCertificateError(error))
          facts.set(origin, {
            protocol: '',
            authorized: false,
            error: describe(error).code,
          });
        callback(error, null);
        return;
      }
      facts.set(origin, tlsFacts(socket));
      callback(null, socket);
    });
  };
}

function tlsFacts(socket: object): TlsFacts {
  const tls = socket as TLSSocket;
  return { protocol: tls.getProtocol() ?? '', authorized: tls.authorized };
}

/** OpenSSL's verification results and Node's own name check; everything else is a failure below TLS. */
function isCertificateError(error: Error): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME|^ERR_SSL|^ERR_TLS|EPROTO/.test(describe(error).code);
}

/** One request and its answer. Exactly one call of `onEnd`, and no other call after it. */
class Transfer {
  private controller: Controller | undefined;
  private decoder: Decoder | undefined;
  private ended = false;
  private readonly onAbort = (): void => this.stop({ code: HTTP_ABORTED, message: 'The request was cancelled.' });

  constructor(
    private readonly request: HttpRequest,
    private readonly events: HttpEvents,
    private readonly facts: TlsFactsByOrigin,
  ) {
    request.signal.addEventListener('abort', this.onAbort, { once: true });
    if (request.signal.aborted) queueMicrotask(this.onAbort);
  }

  start(agent: Agent): void {
    if (this.ended) return;
    const url = URL.canParse(this.request.url) ? new URL(this.request.url) : undefined;
    if (url === undefined || !/^https?:$/.test(url.protocol)) {
      this.end({
        code: HTTP_BAD_URL,
        message: 'The URL is not an http or https URL.',
      });
      return;
    }
    try {
      agent.dispatch(
        {
          origin: url.origin,
          path: `${url.pathname}${url.search}`,
          method: this.request.method,
          headers: this.request.headers.flat(),
          body: this.request.body ?? null,
        },
        this.handler(url.origin),
      );
    } catch (error) {
      // undici throws for a request that cannot be written, for example a header name with a blank.
      this.fail(error);
    }
  }

  fail(error: unknown): void {
    this.end(describe(error));
  }

  end(error?: { code: string; message: string }): void {
    if (this.ended) return;
    this.ended = true;
    this.request.signal.removeEventListener('abort', this.onAbort);
    this.decoder?.destroy();
    this.events.onEnd(error);
  }

  private stop(reason: { code: string; message: string }): void {
    const isFirst = !this.ended;
    // Before the abort, because undici reports that at once, as an error without a code.
    this.end(reason);
    if (isFirst) this.controller?.abort(new Error(reason.message));
  }

  private handler(origin: string): Dispatcher.DispatchHandler {
    return {
      onRequestStart: (controller) => {
        this.controller = controller;
        if (this.ended) controller.abort(new Error('The request was cancelled.'));
      },
      onResponseStart: (controller, status) => {
        // Informational answers (1xx) precede the answer itself.
        if (this.ended || status < 200) return;
        this.reportTls(origin);
        const head: HttpResponseHead = {
          status,
          headers: readHeaders(controller.rawHeaders),
        };
        this.decoder = this.createDecoder(head, controller);
        this.events.onHead(head);
      },
      onResponseData: (controller, chunk) => {
        if (this.ended) return;
        if (this.decoder === undefined) this.deliver(chunk);
        else if (!this.decoder.write(chunk)) controller.pause();
      },
      onResponseEnd: () => {
        if (this.decoder === undefined) this.end();
        else this.decoder.end();
      },
      onResponseError: (_controller, error) => {
        this.reportTls(origin);
        this.fail(error);
      },
    };
  }

  private reportTls(origin: string): void {
    const facts = this.facts.get(origin);
    if (!this.ended && facts !== undefined) this.events.onTls?.(facts);
  }

  private deliver(chunk: Uint8Array): void {
    if (this.ended || this.events.onData(chunk)) return;
    this.stop({
      code: HTTP_STOPPED,
      message: 'The transfer was stopped by the reader.',
    });
  }

  private createDecoder(head: HttpResponseHead, controller: Controller): Decoder | undefined {
    const decoder = decoderFor(head);
    decoder?.on('data', (chunk: Buffer) => this.deliver(chunk));
    decoder?.on('drain', () => controller.resume());
    decoder?.on('end', () => this.end());
    decoder?.on('error', (error) => this.stop({ code: HTTP_BAD_ENCODING, message: describe(error).message }));
    return decoder;
  }
}

/** An answer to HEAD or a 304 has no body, but then nothing is written to the decoder and it ends empty. */
function decoderFor(head: HttpResponseHead): Decoder | undefined {
  const encodings = head.headers
    .filter(([name]) => name === 'content-encoding')
    .map(([, value]) => value.trim().toLowerCase());
  // Several encodings on top of each other, and unknown ones, are handed over as they are.
  if (encodings.length !== 1) return undefined;
  const flush = {
    flush: constants.Z_SYNC_FLUSH,
    finishFlush: constants.Z_SYNC_FLUSH,
  };
  switch (encodings[0]) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(flush);
    case 'deflate':
      return createInflate(flush);
    case 'br':
      return createBrotliDecompress();
    default:
      return undefined;
  }
}

function readHeaders(raw: Controller['rawHeaders']): [string, string][] {
  if (!Array.isArray(raw)) return [];
  const headers: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    headers.push([headerText(raw[index]).toLowerCase(), headerText(raw[index + 1])]);
  }
  return headers;
}

function headerText(raw: Buffer | string | undefined): string {
  if (raw === undefined) return '';
  return typeof raw === 'string' ? raw : raw.toString('latin1');
}

function describe(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: 'UNKNOWN', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  // Node tries every address of a host and then reports the failures together, under an empty message.
  const parts = error instanceof AggregateError ? error.errors.map((part) => describe(part).message) : [error.message];
  return {
    code,
    message: parts.filter((part) => part !== '').join('; ') || code,
  };
}
