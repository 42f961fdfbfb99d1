import type * as vscode from 'vscode';
import type { TestResult } from '../engine/report.js';
import { isAbortError } from '../rpc/channel.js';
import { editorRange } from './diagnostics.js';
import { type Disposable, DisposableStore } from './disposables.js';
import { catalogEntries, type ExplainDocuments, specUrlOf } from './explain-documents.js';
import { HumanError } from './human-error.js';
import type { Inputs } from './inputs.js';
import type { LaunchConsent } from './launch-consent.js';
import type { Log } from './log.js';
import { isSpecUrl } from './report-host.js';
import type { ReportPanels } from './report-panels.js';
import { isFailure, summaryWords } from './report-words.js';
import type { Results } from './results.js';
import { RestrictedModeError, type Runs } from './runs.js';
import { type Server, unusableReason } from './servers.js';
import type { ServersView } from './servers-view.js';
import type { TargetResolver } from './target-resolver.js';
import { CheckNode, ServerNode } from './tree-nodes.js';
import type { TypedServers } from './typed-servers.js';
import type { WorkspaceServers } from './workspace-servers.js';

export interface CommandsOptions {
  vs: typeof vscode;
  servers: WorkspaceServers;
  typed: TypedServers;
  results: Results;
  runs: Runs;
  resolver: TargetResolver;
  consent: LaunchConsent;
  inputs: Inputs;
  panels: ReportPanels;
  view: ServersView;
  explain: ExplainDocuments;
  log: Log;
}

/** The commands of package.json. */
export class Commands implements Disposable {
  private readonly store = new DisposableStore();

  constructor(private readonly options: CommandsOptions) {
    const { view, log, runs } = options;
    this.register('gradeServer', (about) => this.gradeServer(about));
    this.register('gradeNode', (about) => this.gradeServer(about));
    this.register('gradeAll', () => this.gradeAll());
    this.register('gradeTyped', () => this.gradeTyped());
    this.register('rerunFailed', (about) => this.rerunFailed(about));
    this.register('stop', (about) => runs.stop(this.serverOf(about)?.key));
    this.register('openReport', (about) => this.openReport(about));
    this.register('openDefinition', (about) => this.openDefinition(about));
    this.register('openSpec', (about) => this.openSpec(about));
    this.register('explainCheck', (about) => this.explainCheck(about));
    this.register('clearResults', (about) => this.clearResults(about));
    this.register('forgetAnswers', () => this.forgetAnswers());
    this.register('showFailures', () => view.setFilter('failures'));
    this.register('showAll', () => view.setFilter('all'));
    this.register('showLog', () => log.show());
  }

  dispose(): void {
    this.store.dispose();
  }

  /** An argument comes from the tree, a CodeLens or a key binding; without one the user is asked. */
  private register(name: string, handler: (about: unknown) => unknown): void {
    const run = async (about: unknown): Promise<void> => {
      try {
        await handler(about);
      } catch (error) {
        this.showError(error);
      }
    };
    this.store.add(this.options.vs.commands.registerCommand(`mcpAssay.${name}`, run));
  }

  private async gradeServer(about: unknown): Promise<void> {
    const server = this.serverOf(about) ?? (await this.pickServer(() => true));
    if (server) await this.grade([server]);
  }

  private async gradeAll(): Promise<void> {
    const { servers, vs } = this.options;
    await servers.refresh();
    const usable = servers.servers.filter((server) => !unusableReason(server) && !server.definition.disabled);
    if (usable.length === 0)
      throw new HumanError(vs.l10n.t('No server that can be graded was found in this workspace.'));
    await this.grade(usable);
  }

  private async gradeTyped(): Promise<void> {
    const { vs, resolver, typed } = this.options;
    const { t } = vs.l10n;
    const line = await vs.window.showInputBox({
      title: t('Grade URL or Command'),
      prompt: t('The URL of a server, or the command line that starts one'),
      placeHolder: 'npx -y @modelcontextprotocol/server-everything',
      ignoreFocusOut: true,
    });
    if (line === undefined || line.trim() === '') return;
    const server = resolver.typed(line);
    typed.add(server);
    await vs.commands.executeCommand('mcpAssay.servers.focus');
    await this.grade([server]);
  }

  private async rerunFailed(about: unknown): Promise<void> {
    const hasFailures = (server: Server) => this.report(server)?.tests.some(isFailure) === true;
    const server = this.serverOf(about) ?? (await this.pickServer(hasFailures));
    if (server) await this.grade([server], true);
  }

  private async openReport(about: unknown): Promise<void> {
    const server = this.serverOf(about) ?? (await this.pickServer((one) => this.report(one) !== undefined));
    if (server) this.options.panels.show(server.key, about instanceof CheckNode ? about.check.id : undefined);
  }

  private async openDefinition(about: unknown): Promise<void> {
    const server = this.serverOf(about);
    if (server?.kind !== 'configured') return;
    const { vs } = this.options;
    const { uri } = server.file;
    const { start } = editorRange(vs, server.definition.nameRange);
    const open = vs.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
    // The group in front may be the one of the report, which is to stay in sight.
    const viewColumn = open?.viewColumn ?? vs.ViewColumn.One;
    // Whoever goes through the view goes on there, as in the editor's own views of files.
    const preserveFocus = about instanceof ServerNode;
    await vs.window.showTextDocument(uri, { selection: new vs.Range(start, start), viewColumn, preserveFocus });
  }

  private async openSpec(about: unknown): Promise<void> {
    const { vs } = this.options;
    const url = about instanceof CheckNode ? about.check.specRef : await this.pickSpecUrl();
    if (url !== undefined && isSpecUrl(url)) await vs.env.openExternal(vs.Uri.parse(url, true));
  }

  private async explainCheck(about: unknown): Promise<void> {
    const id =
      about instanceof CheckNode ? about.check.id : typeof about === 'string' ? about : await this.pickCheckId();
    if (id !== undefined) await this.options.explain.show(id);
  }

  private clearResults(about: unknown): void {
    const { results, typed } = this.options;
    const server = this.serverOf(about);
    if (server) {
      results.clear([server.key]);
      return;
    }
    results.clear();
    typed.clear();
  }

  private async forgetAnswers(): Promise<void> {
    const { inputs, consent } = this.options;
    await inputs.forgetAll();
    await consent.forgetAll();
  }

  private async grade(servers: readonly Server[], onlyFailed = false): Promise<void> {
    const { runs, results, vs } = this.options;
    const before = new Map(servers.map(({ key }) => [key, results.get(key).problem]));
    await runs.grade(servers, { reason: 'asked', onlyFailed });
    const failed = servers.filter(({ key }) => {
      const { problem } = results.get(key);
      return problem !== undefined && problem !== before.get(key);
    });
    const [first] = failed;
    if (!first) return;
    const message =
      failed.length === 1
        ? `${first.name}: ${results.get(first.key).problem?.message ?? ''}`
        : vs.l10n.t('{0} servers could not be graded; the view "MCP Servers" says why.', failed.length);
    this.showProblem(message);
  }

  private serverOf(about: unknown): Server | undefined {
    if (about instanceof ServerNode || about instanceof CheckNode) return this.find(about.server.key);
    return typeof about === 'string' ? this.find(about) : undefined;
  }

  private find(key: string): Server | undefined {
    return this.options.servers.find(key) ?? this.options.typed.find(key);
  }

  private report(server: Server) {
    return this.options.results.get(server.key).result?.report;
  }

  private async pickServer(accepts: (server: Server) => boolean): Promise<Server | undefined> {
    const { vs, servers, typed } = this.options;
    const { t } = vs.l10n;
    if (!servers.isReady) await servers.refresh();
    const all: Server[] = [...servers.servers, ...typed.all];
    const items = all.filter(accepts).map((server) => {
      const report = this.report(server);
      return {
        label: server.name,
        description: report ? summaryWords(report, t) : t('Not graded'),
        detail: server.kind === 'configured' ? vs.workspace.asRelativePath(server.file.uri) : t('Typed in'),
        server,
      };
    });
    if (items.length === 0) throw new HumanError(t('There is no such server in this workspace.'));
    const picked = await vs.window.showQuickPick(items, { placeHolder: t('Select a server'), matchOnDetail: true });
    return picked?.server;
  }

  private async pickSpecUrl(): Promise<string | undefined> {
    const entry = await this.pickEntry();
    return entry && specUrlOf(entry);
  }

  private async pickCheckId(): Promise<string | undefined> {
    return (await this.pickEntry())?.id;
  }

  /** Checks that failed anywhere come first. */
  private async pickEntry() {
    const { vs, servers, typed } = this.options;
    const { t } = vs.l10n;
    const failed = new Set<TestResult['id']>();
    for (const server of [...servers.servers, ...typed.all]) {
      for (const test of this.report(server)?.tests ?? []) if (isFailure(test)) failed.add(test.id);
    }
    const entries = await catalogEntries();
    const items = entries
      .toSorted((a, b) => Number(failed.has(b.id)) - Number(failed.has(a.id)))
      .map((entry) => ({
        label: entry.title,
        description: failed.has(entry.id) ? `${entry.id} · ${t('failed')}` : entry.id,
        entry,
      }));
    const picked = await vs.window.showQuickPick(items, { placeHolder: t('Select a check'), matchOnDescription: true });
    return picked?.entry;
  }

  private showError(error: unknown): void {
    if (isAbortError(error)) return;
    const { t } = this.options.vs.l10n;
    if (error instanceof RestrictedModeError) {
      // Nothing went wrong: the editor keeps what it has promised.
      const answer = this.options.vs.window.showInformationMessage(error.message, t('Manage Workspace Trust'));
      this.actOn(answer, () => void this.options.vs.commands.executeCommand('workbench.trust.manage'));
      return;
    }
    if (!(error instanceof HumanError)) this.options.log.error('A command failed', error);
    this.showProblem(
      error instanceof HumanError ? error.message : t('MCP Assay could not do this because of an error of its own.'),
    );
  }

  private showProblem(message: string): void {
    const { window, l10n } = this.options.vs;
    this.actOn(window.showErrorMessage(message, l10n.t('Show Log')), () => this.options.log.show());
  }

  /** Not waited for: a message that stays open must not keep the command open. */
  private actOn(answer: Thenable<string | undefined>, act: () => void): void {
    void answer.then((chosen) => {
      if (chosen !== undefined) act();
    });
  }
}
