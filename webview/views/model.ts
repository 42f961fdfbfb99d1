import type { Report } from '../../src/engine/report.js';
import type { PanelMessage, PanelState } from '../../src/rpc/report-protocol.js';
import type { WebviewTransport } from '../transport.js';

/** Everything that the panel shows. */
export interface Model {
  host: WebviewTransport['host'];
  report: Report | undefined;
  previous: Report | undefined;
  /** Name of the server that is being graded right now. */
  running: string | undefined;
  notice: string | undefined;
  /** Id of the check that has been copied last. */
  copied: string | undefined;
  /** Ids of the checks whose long bodies are shown in full. */
  whole: ReadonlySet<string>;
  state: PanelState;
}

/** What the user can do. */
export interface Actions {
  filter(change: Partial<Pick<PanelState, 'verdict' | 'category' | 'level' | 'search'>>): void;
  toggle(id: string, open: boolean): void;
  toggleAll(ids: readonly string[], open: boolean): void;
  showWhole(key: string): void;
  /** Brings one check into view, whatever the filter was. */
  reveal(id: string): void;
  copy(id: string): void;
  /** Follows a link to the specification; the browser does it where there is no editor. */
  openSpec(event: Event, url: string): void;
  post(message: PanelMessage): void;
}
