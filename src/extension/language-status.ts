import type * as vscode from 'vscode';
import { CONFIG_DOCUMENTS } from './code-lenses.js';
import { type Disposable, DisposableStore } from './disposables.js';
import { durationWords, failedTests, gradePhrase, isBelow } from './report-words.js';
import type { Results } from './results.js';
import type { SettingsReader } from './settings.js';
import type { WorkspaceServers } from './workspace-servers.js';

/** What is going on with the servers of the file in front, and how long the last runs took. */
export class LanguageStatus implements Disposable {
  private readonly store = new DisposableStore();
  private readonly item: vscode.LanguageStatusItem;

  constructor(
    private readonly vs: typeof vscode,
    private readonly servers: WorkspaceServers,
    private readonly results: Results,
    private readonly settings: SettingsReader,
  ) {
    this.item = this.store.add(vs.languages.createLanguageStatusItem('mcpAssay.status', [...CONFIG_DOCUMENTS]));
    this.item.name = 'MCP Assay';
    for (const event of [servers.onDidChange, settings.onDidChange]) this.store.add(event(() => this.update()));
    this.store.add(results.onDidChange(() => this.update()));
    this.store.add(vs.window.onDidChangeActiveTextEditor(() => this.update()));
    this.store.add(vs.workspace.onDidGrantWorkspaceTrust(() => this.update()));
    this.update();
  }

  dispose(): void {
    this.store.dispose();
  }

  private update(): void {
    const { vs, item } = this;
    const { t } = vs.l10n;
    const document = vs.window.activeTextEditor?.document;
    const file = document && this.servers.fileOf(document.uri);
    const servers = this.servers.servers.filter((server) => server.file === file);
    const states = servers.map((server) => ({ server, ...this.results.get(server.key) }));
    const running = states.find((state) => state.running);
    item.busy = running !== undefined;
    item.severity = vs.LanguageStatusSeverity.Information;
    item.command = { command: 'mcpAssay.gradeServer', title: t('Grade Server…') };
    item.detail = 'MCP Assay';
    if (running?.running) {
      const { done, total } = running.running;
      item.text =
        total > 0
          ? t('Grading {0}: {1} of {2}', running.server.name, done, total)
          : t('Grading {0}', running.server.name);
      item.command = { command: 'mcpAssay.stop', title: t('Stop') };
      return;
    }
    if (!vs.workspace.isTrusted) {
      item.text = t('Restricted Mode: nothing is graded');
      item.command = { command: 'workbench.trust.manage', title: t('Manage Trust') };
      return;
    }
    const graded = states.flatMap(({ server, result }) => (result ? [{ server, report: result.report }] : []));
    if (graded.length === 0) {
      item.text = servers.length === 1 ? t('1 server, not graded') : t('{0} servers, not graded', servers.length);
      return;
    }
    const minimum = this.settings.for(file?.uri).minimumGrade;
    const isBad = graded.some(
      ({ report }) => report.overall === 'fail' || (minimum !== undefined && isBelow(report, minimum)),
    );
    if (isBad) item.severity = vs.LanguageStatusSeverity.Warning;
    const duration = Math.max(...graded.map(({ report }) => report.durationMs));
    const [only] = graded;
    item.text =
      graded.length === 1 && only
        ? `${only.server.name}: ${gradePhrase(only.report, t)}, ${durationWords(duration, t)}`
        : t('{0} servers graded, {1}', graded.length, durationWords(duration, t));
    const failures = graded.reduce((sum, { report }) => sum + failedTests(report).length, 0);
    item.detail = failures === 1 ? t('1 failure') : t('{0} failures', failures);
    item.command = {
      command: 'mcpAssay.openReport',
      title: t('Open Report'),
      arguments: only ? [only.server.key] : [],
    };
  }
}
