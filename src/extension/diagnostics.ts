import type * as vscode from 'vscode';
import type { SourceRange } from '../engine/target.js';
import { type Disposable, DisposableStore } from './disposables.js';
import { configFindings, type Finding, reportFindings } from './findings.js';
import type { Results } from './results.js';
import type { ConfigFileState, ConfiguredServer } from './servers.js';
import type { SettingsReader } from './settings.js';
import type { WorkspaceServers } from './workspace-servers.js';

const SOURCE = 'MCP Assay';

/**
 * The Problems view: what is wrong with each configuration file, and what failed in the last run of each server. It is
 * computed from what there is now, so that whatever goes (a server, a file, a folder, a result) takes its entries along.
 */
export class Diagnostics implements Disposable {
  private readonly store = new DisposableStore();
  private readonly collection: vscode.DiagnosticCollection;
  /** What was published last, by file, to leave the view alone when nothing has changed. */
  private published = new Map<string, string>();
  private isUpdatePlanned = false;

  constructor(
    private readonly vs: typeof vscode,
    private readonly servers: WorkspaceServers,
    private readonly results: Results,
    private readonly settings: SettingsReader,
  ) {
    this.collection = this.store.add(vs.languages.createDiagnosticCollection('mcpAssay'));
    for (const event of [servers.onDidChange, settings.onDidChange]) this.store.add(event(() => this.planUpdate()));
    this.store.add(results.onDidChange(() => this.planUpdate()));
    this.store.add(
      vs.languages.onDidChangeDiagnostics(({ uris }) => {
        if (uris.some((uri) => servers.fileOf(uri))) this.planUpdate();
      }),
    );
  }

  dispose(): void {
    this.store.dispose();
  }

  /** Changes come in groups, progress even hundreds of times in a run. */
  private planUpdate(): void {
    if (this.isUpdatePlanned) return;
    this.isUpdatePlanned = true;
    queueMicrotask(() => {
      this.isUpdatePlanned = false;
      this.update();
    });
  }

  private update(): void {
    const current = new Map<string, string>();
    for (const file of this.servers.configFiles) {
      const findings = [
        ...configFindings(file.contents, this.isJsonReported(file.uri), this.vs.l10n.t),
        ...this.servers.servers
          .filter((server) => server.file === file)
          .flatMap((server) => this.serverFindings(server)),
      ];
      const address = file.uri.toString();
      const text = JSON.stringify(findings);
      current.set(address, text);
      if (this.published.get(address) !== text) this.publish(file, findings);
    }
    for (const address of this.published.keys()) {
      if (!current.has(address)) this.collection.delete(this.vs.Uri.parse(address, true));
    }
    this.published = current;
  }

  private serverFindings(server: ConfiguredServer): Finding[] {
    const { result, problem } = this.results.get(server.key);
    const findings: Finding[] = [];
    // What is known of another definition says nothing about this one.
    if (result && !this.results.isStale(server)) {
      const settings = this.settings.for(server.file.uri);
      findings.push(...reportFindings(server.definition, result.report, settings, this.vs.l10n.t));
    }
    const isKnown = problem && server.file.contents.problems.some(({ message }) => message === problem.message);
    if (problem?.place && !isKnown) {
      findings.push({ ...problem.place, severity: 'error', message: problem.message });
    }
    return findings;
  }

  /** The editor's own JSON support names the language as the source of its findings. */
  private isJsonReported(uri: vscode.Uri): boolean {
    return this.vs.languages
      .getDiagnostics(uri)
      .some(({ source, severity }) => severity === this.vs.DiagnosticSeverity.Error && /^jsonc?$/.test(source ?? ''));
  }

  private publish({ uri }: ConfigFileState, findings: readonly Finding[]): void {
    this.collection.set(
      uri,
      findings.map((finding) => this.diagnostic(finding)),
    );
  }

  private diagnostic({ range, severity, message, code, target }: Finding): vscode.Diagnostic {
    const { DiagnosticSeverity } = this.vs;
    const severities = {
      error: DiagnosticSeverity.Error,
      warning: DiagnosticSeverity.Warning,
      information: DiagnosticSeverity.Information,
    };
    const diagnostic = new this.vs.Diagnostic(editorRange(this.vs, range), message, severities[severity]);
    diagnostic.source = SOURCE;
    diagnostic.code = target === undefined ? code : { value: code, target: this.vs.Uri.parse(target) };
    return diagnostic;
  }
}

export function editorRange(vs: typeof vscode, { start, end }: SourceRange): vscode.Range {
  return new vs.Range(start.line, start.character, end.line, end.character);
}
