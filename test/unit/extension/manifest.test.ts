import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

interface Contribution {
  command: string;
  category?: string;
  when?: string;
  enablement?: string;
}

interface Manifest {
  contributes: {
    commands: Contribution[];
    menus: Record<string, Contribution[]>;
    viewsWelcome: { when: string }[];
  };
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const manifest: Manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const { commands, menus } = manifest.contributes;
const sources = readdirSync(`${root}src/extension`)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ name, text: readFileSync(`${root}src/extension/${name}`, 'utf8') }));

describe('the manifest', () => {
  it('has every command that is registered, and no other', () => {
    const text = sources.find(({ name }) => name === 'commands.ts')?.text ?? '';
    const registered = [...text.matchAll(/this\.register\('(\w+)'/g)].map(([, name]) => `mcpAssay.${name}`);
    expect(registered.length).toBeGreaterThan(10);
    expect(commands.map(({ command }) => command).sort()).toEqual(registered.sort());
  });

  it('puts every command into one category', () => {
    expect(new Set(commands.map(({ category }) => category))).toEqual(new Set(['MCP Assay']));
  });

  it('uses only its own commands in menus', () => {
    const known = new Set(commands.map(({ command }) => command));
    const used = Object.values(menus).flatMap((entries) => entries.map(({ command }) => command));
    expect(used.filter((command) => !known.has(command))).toEqual([]);
  });

  it('offers nothing that starts a server in Restricted Mode', () => {
    for (const name of ['gradeServer', 'gradeNode', 'gradeAll', 'gradeTyped', 'rerunFailed']) {
      const command = commands.find((candidate) => candidate.command === `mcpAssay.${name}`);
      expect(command?.enablement, name).toContain('isWorkspaceTrusted');
    }
  });

  it('hides from the palette what is of use only in the view', () => {
    const hidden = (menus.commandPalette ?? []).filter(({ when }) => when === 'false').map(({ command }) => command);
    expect(hidden).toEqual([
      'mcpAssay.gradeNode',
      'mcpAssay.openDefinition',
      'mcpAssay.showFailures',
      'mcpAssay.showAll',
    ]);
  });

  it('welcomes in every state of a window', () => {
    expect(manifest.contributes.viewsWelcome.map(({ when }) => when)).toEqual([
      'workspaceFolderCount == 0',
      'workspaceFolderCount != 0 && isWorkspaceTrusted',
      'workspaceFolderCount != 0 && !isWorkspaceTrusted',
    ]);
  });
});

describe('the sources of the extension', () => {
  it('import the editor at run time in one file only', () => {
    const importing = sources.filter(({ text }) => /^import (?!type\b)[^;]*from 'vscode'/m.test(text));
    expect(importing.map(({ name }) => name)).toEqual(['extension.ts']);
  });

  it('start in fewer than 80 lines', () => {
    const text = sources.find(({ name }) => name === 'extension.ts')?.text ?? '';
    const body = /export function activate[\s\S]*?\n}\n/.exec(text)?.[0] ?? '';
    expect(body).not.toBe('');
    expect(body.split('\n').length).toBeLessThan(80);
    expect(body).not.toMatch(/\bawait\b/);
  });
});
