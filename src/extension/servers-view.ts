import type * as vscode from 'vscode';
import { type Disposable, DisposableStore } from './disposables.js';
import type { Memory } from './launch-consent.js';
import type { Results } from './results.js';
import type { CheckFilter } from './tree-model.js';
import { FileNode, type TreeContext, type TreeNode, TypedServersNode } from './tree-nodes.js';
import type { TypedServers } from './typed-servers.js';
import type { WorkspaceServers } from './workspace-servers.js';

export const VIEW_ID = 'mcpAssay.servers';

const FILTER_KEY = 'mcpAssay.filter';

/** Progress comes with every probe; the eye does not need it that often. */
const REFRESH_MS = 100;

/** The view "MCP Servers". */
export class ServersView implements Disposable, vscode.TreeDataProvider<TreeNode> {
  private readonly store = new DisposableStore();
  private readonly changed: vscode.EventEmitter<void>;
  private readonly view: vscode.TreeView<TreeNode>;
  private timer: NodeJS.Timeout | undefined;
  private filter: CheckFilter;

  readonly onDidChangeTreeData: vscode.Event<void>;

  constructor(
    private readonly vs: typeof vscode,
    private readonly servers: WorkspaceServers,
    private readonly typed: TypedServers,
    private readonly results: Results,
    private readonly memory: Memory,
  ) {
    this.filter = memory.get(FILTER_KEY) === 'all' ? 'all' : 'failures';
    this.changed = this.store.add(new vs.EventEmitter<void>());
    this.onDidChangeTreeData = this.changed.event;
    this.view = this.store.add(
      vs.window.createTreeView<TreeNode>(VIEW_ID, { treeDataProvider: this, showCollapseAll: true }),
    );
    for (const event of [servers.onDidChange, typed.onDidChange]) this.store.add(event(() => this.refreshSoon()));
    this.store.add(servers.onDidChange(() => this.showTrust()));
    this.store.add(results.onDidChange(() => this.refreshSoon()));
    this.store.add({ dispose: () => clearTimeout(this.timer) });
    this.store.add(vs.workspace.onDidGrantWorkspaceTrust(() => this.showTrust()));
    this.showFilter();
    this.showTrust();
  }

  setFilter(filter: CheckFilter): void {
    this.filter = filter;
    void this.memory.update(FILTER_KEY, filter);
    this.showFilter();
    this.changed.fire();
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    return node.item();
  }

  getChildren(node?: TreeNode): TreeNode[] {
    return node ? node.children() : this.roots();
  }

  dispose(): void {
    this.store.dispose();
  }

  private roots(): TreeNode[] {
    const context: TreeContext = { vs: this.vs, results: this.results, filter: this.filter };
    const showFolder = (this.vs.workspace.workspaceFolders?.length ?? 0) > 1;
    const files = this.servers.configFiles.map(
      (file) =>
        new FileNode(
          context,
          file,
          this.servers.servers.filter((server) => server.file === file),
          showFolder,
        ),
    );
    return this.typed.all.length > 0 ? [...files, new TypedServersNode(context, this.typed.all)] : files;
  }

  /** Where nothing was found the welcome text says it; a message would take its place. */
  private showTrust(): void {
    const { workspace, l10n } = this.vs;
    const isNeeded = !workspace.isTrusted && this.servers.configFiles.length > 0;
    this.view.message = isNeeded ? l10n.t('Restricted Mode: files are read and checked, no server is started.') : '';
  }

  private showFilter(): void {
    void this.vs.commands.executeCommand('setContext', 'mcpAssay.filter', this.filter);
  }

  private refreshSoon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.view.badge = this.badge();
      this.changed.fire();
    }, REFRESH_MS);
  }

  /** The number of servers with failures, as the activity bar shows it. */
  private badge(): vscode.ViewBadge | undefined {
    const failed = this.servers.servers.filter(
      (server) => this.results.get(server.key).result?.report.overall === 'fail' && !this.results.isStale(server),
    ).length;
    if (failed === 0) return undefined;
    const { t } = this.vs.l10n;
    return {
      value: failed,
      tooltip: failed === 1 ? t('1 server with failures') : t('{0} servers with failures', failed),
    };
  }
}
