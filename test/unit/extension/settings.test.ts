import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../src/extension/settings.js';

interface Property {
  default: unknown;
  scope: string;
  enum?: unknown[];
}

interface Manifest {
  contributes: { configuration: { properties: Record<string, Property> } };
  capabilities: { untrustedWorkspaces: { supported: string; restrictedConfigurations: string[] } };
}

const manifest: Manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
const { properties } = manifest.contributes.configuration;

const reader = (values: Record<string, unknown>) => (key: string) => values[key];

describe('settings', () => {
  it('have the defaults that package.json shows', () => {
    const asked: string[] = [];
    const fromManifest = readSettings((key) => {
      asked.push(`mcpAssay.${key}`);
      return properties[`mcpAssay.${key}`]?.default;
    });
    expect(fromManifest).toEqual(readSettings(() => undefined));
    expect(asked.sort()).toEqual(Object.keys(properties).sort());
  });

  it('take what the user wrote', () => {
    const settings = readSettings(
      reader({
        mode: 'full',
        runOnSave: 'all',
        'timeLimits.request': 2.5,
        'severity.should': 'off',
        minimumGrade: 'B',
        ignoreFiles: ['.\\.cursor\\mcp.json', './.mcp.json'],
        forbiddenTools: ['delete'],
        codeLens: false,
        specVersion: '2025-11-25',
      }),
    );
    expect(settings).toMatchObject({
      mode: 'full',
      runOnSave: 'all',
      limits: { requestMs: 2_500, startupMs: 60_000 },
      severities: { must: 'error', should: 'off' },
      minimumGrade: 'B',
      ignoredFiles: ['.cursor/mcp.json', '.mcp.json'],
      forbiddenTools: ['delete'],
      codeLens: false,
      specVersion: '2025-11-25',
    });
  });

  it('of the wrong kind count as not set', () => {
    const settings = readSettings(
      reader({
        mode: 'reckless',
        runOnSave: true,
        'timeLimits.request': -1,
        'timeLimits.startup': '60',
        'severity.must': null,
        minimumGrade: 'F',
        ignoreFiles: 'x',
        forbiddenTools: [1, 'a'],
      }),
    );
    expect(settings).toEqual({ ...readSettings(() => undefined), forbiddenTools: ['a'] });
  });

  it('that decide what runs can be set by a trusted workspace only', () => {
    const restricted = manifest.capabilities.untrustedWorkspaces.restrictedConfigurations;
    for (const key of ['mcpAssay.mode', 'mcpAssay.forbiddenTools', 'mcpAssay.runOnSave']) {
      expect(restricted).toContain(key);
    }
    expect(manifest.capabilities.untrustedWorkspaces.supported).toBe('limited');
  });

  it('can differ from folder to folder: none names a program, which would belong to one machine', () => {
    expect(new Set(Object.values(properties).map(({ scope }) => scope))).toEqual(new Set(['resource']));
  });
});
