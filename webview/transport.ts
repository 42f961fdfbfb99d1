import type { Report } from '../src/engine/report.js';
import {
  type HostMessage,
  isHostMessage,
  isPanelState,
  type PanelMessage,
  type PanelState,
} from '../src/rpc/report-protocol.js';
import { isReport } from './report-guard.js';

/** How the panel speaks with whatever shows it. */
export interface WebviewTransport {
  /** An editor opens links and files and grades again; a file in a browser can do neither. */
  readonly host: 'editor' | 'file';
  postMessage(message: PanelMessage): void;
  onMessage(listener: (message: HostMessage<Report>) => void): void;
  getState(): PanelState | undefined;
  setState(state: PanelState): void;
}

/** What VS Code gives to the script of a webview; it may be asked for once. */
interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare global {
  var acquireVsCodeApi: (() => VsCodeApi) | undefined;
}

export function editorTransport(api: VsCodeApi): WebviewTransport {
  return {
    host: 'editor',
    postMessage: (message) => api.postMessage(message),
    onMessage(listener) {
      window.addEventListener('message', (event: MessageEvent<unknown>) => {
        if (isHostMessage(event.data, isReport)) listener(event.data);
      });
    },
    getState() {
      const state = api.getState();
      return isPanelState(state) ? state : undefined;
    },
    setState: (state) => api.setState(state),
  };
}

/** The panel as one file: it holds its report, remembers nothing and copies by itself. */
export function fileTransport(report: Report, page: Document): WebviewTransport {
  const listeners: ((message: HostMessage<Report>) => void)[] = [];
  const key = report.target.label;
  const send = (message: HostMessage<Report>): void => {
    for (const listener of listeners) listener(message);
  };
  return {
    host: 'file',
    postMessage(message) {
      if (message.type === 'ready') send({ type: 'report', key, report });
      if (message.type === 'copy') {
        copyText(message.markdown, page).catch(() =>
          send({ type: 'notice', key, text: 'The browser did not allow copying.' }),
        );
      }
    },
    onMessage: (listener) => listeners.push(listener),
    getState: () => undefined,
    setState: () => undefined,
  };
}

async function copyText(text: string, page: Document): Promise<void> {
  const clipboard = page.defaultView?.navigator.clipboard;
  if (clipboard === undefined) throw new Error('There is no clipboard outside a secure context.');
  await clipboard.writeText(text);
}

/** The report that the page carries as data, when it is one. */
export function embeddedReport(page: Document): Report | undefined {
  const text = page.getElementById('report-data')?.textContent;
  if (typeof text !== 'string') return undefined;
  const report: unknown = JSON.parse(text);
  return isReport(report) ? report : undefined;
}
