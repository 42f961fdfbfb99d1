import type { Report } from '../engine/report.js';
import { type HostMessage, isPanelMessage } from '../rpc/report-protocol.js';
import type { ServerState } from './results.js';

/** What a panel can ask for. */
export interface PanelActions {
  openSpec(url: string): void;
  copy(markdown: string): void;
  rerunFailed(key: string): void;
  regrade(key: string): void;
  openSource(key: string): void;
  /** A message was not accepted. */
  refused(): void;
}

export interface ReportHostOptions {
  key: string;
  /** The server's name, as far as it is known by now. */
  name(): string;
  post(message: HostMessage<Report>): void;
  state(): ServerState;
  actions: PanelActions;
  /** Shown when there is neither a report nor a run. */
  emptyText: string;
}

/** Links that may be opened from a panel: the report's texts hold no others, and a server must not add any. */
export function isSpecUrl(url: string): boolean {
  return URL.canParse(url) && new URL(url).origin === 'https://modelcontextprotocol.io';
}

/** The host's side of one report panel. */
export class ReportHost {
  private shown: Report | undefined;
  private isReady = false;
  private wasRunning = false;
  /** A check to show as soon as the panel listens. */
  private wanted: string | undefined;

  constructor(private readonly options: ReportHostOptions) {}

  /** A message from the panel, of whatever kind. */
  receive(message: unknown): void {
    const { actions, key } = this.options;
    if (!isPanelMessage(message)) {
      actions.refused();
      return;
    }
    switch (message.type) {
      case 'ready':
        // A panel that was hidden has forgotten everything, so it gets everything.
        this.isReady = true;
        this.shown = undefined;
        this.wasRunning = false;
        this.update();
        this.showWanted();
        return;
      case 'openSpec':
        if (isSpecUrl(message.url)) actions.openSpec(message.url);
        else actions.refused();
        return;
      case 'copy':
        actions.copy(message.markdown);
        return;
      case 'rerunFailed':
        actions.rerunFailed(key);
        return;
      case 'regrade':
        actions.regrade(key);
        return;
      case 'openSource':
        actions.openSource(key);
    }
  }

  /** Opens one check of the report. */
  reveal(id: string): void {
    this.wanted = id;
    this.showWanted();
  }

  /** Shows what there is now; nothing is sent twice. */
  update(): void {
    if (!this.isReady) return;
    const { key, name, post, emptyText } = this.options;
    const { result, running, problem } = this.options.state();
    const isRunning = running !== undefined;
    const hasEnded = this.wasRunning && !isRunning;
    const isNew = result !== undefined && result.report !== this.shown;
    if (result && (isNew || hasEnded)) {
      post({ type: 'report', key, report: result.report, ...(result.previous && { previous: result.previous }) });
    }
    if (isRunning && !this.wasRunning) post({ type: 'running', key, server: name() });
    if (!isRunning && problem) post({ type: 'notice', key, text: problem.message });
    else if (!isRunning && !result) post({ type: 'notice', key, text: emptyText, isEmpty: true });
    this.shown = result?.report;
    this.wasRunning = isRunning;
  }

  private showWanted(): void {
    if (!this.isReady || this.wanted === undefined) return;
    this.options.post({ type: 'reveal', key: this.options.key, id: this.wanted });
    this.wanted = undefined;
  }
}
