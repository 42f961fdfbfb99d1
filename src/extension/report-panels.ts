import { randomBytes } from 'node:crypto';
import type * as vscode from 'vscode';
import { isPanelState } from '../rpc/report-protocol.js';
import { type Disposable, DisposableStore } from './disposables.js';
import type { Log } from './log.js';
import { type PanelActions, ReportHost } from './report-host.js';
import { reportPage } from './report-page.js';
import type { Results } from './results.js';

const VIEW_TYPE = 'mcpAssay.report';

export interface ReportPanelsOptions {
  vs: typeof vscode;
  extensionUri: vscode.Uri;
  results: Results;
  /** The name of a server by its key; undefined when it is gone. */
  nameOf(key: string): string | undefined;
  actions: Omit<PanelActions, 'refused'>;
  log: Log;
}

interface OpenPanel {
  panel: vscode.WebviewPanel;
  host: ReportHost;
}

/** The report panels, at most one for each server. */
export class ReportPanels implements Disposable {
  private readonly store = new DisposableStore();
  private readonly open = new Map<string, OpenPanel>();

  constructor(private readonly options: ReportPanelsOptions) {
    const { vs, results } = options;
    this.store.add(results.onDidChange((key) => this.update(key)));
    this.store.add(
      vs.window.registerWebviewPanelSerializer(VIEW_TYPE, {
        deserializeWebviewPanel: async (panel, state: unknown) => this.restore(panel, state),
      }),
    );
  }

  /** Shows the report of a server. Showing one check of it leaves the focus where the user goes through the checks. */
  show(key: string, check?: string): void {
    const preserveFocus = check !== undefined;
    const { host, panel } = this.open.get(key) ?? this.create(key, preserveFocus);
    panel.reveal(undefined, preserveFocus);
    if (check !== undefined) host.reveal(check);
  }

  dispose(): void {
    // The panels themselves stay: the editor restores them in the next window.
    this.store.dispose();
  }

  private create(key: string, preserveFocus: boolean): OpenPanel {
    const { vs } = this.options;
    const place = { viewColumn: vs.ViewColumn.Beside, preserveFocus };
    return this.adopt(key, vs.window.createWebviewPanel(VIEW_TYPE, '', place, this.webviewOptions()));
  }

  private restore(panel: vscode.WebviewPanel, state: unknown): void {
    const key = isPanelState(state) ? state.key : '';
    // What was typed in is not kept over a restart.
    const isGone = key.startsWith('typed:') && this.options.nameOf(key) === undefined;
    if (key === '' || isGone || this.open.has(key)) {
      panel.dispose();
      return;
    }
    panel.webview.options = this.webviewOptions();
    this.adopt(key, panel);
  }

  private adopt(key: string, panel: vscode.WebviewPanel): OpenPanel {
    const { vs, extensionUri, results, log, actions } = this.options;
    const { t } = vs.l10n;
    panel.title = t('Report: {0}', this.nameOf(key));
    panel.iconPath = vs.Uri.joinPath(extensionUri, 'media', 'report.svg');
    const host = new ReportHost({
      key,
      name: () => this.nameOf(key),
      post: (message) => void panel.webview.postMessage(message),
      state: () => results.get(key),
      actions: { ...actions, refused: () => log.warn('A message of the report panel was refused.') },
      emptyText: t('This server has not been graded yet.'),
    });
    const open = { panel, host };
    this.open.set(key, open);
    panel.webview.onDidReceiveMessage((message: unknown) => host.receive(message));
    panel.onDidDispose(() => this.open.delete(key));
    panel.webview.html = this.page(panel);
    return open;
  }

  private update(key: string): void {
    const open = this.open.get(key);
    if (!open) return;
    // A panel that the editor restores is there before anything is known of its server.
    open.panel.title = this.options.vs.l10n.t('Report: {0}', this.nameOf(key));
    open.host.update();
  }

  private nameOf(key: string): string {
    const { vs, results, nameOf } = this.options;
    return nameOf(key) ?? results.get(key).result?.report.target.label ?? vs.l10n.t('MCP server');
  }

  private page({ webview, title }: vscode.WebviewPanel): string {
    const { vs, extensionUri } = this.options;
    const address = (name: string) =>
      webview.asWebviewUri(vs.Uri.joinPath(extensionUri, 'dist', 'webview', name)).toString();
    return reportPage({
      script: address('report.js'),
      style: address('report.css'),
      cspSource: webview.cspSource,
      nonce: randomBytes(16).toString('hex'),
      language: 'en',
      title,
    });
  }

  private webviewOptions(): vscode.WebviewOptions {
    const { vs, extensionUri } = this.options;
    return { enableScripts: true, localResourceRoots: [vs.Uri.joinPath(extensionUri, 'dist', 'webview')] };
  }
}
