import type * as vscode from 'vscode';
import { CONFIG_FILES, type ConfigFile } from '../targets/config-files.js';
import { readConfig } from '../targets/read-config.js';
import type { ConfigContents, ReadOutcome } from '../targets/server-definition.js';
import { type Disposable, DisposableStore, MutableDisposable, Signal } from './disposables.js';
import type { Log } from './log.js';
import { type ConfigFileState, type ConfiguredServer, configuredServer } from './servers.js';
import type { SettingsReader } from './settings.js';
import { uriToPath } from './uri-to-path.js';

/** File events come in bursts: a rename is a deletion and a creation, and a formatter writes twice. */
const QUIET_MS = 50;

/** Typing changes the text with every key. */
const TYPING_MS = 300;

/**
 * The configuration files of all workspace folders and the servers in them, kept up to date. Text that is open in an
 * editor counts as it stands there, saved or not, so that places fit what the user sees.
 */
export class WorkspaceServers implements Disposable {
  private readonly store = new DisposableStore();
  private readonly watchers: MutableDisposable<Disposable>;
  private readonly changed = new Signal();
  private files: readonly ConfigFileState[] = [];
  private all: readonly ConfiguredServer[] = [];
  private timer: NodeJS.Timeout | undefined;
  private scanning: Promise<void> | undefined;
  private isScanWanted = false;
  private hasScanned = false;

  /** The files or the servers have changed, or have been read for the first time. */
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly vs: typeof vscode,
    private readonly settings: SettingsReader,
    private readonly log: Log,
  ) {
    this.watchers = this.store.add(new MutableDisposable());
    this.store.add(this.changed);
    const { workspace } = vs;
    this.store.add(
      workspace.onDidChangeWorkspaceFolders(() => {
        this.watch();
        this.scheduleScan();
      }),
    );
    this.store.add(settings.onDidChange(() => this.scheduleScan()));
    this.store.add(workspace.onDidChangeTextDocument(({ document }) => this.scanAfterEdit(document)));
    this.store.add(workspace.onDidCloseTextDocument((document) => this.scanAfterEdit(document)));
    // A watcher does not always hear of a file whose folder goes.
    this.store.add(workspace.onDidDeleteFiles(() => this.scheduleScan()));
    this.store.add(workspace.onDidRenameFiles(() => this.scheduleScan()));
    this.store.add({ dispose: () => clearTimeout(this.timer) });
    this.watch();
    this.scheduleScan();
  }

  get configFiles(): readonly ConfigFileState[] {
    return this.files;
  }

  get servers(): readonly ConfiguredServer[] {
    return this.all;
  }

  /** False until the files have been read once. */
  get isReady(): boolean {
    return this.hasScanned;
  }

  find(key: string): ConfiguredServer | undefined {
    return this.all.find((server) => server.key === key);
  }

  fileOf(uri: vscode.Uri): ConfigFileState | undefined {
    return this.files.find((file) => file.uri.toString() === uri.toString());
  }

  /** Reads all files now; when they are being read, once more afterwards. */
  async refresh(): Promise<void> {
    clearTimeout(this.timer);
    this.isScanWanted = true;
    this.scanning ??= this.scanUntilQuiet();
    await this.scanning;
  }

  dispose(): void {
    this.store.dispose();
  }

  private scanAfterEdit(document: vscode.TextDocument): void {
    if (this.folderAndRow(document.uri)) this.scheduleScan(TYPING_MS);
  }

  private scheduleScan(delayMs = QUIET_MS): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refresh(), delayMs);
  }

  private watch(): void {
    const store = new DisposableStore();
    const paths = new Set(CONFIG_FILES.flatMap(({ path }) => [path, ...parentsOf(path)]));
    const glob = `{${[...paths].join(',')}}`;
    for (const folder of this.vs.workspace.workspaceFolders ?? []) {
      const watcher = store.add(this.vs.workspace.createFileSystemWatcher(new this.vs.RelativePattern(folder, glob)));
      store.add(watcher.onDidCreate(() => this.scheduleScan()));
      store.add(watcher.onDidChange(() => this.scheduleScan()));
      store.add(watcher.onDidDelete(() => this.scheduleScan()));
    }
    this.watchers.value = store;
  }

  private async scanUntilQuiet(): Promise<void> {
    try {
      while (this.isScanWanted) {
        this.isScanWanted = false;
        await this.scan();
      }
    } catch (error) {
      this.log.error('Reading the configuration files failed', error);
    } finally {
      this.scanning = undefined;
    }
  }

  private async scan(): Promise<void> {
    // Folders can lie in each other, so a file is known by its address and not by its folder.
    const found = new Map<string, ConfigFileState>();
    for (const folder of this.vs.workspace.workspaceFolders ?? []) {
      const { ignoredFiles } = this.settings.for(folder.uri);
      for (const row of CONFIG_FILES) {
        if (ignoredFiles.includes(row.path)) continue;
        const uri = this.vs.Uri.joinPath(folder.uri, ...row.path.split('/'));
        if (found.has(uri.toString())) continue;
        const contents = await this.read(uri, row);
        if (contents) found.set(uri.toString(), { uri, folder, path: row.path, contents });
      }
    }
    this.files = [...found.values()];
    this.all = this.files.flatMap((file) => file.contents.servers.map((server) => configuredServer(file, server)));
    this.hasScanned = true;
    this.changed.fire();
  }

  private async read(uri: vscode.Uri, row: ConfigFile): Promise<ConfigContents | undefined> {
    const outcome = await this.readText(uri);
    const file = uriToPath(uri);
    switch (outcome.kind) {
      case 'missing':
        return undefined;
      case 'unreadable':
        return unreadable(file, row, outcome.reason);
      case 'text':
        return readConfig(outcome.text, { file, format: row });
    }
  }

  private async readText(uri: vscode.Uri): Promise<ReadOutcome> {
    const open = this.vs.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
    if (open?.isDirty) return { kind: 'text', text: open.getText() };
    return readTextFile(this.vs, uri);
  }

  private folderAndRow(uri: vscode.Uri): ConfigFile | undefined {
    const address = uri.toString();
    return CONFIG_FILES.find(({ path }) =>
      (this.vs.workspace.workspaceFolders ?? []).some(
        (folder) => this.vs.Uri.joinPath(folder.uri, ...path.split('/')).toString() === address,
      ),
    );
  }
}

/** A text file through the editor's own file system, decoded as UTF-8 with its byte order mark kept. */
export async function readTextFile(vs: typeof vscode, uri: vscode.Uri): Promise<ReadOutcome> {
  try {
    const bytes = await vs.workspace.fs.readFile(uri);
    return { kind: 'text', text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    if (error instanceof vs.FileSystemError && error.code === 'FileNotFound') return { kind: 'missing' };
    return { kind: 'unreadable', reason: error instanceof Error ? error.message : String(error) };
  }
}

function parentsOf(path: string): string[] {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? [] : [path.slice(0, slash)];
}

function unreadable(file: string, row: ConfigFile, reason: string): ConfigContents {
  const start = { line: 0, character: 0 };
  return {
    file,
    format: row.id,
    readable: false,
    servers: [],
    inputs: [],
    problems: [
      {
        code: 'unreadable-file',
        severity: 'error',
        message: `This file cannot be read (${reason}). Correct its permissions, or remove it.`,
        file,
        range: { start, end: start },
      },
    ],
  };
}
