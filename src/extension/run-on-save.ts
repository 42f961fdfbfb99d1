import type * as vscode from 'vscode';
import { type Disposable, DisposableStore } from './disposables.js';
import type { Log } from './log.js';
import type { Results } from './results.js';
import type { Runs } from './runs.js';
import { SaveDebounce } from './save-debounce.js';
import type { ConfiguredServer } from './servers.js';
import type { SettingsReader } from './settings.js';
import { uriToPath } from './uri-to-path.js';
import type { WorkspaceServers } from './workspace-servers.js';
import { isSourceFile, runsFromWorkspace } from './workspace-source.js';

/** Time for "save all", for a formatter, and for a build that a save sets off. */
const QUIET_MS = 500;

export interface RunOnSaveOptions {
  vs: typeof vscode;
  servers: WorkspaceServers;
  results: Results;
  runs: Runs;
  settings: SettingsReader;
  log: Log;
}

/** Grades again after a save: only servers that the user has graded before, and never before the save has ended. */
export class RunOnSave implements Disposable {
  private readonly store = new DisposableStore();
  private readonly debounce: SaveDebounce;

  constructor(private readonly options: RunOnSaveOptions) {
    this.debounce = this.store.add(new SaveDebounce(QUIET_MS, (keys) => this.grade(keys)));
    this.store.add(options.vs.workspace.onDidSaveTextDocument((document) => this.onSaved(document)));
  }

  dispose(): void {
    this.store.dispose();
  }

  private onSaved({ uri }: vscode.TextDocument): void {
    const { vs, servers, settings, log } = this.options;
    const when = settings.for(uri).runOnSave;
    if (when === 'off' || !vs.workspace.isTrusted) return;
    if (servers.fileOf(uri)) {
      servers.refresh().then(
        () => this.debounce.add(this.changedIn(uri)),
        (error: unknown) => log.error('Reading a saved file failed', error),
      );
      return;
    }
    if (when === 'all') this.debounce.add(this.runFrom(uri));
  }

  private changedIn(uri: vscode.Uri): string[] {
    const file = this.options.servers.fileOf(uri);
    return this.gradedBefore()
      .filter((server) => server.file === file && this.options.results.isStale(server))
      .map(({ key }) => key);
  }

  private runFrom(uri: vscode.Uri): string[] {
    const { vs } = this.options;
    const folder = vs.workspace.getWorkspaceFolder(uri);
    if (uri.scheme !== 'file' || !folder || !isSourceFile(vs.workspace.asRelativePath(uri, false))) return [];
    const path = uriToPath(folder.uri);
    return this.gradedBefore()
      .filter(({ file, definition: { definition } }) => {
        const isSameFolder = file.folder.uri.toString() === folder.uri.toString();
        return isSameFolder && definition.type === 'stdio' && runsFromWorkspace(definition, path);
      })
      .map(({ key }) => key);
  }

  private gradedBefore(): ConfiguredServer[] {
    return this.options.servers.servers.filter(({ key }) => this.options.results.get(key).result !== undefined);
  }

  private grade(keys: readonly string[]): void {
    const { servers, runs, log } = this.options;
    const changed = keys.map((key) => servers.find(key)).filter((server) => server !== undefined);
    runs.grade(changed, { reason: 'save' }).catch((error: unknown) => log.error('Grading after a save failed', error));
  }
}
