import type * as vscode from 'vscode';
import type { TestResult } from '../engine/report.js';
import { visibleLine } from '../reporters/visible-text.js';
import { startFailureText } from './findings.js';
import { failureWords, gradePhrase, isFailure } from './report-words.js';
import type { Results, ServerState } from './results.js';
import { type ConfigFileState, type Server, unusableReason } from './servers.js';
import { type CheckFilter, type CheckGroup, checkGroups } from './tree-model.js';

/** What the nodes need to know; the nodes themselves hold no state. */
export interface TreeContext {
  vs: typeof vscode;
  results: Results;
  filter: CheckFilter;
}

/** One line of the tree, and what lies below it. */
export interface TreeNode {
  item(): vscode.TreeItem;
  children(): TreeNode[];
}

/** A configuration file with its servers. */
export class FileNode implements TreeNode {
  constructor(
    private readonly context: TreeContext,
    readonly file: ConfigFileState,
    private readonly servers: readonly Server[],
    /** Whether the name of the folder is needed to tell files apart. */
    private readonly showFolder: boolean,
  ) {}

  item(): vscode.TreeItem {
    const { vs } = this.context;
    const { file } = this;
    const item = new vs.TreeItem(file.path, vs.TreeItemCollapsibleState.Expanded);
    item.id = file.uri.toString();
    item.resourceUri = file.uri;
    item.iconPath = vs.ThemeIcon.File;
    item.contextValue = 'configFile';
    if (!file.contents.readable) item.description = vs.l10n.t('cannot be read');
    else if (this.showFolder) item.description = file.folder.name;
    item.accessibilityInformation = {
      label: file.contents.readable
        ? this.countWords()
        : vs.l10n.t('Configuration file {0}, cannot be read', file.path),
    };
    if (this.servers.length === 0) item.command = openFile(vs, file.uri);
    return item;
  }

  children(): TreeNode[] {
    return this.servers.map((server) => new ServerNode(this.context, server));
  }

  private countWords(): string {
    const { t } = this.context.vs.l10n;
    return this.servers.length === 1
      ? t('Configuration file {0}, 1 server', this.file.path)
      : t('Configuration file {0}, {1} servers', this.file.path, this.servers.length);
  }
}

/** The servers that the user typed in. */
export class TypedServersNode implements TreeNode {
  constructor(
    private readonly context: TreeContext,
    private readonly servers: readonly Server[],
  ) {}

  item(): vscode.TreeItem {
    const { vs } = this.context;
    const item = new vs.TreeItem(vs.l10n.t('Typed in'), vs.TreeItemCollapsibleState.Expanded);
    item.id = 'typed';
    item.iconPath = new vs.ThemeIcon('terminal');
    item.contextValue = 'typedServers';
    return item;
  }

  children(): TreeNode[] {
    return this.servers.map((server) => new ServerNode(this.context, server));
  }
}

/** A server with its grade, and the categories of its last result. */
export class ServerNode implements TreeNode {
  constructor(
    private readonly context: TreeContext,
    readonly server: Server,
  ) {}

  item(): vscode.TreeItem {
    const { vs, results } = this.context;
    const { server } = this;
    const state = results.get(server.key);
    const { None, Collapsed } = vs.TreeItemCollapsibleState;
    const item = new vs.TreeItem(server.name, this.children().length > 0 ? Collapsed : None);
    item.id = server.key;
    item.description = this.words(state);
    item.iconPath = this.icon(state);
    item.contextValue = this.contextValue(state);
    item.accessibilityInformation = { label: `${server.name}, ${this.words(state)}` };
    item.tooltip = this.tooltip(state);
    if (server.kind === 'configured') {
      const title = vs.l10n.t('Open Definition');
      item.command = { command: 'mcpAssay.openDefinition', title, arguments: [this] };
    }
    return item;
  }

  children(): TreeNode[] {
    const report = this.context.results.get(this.server.key).result?.report;
    if (!report) return [];
    return checkGroups(report, this.context.filter).map((group) => new CategoryNode(this.context, this.server, group));
  }

  private words({ result, running, problem }: ServerState): string {
    const { t } = this.context.vs.l10n;
    if (running?.isWaiting) return t('waiting');
    if (running) return running.total > 0 ? t('grading, {0} of {1}', running.done, running.total) : t('grading');
    if (problem) return t('could not be graded');
    if (unusableReason(this.server) !== undefined) return t('cannot be used');
    if (!result) return this.isDisabled() ? t('turned off, not graded') : t('not graded');
    const { report } = result;
    const parts = [gradePhrase(report, t)];
    if (!report.startFailure) parts.push(failureWords(report, t));
    // First, because the end is what a narrow view cuts off.
    if (this.context.results.isStale(this.server)) parts.unshift(t('stale'));
    return parts.join(', ');
  }

  private icon({ result, running, problem }: ServerState): vscode.ThemeIcon {
    const { ThemeIcon, ThemeColor } = this.context.vs;
    if (running) return new ThemeIcon(running.isWaiting ? 'watch' : 'loading~spin');
    if (problem || unusableReason(this.server) !== undefined || result?.report.startFailure) {
      return new ThemeIcon('error', new ThemeColor('testing.iconErrored'));
    }
    if (!result) return new ThemeIcon('circle-outline');
    if (this.context.results.isStale(this.server)) return new ThemeIcon('history');
    switch (result.report.grade) {
      case 'A':
        return new ThemeIcon('pass', new ThemeColor('testing.iconPassed'));
      case 'B':
      case 'C':
        return new ThemeIcon('warning', new ThemeColor('list.warningForeground'));
      case 'D':
      case 'F':
        return new ThemeIcon('error', new ThemeColor('testing.iconFailed'));
      case null:
        return new ThemeIcon('question');
    }
  }

  /** Words that the menus of package.json look for. */
  private contextValue({ result, running }: ServerState): string {
    const words = ['server', running ? 'running' : 'idle'];
    if (result) words.push('graded');
    if (result?.report.tests.some(isFailure)) words.push('failed');
    return words.join(' ');
  }

  private tooltip({ result, problem }: ServerState): string {
    const { t } = this.context.vs.l10n;
    const lines = [this.server.name];
    const reason = problem?.message ?? unusableReason(this.server);
    if (reason !== undefined) lines.push(reason);
    if (result) {
      const { report, finishedAt } = result;
      lines.push(report.startFailure ? startFailureText(report.startFailure) : (report.noGradeReason ?? ''));
      if (report.cap) lines.push(report.cap.reason);
      lines.push(
        t('Graded {0}, revision {1}, mode {2}', new Date(finishedAt).toLocaleString(), report.specVersion, report.mode),
      );
    }
    return lines
      .filter((line) => line !== '')
      .map(visibleLine)
      .join('\n');
  }

  private isDisabled(): boolean {
    return this.server.kind === 'configured' && this.server.definition.disabled;
  }
}

/** A category of checks. */
export class CategoryNode implements TreeNode {
  constructor(
    private readonly context: TreeContext,
    readonly server: Server,
    private readonly group: CheckGroup,
  ) {}

  item(): vscode.TreeItem {
    const { vs } = this.context;
    const { category, failed, total } = this.group;
    const { Expanded, Collapsed } = vs.TreeItemCollapsibleState;
    const item = new vs.TreeItem(categoryName(category, vs.l10n.t), failed > 0 ? Expanded : Collapsed);
    item.id = `${this.server.key}/${category}`;
    item.description = failed > 0 ? vs.l10n.t('{0} of {1} failed', failed, total) : vs.l10n.t('no failures');
    item.contextValue = 'category';
    item.accessibilityInformation = { label: `${item.label}, ${item.description}` };
    return item;
  }

  children(): TreeNode[] {
    return this.group.checks.map((check) => new CheckNode(this.context, this.server, check));
  }
}

/** One check. */
export class CheckNode implements TreeNode {
  constructor(
    private readonly context: TreeContext,
    readonly server: Server,
    readonly check: TestResult,
  ) {}

  item(): vscode.TreeItem {
    const { vs } = this.context;
    const { check, server } = this;
    // Ids are short and tell checks apart where the view is narrow; most names begin alike.
    const item = new vs.TreeItem(check.id, vs.TreeItemCollapsibleState.None);
    item.id = `${server.key}/${check.category}/${check.id}`;
    const details = visibleLine(check.details);
    const hasDetails = !check.passed && details !== '';
    item.description = hasDetails ? details : check.name;
    item.iconPath = this.icon();
    item.contextValue = 'check';
    item.tooltip = hasDetails ? `${check.name}\n\n${details}` : check.name;
    item.accessibilityInformation = { label: `${check.name}, ${this.outcome()}` };
    item.command = { command: 'mcpAssay.openReport', title: vs.l10n.t('Open Report'), arguments: [this] };
    return item;
  }

  children(): TreeNode[] {
    return [];
  }

  private outcome(): string {
    const { t } = this.context.vs.l10n;
    if (this.check.skipped) return t('not checked');
    if (this.check.passed) return t('passed');
    switch (this.check.level) {
      case 'must':
        return t('failed, required');
      case 'should':
        return t('failed, recommended');
      case 'advice':
        return t('advice');
    }
  }

  private icon(): vscode.ThemeIcon {
    const { ThemeIcon, ThemeColor } = this.context.vs;
    if (this.check.skipped) return new ThemeIcon('circle-slash', new ThemeColor('testing.iconSkipped'));
    if (this.check.passed) return new ThemeIcon('pass', new ThemeColor('testing.iconPassed'));
    switch (this.check.level) {
      case 'must':
        return new ThemeIcon('error', new ThemeColor('testing.iconFailed'));
      case 'should':
        return new ThemeIcon('warning', new ThemeColor('list.warningForeground'));
      case 'advice':
        return new ThemeIcon('info');
    }
  }
}

export function categoryName(category: TestResult['category'], t: typeof vscode.l10n.t): string {
  switch (category) {
    case 'transport':
      return t('Transport');
    case 'lifecycle':
      return t('Lifecycle');
    case 'tools':
      return t('Tools');
    case 'resources':
      return t('Resources');
    case 'prompts':
      return t('Prompts');
    case 'errors':
      return t('Errors');
    case 'schema':
      return t('Schema');
    case 'security':
      return t('Security');
  }
}

function openFile(vs: typeof vscode, uri: vscode.Uri): vscode.Command {
  return { command: 'vscode.open', title: vs.l10n.t('Open File'), arguments: [uri] };
}
