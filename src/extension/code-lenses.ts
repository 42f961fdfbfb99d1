import type * as vscode from 'vscode';
import { CONFIG_FILES } from '../targets/config-files.js';
import { editorRange } from './diagnostics.js';
import { type Disposable, DisposableStore } from './disposables.js';
import { summaryWords } from './report-words.js';
import type { Results } from './results.js';
import { type ConfiguredServer, unusableReason } from './servers.js';
import type { SettingsReader } from './settings.js';
import type { WorkspaceServers } from './workspace-servers.js';

/** Documents that may define servers, wherever they lie. */
export const CONFIG_DOCUMENTS: readonly vscode.DocumentFilter[] = CONFIG_FILES.map(({ path }) => ({
  pattern: `**/${path}`,
}));

/** One line above each server: its grade and failures, or the offer to grade it. */
export class CodeLenses implements Disposable, vscode.CodeLensProvider {
  private readonly store = new DisposableStore();
  readonly onDidChangeCodeLenses: vscode.Event<void>;

  constructor(
    private readonly vs: typeof vscode,
    private readonly servers: WorkspaceServers,
    private readonly results: Results,
    private readonly settings: SettingsReader,
  ) {
    const changed = this.store.add(new vs.EventEmitter<void>());
    this.onDidChangeCodeLenses = changed.event;
    for (const event of [servers.onDidChange, settings.onDidChange]) this.store.add(event(() => changed.fire()));
    // Progress is not shown here: lines of text that change all the time disturb whoever reads the file.
    const shown = new Map<string, string>();
    this.store.add(
      results.onDidChange((key) => {
        const server = servers.find(key);
        const title = server ? this.title(server) : '';
        if (shown.get(key) === title) return;
        shown.set(key, title);
        changed.fire();
      }),
    );
    this.store.add(vs.languages.registerCodeLensProvider([...CONFIG_DOCUMENTS], this));
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const file = this.servers.fileOf(document.uri);
    if (!file || !this.settings.for(document.uri).codeLens) return [];
    return this.servers.servers
      .filter((server) => server.file === file && unusableReason(server) === undefined)
      .map((server) => new this.vs.CodeLens(editorRange(this.vs, server.definition.nameRange), this.command(server)));
  }

  dispose(): void {
    this.store.dispose();
  }

  private command(server: ConfiguredServer): vscode.Command {
    const { result, running } = this.results.get(server.key);
    const title = this.title(server);
    if (running) return { title, command: 'mcpAssay.stop', arguments: [server.key] };
    const isCurrent = result && !this.results.isStale(server);
    return { title, command: isCurrent ? 'mcpAssay.openReport' : 'mcpAssay.gradeServer', arguments: [server.key] };
  }

  private title(server: ConfiguredServer): string {
    const { t } = this.vs.l10n;
    const { result, running, problem } = this.results.get(server.key);
    if (running) return `$(sync~spin) ${t('Grading, select to stop')}`;
    if (problem) return `$(error) ${t('Could not be graded, select to try again')}`;
    if (!result) return `$(beaker) ${t('Grade')}`;
    const words = summaryWords(result.report, t);
    if (this.results.isStale(server)) return `$(history) ${t('Grade again (was: {0})', words)}`;
    return `$(beaker) ${words}`;
  }
}
