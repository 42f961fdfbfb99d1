import type { CatalogEntry } from './catalog.js';
import { RULES } from './generated/rule-map.js';
import type { JsonObject, JsonValue } from './json.js';
import { testResult } from './judge.js';
import type { Observer } from './options.js';
import type { Lane, Probe, ProbeContext } from './probe.js';
import { handshake } from './probes/handshake.js';
import { negotiateVersion, SPARE_CAPABILITIES } from './probes/negotiate-version.js';
import { type Exchange, RecordingReader, wasServed } from './recording/exchange.js';
import type { Recorder } from './recording/recorder.js';
import type { ProbeRecord } from './recording/recording.js';
import { declares, Session, type SessionEnvironment } from './session.js';
import { SessionWire } from './session-wire.js';
import { startFailureOf } from './start-failure.js';
import { HANDSHAKE_RULE, Judge, permits, REACHED, type Verdict, wasLost } from './verdict.js';
import { probesOf } from './view.js';

/** Processes that are started for single probes at the same time; more would only wait for each other. */
const FRESH_AT_ONCE = 2;
/** How long a process beside the first may take to end by itself: it has had no work of its own. In milliseconds. */
const FURTHER_PATIENCE_MS = 50;
/** The same, where each may wait a whole time limit for a reply that does not come. */
const CONFIRMED_AT_ONCE = 4;

export interface RunPlan {
  environment: SessionEnvironment;
  /** The connection whose handshake counts, not yet used. */
  first: Session;
  entries: readonly CatalogEntry[];
  concurrency: number;
  observer: Observer;
}

/** One run over one server: sends the probes that the chosen rules need, and records. */
export class Run {
  readonly #plan: RunPlan;
  readonly #recorder: Recorder;
  readonly #environment: SessionEnvironment;
  readonly #sessions = new Set<Session>();
  readonly #started = new Map<string, Promise<void>>();
  readonly #values = new Map<string, unknown>();
  readonly #told = new Set<string>();
  #judged: { state: string; judge: Judge } | undefined;
  readonly #probes: ReadonlySet<Probe>;
  readonly #shared: Limiter;
  readonly #fresh = new Limiter(FRESH_AT_ONCE);
  #main: Session;
  #reopening: Promise<Session> | undefined;
  #spare: Promise<Session> | undefined;
  #counter = 0;
  #done = 0;
  #stopped = false;

  constructor(plan: RunPlan) {
    this.#plan = plan;
    this.#environment = plan.environment;
    this.#recorder = plan.environment.recorder;
    this.#main = plan.first;
    this.#sessions.add(plan.first);
    this.#probes = neededProbes(plan.entries);
    this.#shared = new Limiter(plan.concurrency);
  }

  async execute(): Promise<void> {
    const { target } = this.#environment;
    this.#progress('Starting the server');
    // Two processes start in the time of one; a further HTTP session is cheap once the server is known to be there.
    if (target.type === 'stdio' && !mayFetch(target.command)) this.#openSpare();
    const shaken = this.#start(handshake);
    await shaken;
    await this.#findStartFailure();
    if (this.#recorder.recording.startFailure !== null) {
      for (const session of this.#sessions) if (session !== this.#main) session.connection.kill();
      // A server that has not answered at all is not asked again.
      const isReached = REACHED.has(this.#recorder.recording.startFailure.kind);
      if (isReached) await this.#runAll((probe) => probe.withoutHandshake);
      return;
    }
    this.#emit();
    this.#progress('Checking');
    await this.#runAll((probe) => probe.lane !== 'last');
    this.#emit();
    await this.#confirm();
    // Where nothing hostile follows, the report is only milliseconds away.
    if (this.#recorder.recording.mode === 'full') this.#emit();
    for (const probe of this.#probes) {
      if (probe.lane !== 'last') continue;
      await this.#start(probe);
      // What such a probe did to the server must not be taken for a fault of the next one.
      if (this.#leftUnanswered(probe)) await this.#replaceMain();
    }
  }

  /** The rules whose verdict the observer knows. */
  get told(): ReadonlySet<string> {
    return this.#told;
  }

  /** Ends every connection as a client should. */
  async close(): Promise<void> {
    const sessions = [...this.#sessions];
    await Promise.all(
      sessions.map(({ connection }, index) => connection.close(index === 0 ? undefined : FURTHER_PATIENCE_MS)),
    );
    await this.#environment.agent?.close();
  }

  /** Ends everything at once. */
  kill(): void {
    this.#stopped = true;
    for (const session of this.#sessions) session.connection.kill();
    void this.#environment.agent?.close();
  }

  #progress(step: string): void {
    this.#plan.observer.onProgress?.({ step, done: this.#done, total: this.#probes.size });
  }

  #session(purpose: string): Session {
    const session = new Session(this.#environment, purpose);
    this.#adopt(session);
    return session;
  }

  /** What had already been decided when the run was stopped must not outlive it. */
  #adopt(session: Session): void {
    this.#sessions.add(session);
    if (this.#stopped) session.connection.kill();
  }

  async #runAll(belongs: (probe: Probe) => boolean): Promise<void> {
    await Promise.all([...this.#probes].filter(belongs).map((probe) => this.#start(probe)));
  }

  /** Runs a probe once, after those that it needs. */
  #start(probe: Probe): Promise<void> {
    const known = this.#started.get(probe.id);
    if (known !== undefined) return known;
    const started = this.#startAfterNeeds(probe);
    this.#started.set(probe.id, started);
    return started;
  }

  async #startAfterNeeds(probe: Probe): Promise<void> {
    if (probe.lane !== 'first' && !probe.withoutHandshake) await this.#start(handshake);
    await Promise.all(probesBefore(probe).map((before) => this.#start(before)));
    const notSent = this.#whyNotSent(probe);
    if (notSent !== undefined) {
      this.#record(probe).notSent = notSent;
    } else await this.#inLane(probe);
    this.#done += 1;
    this.#progress('Checking');
  }

  #whyNotSent(probe: Probe): ProbeRecord['notSent'] {
    const { recording } = this.#recorder;
    if (!probe.transports.includes(recording.target.type))
      return { cause: 'not-applicable', text: `It needs the ${probe.transports.join(' or ')} transport` };
    if (!permits(recording.mode, probe.effect))
      return { cause: 'not-permitted', text: `Mode ${recording.mode} does not send this` };
    const { startFailure } = recording;
    if (startFailure !== null && !probe.withoutHandshake)
      return { cause: 'not-checked', text: 'The handshake did not complete', coveredBy: HANDSHAKE_RULE };
    const capabilities = this.#main.capabilities;
    if (probe.capability !== undefined && startFailure === null && !declares(capabilities, probe.capability)) {
      return { cause: 'not-applicable', text: `The server does not declare the capability ${probe.capability}` };
    }
    for (const needed of Object.values(probe.needs)) {
      const record = recording.probes[needed.id];
      if (record?.notSent !== undefined) return record.notSent;
      const last = record?.attempts.at(-1);
      if (last?.outcome !== 'done') return { cause: 'not-checked', text: `The probe ${needed.id} did not complete` };
    }
    return undefined;
  }

  async #inLane(probe: Probe): Promise<void> {
    if (probe === handshake) return this.#attempt(probe, this.#main);
    if (probe.lane === 'spare') {
      await this.#openSpare();
      return;
    }
    if (probe.lane === 'own') {
      // A lane of its own also in the order: what the spare connection's handshake showed is known before.
      const spare = await this.#openSpare();
      return this.#attempt(probe, spare);
    }
    if (probe.lane === 'fresh') return this.#fresh.run(() => this.#attempt(probe, this.#session(probe.id)));
    return this.#shared.run(async () => this.#attempt(probe, await this.#mainSession()));
  }

  /** The main connection, or another one when the server has left it. */
  async #mainSession(): Promise<Session> {
    const main = this.#main;
    if (main.connection.open || this.#stopped || this.#recorder.recording.startFailure !== null) return main;
    // All that wait for the connection share the new one.
    this.#reopening ??= this.#reopen();
    return this.#reopening;
  }

  async #reopen(): Promise<Session> {
    const session = await this.#opened('main again');
    this.#main = session;
    this.#reopening = undefined;
    return session;
  }

  #leftUnanswered(probe: Probe): boolean {
    return this.#recorder.recording.exchanges.some(
      (exchange) => exchange.probe === probe.id && exchange.reply === undefined && exchange.requestId !== undefined,
    );
  }

  async #replaceMain(): Promise<void> {
    await this.#main.connection.close();
    if (!this.#stopped) this.#main = await this.#opened('main again');
  }

  async #opened(purpose: string, capabilities: JsonObject = {}): Promise<Session> {
    const session = this.#session(purpose);
    await session.initialize({ probe: 'client-connect', attempt: 0 }, { initialize: { capabilities } });
    return session;
  }

  /** Opens the spare connection with the handshake of its own kind, if any chosen rule wants one. */
  #openSpare(): Promise<Session> {
    const wanted = [...this.#probes].some((probe) => probe.lane === 'spare' || probe.lane === 'own');
    if (!wanted && this.#spare === undefined) this.#spare = Promise.resolve(this.#main);
    this.#spare ??= this.#openSpareOnce();
    return this.#spare;
  }

  async #openSpareOnce(): Promise<Session> {
    const session = this.#session('spare');
    await this.#attempt(negotiateVersion, session);
    if (session.revision !== null || this.#stopped) return session;
    // A server may allow one process at a time, or end after a refused handshake: then a plain one serves.
    await this.#start(handshake);
    if (this.#recorder.recording.startFailure !== null) return session;
    return this.#opened('spare again', SPARE_CAPABILITIES);
  }

  #record(probe: Probe): ProbeRecord {
    const { probes } = this.#recorder.recording;
    probes[probe.id] ??= { attempts: [] };
    return probes[probe.id] as ProbeRecord;
  }

  async #attempt(probe: Probe, session: Session): Promise<void> {
    const record = this.#record(probe);
    const start = this.#recorder.elapsedMs();
    const opened: Session[] = [];
    const attempt = record.attempts.length;
    try {
      const tag = { probe: probe.id, attempt };
      // What is asked once more is asked alone: also not beside other requests of the same probe.
      const wire = new SessionWire(session, tag, opened, (extra) => this.#adopt(extra), attempt > 0);
      const value = await probe.run(this.#context(probe, wire));
      // Through JSON at once, so that judging now and judging a saved recording see the same.
      const json = JSON.parse(JSON.stringify(value ?? null)) as JsonValue;
      record.attempts.push({ outcome: 'done', value: json, durationMs: this.#recorder.elapsedMs() - start });
      this.#values.set(probe.id, new RecordingReader(this.#recorder.recording).hydrate(json));
    } catch (error) {
      record.attempts.push({ outcome: 'broken', message: error instanceof Error ? error.message : String(error) });
    }
    await Promise.all(opened.map((extra) => extra.connection.close()));
  }

  #context(probe: Probe, wire: SessionWire): ProbeContext<Record<string, unknown>> {
    const { target, platform } = this.#environment;
    const { recording } = this.#recorder;
    const before = Object.entries({ ...probe.needs, ...probe.wants });
    const needs = before.map(([name, { id }]) => [name, this.#values.get(id)] as const);
    const main = this.#main;
    return {
      wire,
      needs: Object.fromEntries(needs),
      server: {
        get revision() {
          return main.revision ?? '2025-11-25';
        },
        get capabilities(): JsonObject {
          return main.capabilities;
        },
      },
      mode: recording.mode,
      isForbiddenTool: (name) => recording.forbiddenTools.includes(name),
      unique: (prefix) => {
        this.#counter += 1;
        return `${prefix}-${this.#counter}`;
      },
      served: () => ({ method: 'ping' }),
      random: (length) => platform.randomBytes(length),
      target: {
        type: target.type,
        url: target.type === 'http' ? target.url : null,
        credential: recording.target.credential,
        loopback: recording.target.loopback,
      },
    };
  }

  async #findStartFailure(): Promise<void> {
    const { recording } = this.#recorder;
    const initialize = this.#initialize();
    if (initialize === undefined) return;
    let getStream: Exchange | null = null;
    if (initialize.kind === 'refused' && [400, 404, 405].includes(initialize.http.status)) {
      const wire = new SessionWire(this.#main, { probe: 'legacy-transport', attempt: 0 }, []);
      getStream = await wire.http({
        method: 'GET',
        headers: { accept: 'text/event-stream' },
        defaults: true,
        until: 'head',
        timeoutMs: 2_000,
      });
      if (getStream.http?.mediaType === 'text/event-stream') {
        // The first event names the endpoint of the older transport, and follows the head at once.
        await new Promise<void>((resolve) => this.#environment.platform.after(200, resolve));
        getStream = new RecordingReader(recording).exchange(getStream.id);
      }
    }
    if (this.#stopped) return;
    if (initialize.kind === 'unanswered' && recording.target.type === 'stdio') this.#main.connection.kill();
    recording.startFailure = startFailureOf(initialize, recording, getStream);
  }

  #initialize(): Exchange | undefined {
    const value = this.#values.get(handshake.id) as { initialize: Exchange } | undefined;
    return value?.initialize;
  }

  /** Asks once more, alone, where a verdict of failure came out of requests that overlapped. */
  async #confirm(): Promise<void> {
    const suspects = this.#suspects();
    if (suspects.length === 0) return;
    this.#progress('Confirming');
    const isFragile = this.#fellSilent();
    // Once for all of them: after that they are asked one by one, and each is answered before the next.
    if (!isFragile && suspects.some(({ lane }) => lane === 'shared'))
      await (await this.#mainSession()).connection.quiet();
    const atOnce = new Limiter(this.#environment.target.type === 'stdio' && isFragile ? CONFIRMED_AT_ONCE : 1);
    const started = new Map<Probe, Promise<void>>();
    for (const probe of suspects) {
      const before = probesBefore(probe).map((needed) => started.get(needed));
      const confirmed = Promise.all(before).then(() => atOnce.run(() => this.#confirmOne(probe, isFragile)));
      started.set(probe, confirmed);
    }
    await Promise.all(started.values());
    if (isFragile) await this.#replaceMain();
  }

  async #confirmOne(probe: Probe, isFragile: boolean): Promise<void> {
    if (this.#stopped) return;
    // A server can take its leave in the silence before.
    if (probe.lane === 'shared' && !isFragile) return this.#attempt(probe, await this.#mainSession());
    if (!isFragile && !probe.ownIds && (await this.#confirmOnSpare(probe))) return;
    const session = await this.#opened(probe.id);
    if (this.#stopped) return;
    await this.#attempt(probe, session);
    await session.connection.close(FURTHER_PATIENCE_MS);
  }

  /**
   * Asks once more on the spare connection, which saves a process, and says whether that counts: not when something
   * that was sent there has left the connection unusable.
   */
  async #confirmOnSpare(probe: Probe): Promise<boolean> {
    const spare = await this.#openSpare();
    if (!spare.connection.open || this.#stopped) return false;
    const wire = new SessionWire(spare, { probe: 'client-check', attempt: 0 }, []);
    if (!wasServed(await wire.exchange({ method: 'ping' }))) return false;
    await this.#attempt(probe, spare);
    if (spare.connection.open) return true;
    this.#record(probe).attempts.pop();
    return false;
  }

  /**
   * Whether the server left a connection, or requests without a reply: what silenced it is not known, so that one
   * probe could do it again to the next on the same connection.
   */
  #fellSilent(): boolean {
    const reader = new RecordingReader(this.#recorder.recording);
    return reader.recording.exchanges.some((record) => {
      const isSilent = record.end === 'silent' && record.requestId !== undefined && record.optional !== true;
      return isSilent || wasLost(reader.exchange(record.id));
    });
  }

  /** The probes behind failures, and those whose connection was lost, in an order that respects what they need. */
  #suspects(): Probe[] {
    const { recording } = this.#recorder;
    const judge = this.#judge();
    const reader = new RecordingReader(recording);
    const wanted = new Set<Probe>();
    for (const entry of this.#plan.entries) {
      const rule = RULES.get(entry.id);
      if (rule === undefined || [...probesOf(rule.reads)].some((probe) => probe.once)) continue;
      const probes = [...probesOf(rule.reads)].filter((probe) => probe.lane === 'shared' || probe.lane === 'own');
      if (probes.some((probe) => this.#lost(probe, reader)) || judge.verdict(entry).outcome === 'fail') {
        for (const probe of probes) if (this.#wasSent(probe)) wanted.add(probe);
      }
    }
    return inOrder(wanted);
  }

  #wasSent(probe: Probe): boolean {
    return (this.#recorder.recording.probes[probe.id]?.attempts.length ?? 0) > 0;
  }

  #lost(probe: Probe, reader: RecordingReader): boolean {
    return reader.recording.exchanges.some(
      (record) => record.probe === probe.id && wasLost(reader.exchange(record.id)),
    );
  }

  /** A judge of the recording as it is now; the last one as long as nothing has been added. */
  #judge(): Judge {
    const { connections, exchanges, probes, startFailure } = this.#recorder.recording;
    const received = connections.map(({ incoming, exit }) => `${incoming.length}${exit === undefined ? '' : 'x'}`);
    const attempts = Object.values(probes).map((probe) => probe.attempts.length);
    const state = [startFailure === null, exchanges.length, ...received, ...attempts].join();
    if (this.#judged?.state !== state) this.#judged = { state, judge: new Judge(this.#recorder.recording) };
    return this.#judged.judge;
  }

  /** Tells the observer the verdicts that can no longer change. */
  #emit(): void {
    const { onVerdict } = this.#plan.observer;
    if (onVerdict === undefined) return;
    const judge = this.#judge();
    for (const entry of this.#plan.entries) {
      if (this.#told.has(entry.id) || !judge.isComplete(entry)) continue;
      const verdict = judge.verdict(entry);
      if (this.#mayChange(verdict)) continue;
      this.#told.add(entry.id);
      onVerdict(testResult(verdict, judge.capabilities, this.#recorder.recording.specVersion));
    }
  }

  #mayChange(verdict: Verdict): boolean {
    if (verdict.outcome === 'pass') return false;
    if (verdict.cause === 'not-applicable' || verdict.cause === 'not-permitted') return false;
    const rule = RULES.get(verdict.entry.id);
    if (rule === undefined) return true;
    return [...probesOf(rule.reads)].some((probe) => probe.lane === 'shared' || probe.lane === 'own');
  }
}

/**
 * Whether a command may fetch the server before it starts it. Two of those at once would fetch the same into one cache,
 * so that the second process waits for the first.
 */
function mayFetch(command: string): boolean {
  const name = command.replace(/^.*[\\/]/, '').toLowerCase();
  return /^(?:npx|npm|pnpm|yarn|bunx?|uvx?|pipx|deno|docker|podman)(?:\.(?:cmd|exe|bat|ps1))?$/.test(name);
}

/** Lets a number of jobs run at once; the others wait in line. */
class Limiter {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#free = Math.max(1, atOnce);
  }

  async run(job: () => Promise<void>): Promise<void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      await job();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }
}

function probesBefore(probe: Probe): Probe[] {
  return [...Object.values(probe.needs), ...Object.values(probe.wants)];
}

/** Every probe that the rules read, and what those need. */
export function neededProbes(entries: readonly CatalogEntry[]): ReadonlySet<Probe> {
  const needed = new Set<Probe>([handshake]);
  const add = (probe: Probe) => {
    for (const before of probesBefore(probe)) add(before);
    needed.add(probe);
  };
  for (const entry of entries) {
    const rule = RULES.get(entry.id);
    if (rule !== undefined) for (const probe of probesOf(rule.reads)) add(probe);
  }
  const lanes: readonly Lane[] = ['spare', 'own'];
  // What runs on the spare connection needs the handshake that opens it.
  if ([...needed].some((probe) => lanes.includes(probe.lane))) needed.add(negotiateVersion);
  return needed;
}

function inOrder(probes: ReadonlySet<Probe>): Probe[] {
  const ordered = new Set<Probe>();
  const add = (probe: Probe) => {
    for (const before of probesBefore(probe)) if (probes.has(before)) add(before);
    ordered.add(probe);
  };
  for (const probe of probes) add(probe);
  return [...ordered];
}
