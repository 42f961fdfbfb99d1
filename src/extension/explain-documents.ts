import type * as vscode from 'vscode';
import type { CatalogEntry } from '../engine/catalog.js';
import { type Disposable, DisposableStore } from './disposables.js';

const SCHEME = 'mcp-assay';

/** The only revision with a catalog so far. */
const REVISION = '2025-11-25';

/** The catalog, loaded when it is first needed: it is most of the extension's size. */
export async function catalogEntries(): Promise<readonly CatalogEntry[]> {
  const { catalog } = await import('../engine/catalog.js');
  return catalog(REVISION).rules;
}

export async function specUrlOf(entry: CatalogEntry): Promise<string> {
  const { specUrl } = await import('../engine/catalog.js');
  return specUrl(REVISION, entry.spec);
}

/** Entries of the catalog as read-only documents, for the editor's Markdown preview. */
export class ExplainDocuments implements Disposable, vscode.TextDocumentContentProvider {
  private readonly store = new DisposableStore();

  constructor(private readonly vs: typeof vscode) {
    this.store.add(vs.workspace.registerTextDocumentContentProvider(SCHEME, this));
  }

  async show(id: string): Promise<void> {
    const uri = this.vs.Uri.from({ scheme: SCHEME, path: `/${id}.md` });
    await this.vs.commands.executeCommand('markdown.showPreview', uri);
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string | undefined> {
    const id = /^\/(.+)\.md$/.exec(uri.path)?.[1];
    const entry = (await catalogEntries()).find((candidate) => candidate.id === id);
    return entry && explanation(entry, await specUrlOf(entry), this.vs.l10n.t);
  }

  dispose(): void {
    this.store.dispose();
  }
}

export function explanation(entry: CatalogEntry, url: string, t: typeof vscode.l10n.t): string {
  const levels = { must: t('required'), should: t('recommended'), advice: t('advice, never scored') };
  return [
    `# ${entry.title}`,
    `\`${entry.id}\` · ${levels[entry.level]} · [${t('specification')}](${url})`,
    `## ${t('What is expected')}\n\n${entry.expected}`,
    `## ${t('What breaks')}\n\n${entry.why}`,
    `## ${t('What to change')}\n\n${entry.fix}`,
  ].join('\n\n');
}
