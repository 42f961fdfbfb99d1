import { describe, expect, it } from 'vitest';
import { isSourceFile, runsFromWorkspace } from '../../../src/extension/workspace-source.js';

function stdio(commandLine: string, cwd?: string) {
  const [command = '', ...args] = commandLine.split(' ');
  return { type: 'stdio' as const, command, args, env: {}, ...(cwd !== undefined && { cwd }) };
}

describe('a server', () => {
  it.each([
    'node server.mjs',
    'node ./build/index.js',
    'node build/index.js --verbose',
    'python src/server.py',
    'node /work/project/server.js',
    '${workspaceFolder}/bin/server',
    './server',
    'npm run serve',
    'npm.cmd run serve',
    'uv run weather',
    'cargo run --release',
    'node C:\\work\\x.js ./y.js',
  ])('runs from the workspace: %s', (commandLine) => {
    expect(runsFromWorkspace(stdio(commandLine), '/work/project')).toBe(true);
  });

  it.each([
    'npx -y @modelcontextprotocol/server-everything',
    'npx -y @scope/name.js',
    'uvx mcp-server-git',
    'docker run -i --rm mcp/fetch',
    'node /elsewhere/server.js',
    'node /work/project-two/server.js',
    'node ../sibling/server.js',
    'node ~/server.js',
    'npx mcp-remote https://example.com/mcp.js',
  ])('does not: %s', (commandLine) => {
    expect(runsFromWorkspace(stdio(commandLine), '/work/project')).toBe(false);
  });

  it('runs from it when the entry names the folder to start in', () => {
    expect(runsFromWorkspace(stdio('weather', 'services/weather'), '/work/project')).toBe(true);
  });
});

describe('a saved file', () => {
  it.each(['server.mjs', 'src/tools/weather.ts', 'pyproject.toml', '.env'])('may be source: %s', (path) => {
    expect(isSourceFile(path)).toBe(true);
  });

  it.each([
    'README.md',
    'node_modules/x/index.js',
    'a/node_modules/x/index.js',
    '.git/config',
    '.vscode/settings.json',
  ])('is not: %s', (path) => {
    expect(isSourceFile(path)).toBe(false);
  });
});
