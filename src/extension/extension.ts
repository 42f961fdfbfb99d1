import * as vscode from 'vscode';
import { CodeLenses } from './code-lenses.js';
import { Commands } from './commands.js';
import { Diagnostics } from './diagnostics.js';
import { EngineWorker } from './engine-worker.js';
import { ExplainDocuments } from './explain-documents.js';
import { Inputs } from './inputs.js';
import { LanguageStatus } from './language-status.js';
import { LaunchConsent } from './launch-consent.js';
import { Log } from './log.js';
import { ReportPanels } from './report-panels.js';
import { resultFiles } from './result-files.js';
import { Results } from './results.js';
import { RunOnSave } from './run-on-save.js';
import { Runs } from './runs.js';
import { ServersView } from './servers-view.js';
import { SettingsReader } from './settings.js';
import { TargetResolver } from './target-resolver.js';
import { TypedServers } from './typed-servers.js';
import { uriToPath } from './uri-to-path.js';
import { WorkspaceServers } from './workspace-servers.js';

let engine: EngineWorker | undefined;

/** Builds the parts and connects them; reading files waits until this has returned, and nothing is started. */
export function activate(context: vscode.ExtensionContext): void {
  const vs = vscode;
  const { subscriptions, workspaceState: memory, extensionUri } = context;
  const own = <Part extends vscode.Disposable>(part: Part): Part => {
    subscriptions.push(part);
    return part;
  };
  const log = new Log(own(vs.window.createOutputChannel('MCP Assay', { log: true })));
  const settings = own(new SettingsReader(vs));
  const servers = own(new WorkspaceServers(vs, settings, log));
  const typed = own(new TypedServers());
  const results = own(
    new Results(resultFiles(vs, context.storageUri), (error) => log.error('Keeping a result failed', error)),
  );
  own(servers.onDidChange(() => results.forgetOutdatedProblems(servers.servers)));
  const script = uriToPath(vs.Uri.joinPath(extensionUri, 'dist', 'worker.js'));
  engine = new EngineWorker({ script, onEvent: (message) => log.info(message) });
  const inputs = new Inputs(vs, context.secrets, memory);
  const consent = new LaunchConsent(memory);
  const resolver = new TargetResolver(vs, inputs);
  const runs = own(new Runs({ vs, engine, settings, resolver, consent, results, log }));
  const execute = (command: string, key: string) => void vs.commands.executeCommand(`mcpAssay.${command}`, key);
  const panels = own(
    new ReportPanels({
      vs,
      extensionUri,
      results,
      log,
      nameOf: (key) => (servers.find(key) ?? typed.find(key))?.name,
      actions: {
        openSpec: (url) => void vs.env.openExternal(vs.Uri.parse(url, true)),
        copy: (markdown) => void vs.env.clipboard.writeText(markdown),
        rerunFailed: (key) => execute('rerunFailed', key),
        regrade: (key) => execute('gradeServer', key),
        openSource: (key) => execute('openDefinition', key),
      },
    }),
  );
  const view = own(new ServersView(vs, servers, typed, results, memory));
  const explain = own(new ExplainDocuments(vs));
  own(new Diagnostics(vs, servers, results, settings));
  own(new CodeLenses(vs, servers, results, settings));
  own(new LanguageStatus(vs, servers, results, settings));
  own(new RunOnSave({ vs, servers, results, runs, settings, log }));
  own(new Commands({ vs, servers, typed, results, runs, resolver, consent, inputs, panels, view, explain, log }));
  const restoring = setTimeout(() => {
    results.restore().catch((error: unknown) => log.error('Reading the last results failed', error));
  });
  own({ dispose: () => clearTimeout(restoring) });
}

/** The editor waits for this before it ends the extension host, so that no server survives. */
export async function deactivate(): Promise<void> {
  await engine?.dispose();
}
