import type * as vscode from 'vscode';
import type { InputRequest } from '../targets/resolve.js';
import type { InputDefinition } from '../targets/server-definition.js';
import type { Memory } from './launch-consent.js';

const STATE_KEY = 'mcpAssay.inputs';

/**
 * Values of `${input:…}`: asked once, then kept in the editor's secret storage, which the editor's own answers cannot be
 * read from. Which values there are is remembered apart, since the storage cannot list them in all supported editors.
 */
export class Inputs {
  constructor(
    private readonly vs: typeof vscode,
    private readonly secrets: vscode.SecretStorage,
    private readonly memory: Memory,
  ) {}

  async get({ input, server }: InputRequest, mayAsk: boolean): Promise<string | undefined> {
    const key = `input:${server.file}:${input.id}`;
    const stored = await this.secrets.get(key);
    if (stored !== undefined || !mayAsk) return stored;
    const value = await this.ask(input, server.name);
    if (value === undefined) return undefined;
    await this.secrets.store(key, value);
    await this.memory.update(STATE_KEY, [...new Set([...this.keys(), key])]);
    return value;
  }

  /** Returns how many values were forgotten. */
  async forgetAll(): Promise<number> {
    const keys = this.keys();
    for (const key of keys) await this.secrets.delete(key);
    await this.memory.update(STATE_KEY, undefined);
    return keys.length;
  }

  private keys(): string[] {
    const stored = this.memory.get(STATE_KEY);
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];
  }

  private async ask(input: InputDefinition, server: string): Promise<string | undefined> {
    const { window, l10n } = this.vs;
    const title = l10n.t('Input "{0}" of {1}', input.id, server);
    if (input.type === 'pickString' && input.options.length > 0) {
      const picked = await window.showQuickPick(
        input.options.map(({ label, value }) => ({ label, value, picked: value === input.default })),
        { title, placeHolder: input.description, ignoreFocusOut: true },
      );
      return picked?.value;
    }
    // The command of a `command` input is not run: it stands in a file that came with the folder.
    return window.showInputBox({
      title,
      prompt: input.description,
      password: input.password,
      ignoreFocusOut: true,
      ...(input.default !== undefined && { value: input.default }),
    });
  }
}
