/**
 * What the report panel and its host say to each other. The report's type is a parameter, so that this file depends on
 * nothing: the host and the panel fill in `Report`, and the panel brings the guard that recognizes one.
 */

/** The host shows a finished report; it replaces whatever was shown. A full snapshot, never a change to an earlier one. */
export interface ShowReport<R> {
  type: 'report';
  /** What the host calls this server. The panel keeps it in its state, so that a restored panel can be filled again. */
  key: string;
  report: R;
  /** The run before, when there was one: the panel shows what has changed since. */
  previous?: R;
}

/** The host says that the server is being graded. The report shown so far stays, marked as being replaced. */
export interface ShowRunning {
  type: 'running';
  key: string;
  /** The server's name. */
  server: string;
}

/** The host says that there is nothing to show, or that a run ended without a report. */
export interface ShowNotice {
  type: 'notice';
  key: string;
  /** One or two sentences. */
  text: string;
  /** There is no report any more: what is shown is taken away. Otherwise it stays. */
  isEmpty?: boolean;
}

/** The host wants one check to be seen, opened and whatever the filter was; a check that the report lacks is ignored. */
export interface RevealCheck {
  type: 'reveal';
  key: string;
  /** Id of the check. */
  id: string;
}

export type HostMessage<R> = ShowReport<R> | ShowRunning | ShowNotice | RevealCheck;

/** The panel has loaded and listens; the host answers with the whole state. */
export interface Ready {
  type: 'ready';
}

/** The user wants to read a section of the specification in the browser. */
export interface OpenSpec {
  type: 'openSpec';
  url: string;
}

/** The user wants this text in the clipboard. */
export interface Copy {
  type: 'copy';
  markdown: string;
}

/** The user wants the failed checks to be run again. */
export interface RerunFailed {
  type: 'rerunFailed';
}

/** The user wants a whole new run. */
export interface Regrade {
  type: 'regrade';
}

/** The user wants to see the server's entry in its configuration file. */
export interface OpenSource {
  type: 'openSource';
}

export type PanelMessage = Ready | OpenSpec | Copy | RerunFailed | Regrade | OpenSource;

export const VERDICT_FILTERS = ['failures', 'all', 'skipped'] as const;
export type VerdictFilter = (typeof VERDICT_FILTERS)[number];

/** What the panel remembers of itself over a reload: how it is being looked at, never what it shows. */
export interface PanelState {
  /** `ShowReport.key`; empty as long as nothing has been shown. */
  key: string;
  verdict: VerdictFilter;
  /** A category; empty for all. */
  category: string;
  /** A level; empty for all. */
  level: string;
  search: string;
  /** Ids of the checks that are open. */
  open: string[];
  /** Pixels from the top. */
  scroll: number;
}

/** Longest text that the host accepts for the clipboard, in UTF-16 units. */
export const MAX_COPY_LENGTH = 1_000_000;

const MAX_URL_LENGTH = 2_000;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

/** The link must be https: the host passes it to the operating system, where another scheme could start a program. */
function isWebLink(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_URL_LENGTH && /^https:\/\/[^\s/]/.test(value);
}

export function isHostMessage<R>(
  value: unknown,
  isReport: (candidate: unknown) => candidate is R,
): value is HostMessage<R> {
  if (!isRecord(value) || typeof value.key !== 'string') return false;
  switch (value.type) {
    case 'report':
      return isReport(value.report) && (value.previous === undefined || isReport(value.previous));
    case 'running':
      return typeof value.server === 'string';
    case 'reveal':
      return typeof value.id === 'string';
    case 'notice':
      return typeof value.text === 'string' && (value.isEmpty === undefined || typeof value.isEmpty === 'boolean');
    default:
      return false;
  }
}

export function isPanelMessage(value: unknown): value is PanelMessage {
  if (!isRecord(value)) return false;
  switch (value.type) {
    case 'ready':
    case 'rerunFailed':
    case 'regrade':
    case 'openSource':
      return true;
    case 'openSpec':
      return isWebLink(value.url);
    case 'copy':
      return typeof value.markdown === 'string' && value.markdown.length <= MAX_COPY_LENGTH;
    default:
      return false;
  }
}

export function isPanelState(value: unknown): value is PanelState {
  return (
    isRecord(value) &&
    typeof value.key === 'string' &&
    VERDICT_FILTERS.some((filter) => filter === value.verdict) &&
    typeof value.category === 'string' &&
    typeof value.level === 'string' &&
    typeof value.search === 'string' &&
    isStrings(value.open) &&
    typeof value.scroll === 'number' &&
    Number.isFinite(value.scroll)
  );
}
