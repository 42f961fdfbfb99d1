import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changedServers } from '../../../src/targets/changed-servers.js';
import { configFileFor } from '../../../src/targets/config-files.js';
import { findConfigFiles, nativePathRules, type PathRules } from '../../../src/targets/find-config.js';
import { isAbsolutePath, normalisePath, pathKey, resolvePath } from '../../../src/targets/paths.js';
import { readConfig } from '../../../src/targets/read-config.js';
import type { ConfigContents, ReadOutcome, TextFiles } from '../../../src/targets/server-definition.js';

const style = process.platform === 'win32' ? 'windows' : 'posix';

const realFiles: TextFiles = {
  readText: async (path): Promise<ReadOutcome> => {
    try {
      return { kind: 'text', text: await readFile(path, 'utf8') };
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
      return code === 'ENOENT' || code === 'ENOTDIR' ? { kind: 'missing' } : { kind: 'unreadable', reason: code };
    }
  },
};

describe('finding files', () => {
  let root = '';

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'find-config-'));
  });

  afterEach(async () => {
    await rm(root, { recursive: true, force: true });
  });

  const put = async (path: string, text: string) => {
    const file = join(root, path);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, text);
  };

  const find = (...folders: string[]) =>
    findConfigFiles(
      folders.map((path) => ({ name: path, path: join(root, path) })),
      realFiles,
      nativePathRules(style),
    );

  it('finds the files of every folder, and misses none that is not there', async () => {
    await put('a/.mcp.json', 'A');
    await put('a/.vscode/mcp.json', 'B');
    await put('b/.cursor/mcp.json', 'C');
    const { files, problems } = await find('a', 'b', 'gone');
    expect(problems).toEqual([]);
    expect(files.map(({ folder, path, format, text }) => [folder.name, path, format.id, text])).toEqual([
      ['a', join(root, 'a', '.mcp.json'), 'mcp-json', 'A'],
      ['a', join(root, 'a', '.vscode', 'mcp.json'), 'vscode', 'B'],
      ['b', join(root, 'b', '.cursor', 'mcp.json'), 'cursor', 'C'],
    ]);
  });

  it('finds a file once when its folder is open twice, and nested folders each their own', async () => {
    await put('a/.mcp.json', 'outer');
    await put('a/sub/.mcp.json', 'inner');
    const { files } = await find('a', 'a/sub', 'a/./sub/../', 'a/sub/');
    expect(files.map(({ folder, text }) => [folder.name, text])).toEqual([
      ['a', 'outer'],
      ['a/sub', 'inner'],
    ]);
  });

  it('takes a file that cannot be read as a problem, and the others still count', async () => {
    await mkdir(join(root, 'a/.mcp.json'), { recursive: true });
    await put('a/.cursor/mcp.json', 'C');
    const { files, problems } = await find('a');
    expect(files.map(({ text }) => text)).toEqual(['C']);
    expect(problems).toMatchObject([
      { code: 'unreadable-file', file: join(root, 'a', '.mcp.json'), message: expect.stringContaining('EISDIR') },
    ]);
  });

  it('works on URIs when the rules say so', async () => {
    const rules: PathRules = { join: (folder, relative) => `${folder}/${relative}`, key: (path) => path };
    const asked: string[] = [];
    const files: TextFiles = {
      readText: async (path) => {
        asked.push(path);
        return { kind: 'missing' };
      },
    };
    await findConfigFiles([{ name: 'x', path: 'vscode-remote://host/x' }], files, rules);
    expect(asked).toContain('vscode-remote://host/x/.vscode/mcp.json');
  });
});

describe('paths', () => {
  it.each([
    ['/a', 'b/../c', 'posix', '/a/c'],
    ['/a', '/b//c/.', 'posix', '/b/c'],
    ['/a', '../../..', 'posix', '/'],
    ['/a', 'b\\c', 'posix', '/a/b\\c'],
    ['C:\\a', 'b/c', 'windows', 'C:\\a\\b\\c'],
    ['C:\\a', 'D:/x', 'windows', 'D:\\x'],
    ['C:\\a', '..\\..', 'windows', 'C:\\'],
    ['\\\\host\\share\\a', '..\\b', 'windows', '\\\\host\\share\\b'],
  ] as const)('%s + %s (%s)', (base, path, pathStyle, expected) => {
    expect(resolvePath(base, path, pathStyle)).toBe(expected);
  });

  it('tell absolute from relative', () => {
    expect(isAbsolutePath('C:/x', 'windows')).toBe(true);
    expect(isAbsolutePath('C:/x', 'posix')).toBe(false);
    expect(isAbsolutePath('x', 'windows')).toBe(false);
  });

  it('have one key whatever the case of the drive', () => {
    expect(pathKey('c:\\Work\\.mcp.json', 'windows')).toBe(pathKey('C:/work/./.mcp.json', 'windows'));
    expect(pathKey('/Work', 'posix')).not.toBe(pathKey('/work', 'posix'));
    expect(normalisePath('', 'posix')).toBe('.');
  });
});

describe('changed servers', () => {
  const read = (text: string): ConfigContents => {
    const format = configFileFor('.vscode/mcp.json');
    if (format === undefined) {
      throw new Error('no row');
    }
    return readConfig(text, { file: 'f', format });
  };
  const names = (before: string, after: string) => {
    const { added, changed, removed } = changedServers(read(before), read(after));
    return {
      added: added.map(({ name }) => name),
      changed: changed.map(({ name }) => name),
      removed: removed.map(({ name }) => name),
    };
  };
  const before =
    '{ "servers": { "a": { "command": "x", "args": ["1"] }, "b": { "command": "y" }, "c": { "command": "z" } } }';

  it('are those whose definition differs', () => {
    const after =
      '{ "servers": { "a": { "command": "x", "args": ["2"] }, "b": { "command": "y" }, "d": { "command": "z" } } }';
    expect(names(before, after)).toEqual({ added: ['d'], changed: ['a'], removed: ['c'] });
  });

  it('are not those that only moved', () => {
    const after =
      '{ // moved\n "servers": {\n "c": { "command": "z" }, "b": { "command": "y" },\n "a": { "args": ["1"], "command": "x" }, } }';
    expect(names(before, after)).toEqual({ added: [], changed: [], removed: [] });
  });

  it('are none while the file is broken', () => {
    expect(names(before, '{ "servers": { "a": { "command": ')).toEqual({ added: [], changed: [], removed: [] });
  });

  it('are all new after the file was broken', () => {
    expect(names('{', before).added).toEqual(['a', 'b', 'c']);
  });

  it('are those whose input changed', () => {
    const text = (value: string) =>
      `{ "inputs": [{ "id": "i", "type": "promptString", "default": "${value}" }], "servers": { "a": { "command": "\${input:i}" }, "b": { "command": "x" } } }`;
    expect(names(text('1'), text('2')).changed).toEqual(['a']);
  });
});
