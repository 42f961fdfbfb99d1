import { describe, expect, it } from 'vitest';
import type { SourceRange } from '../../../src/engine/target.js';
import { CONFIG_FILES, configFileFor } from '../../../src/targets/config-files.js';
import { MAX_DEPTH, MAX_FILE_LENGTH } from '../../../src/targets/json-file.js';
import { MAX_PROBLEMS } from '../../../src/targets/problems.js';
import { readConfig } from '../../../src/targets/read-config.js';
import { type ConfigContents, memberRange } from '../../../src/targets/server-definition.js';

function read(path: string, text: string, reader?: 'vscode' | 'copilot-cli' | 'visual-studio'): ConfigContents {
  const format = configFileFor(path);
  if (format === undefined) {
    throw new Error(`${path} is not in the table`);
  }
  return readConfig(text, { file: `/work/${path}`, format, ...(reader === undefined ? {} : { reader }) });
}

const dotMcp = (text: string) => read('.mcp.json', text);
const dotVscode = (text: string) => read('.vscode/mcp.json', text);

/** The text that a range covers, as an editor would select it. */
function textAt(text: string, range: SourceRange): string {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const { start, end } = range;
  if (start.line === end.line) {
    return (lines[start.line] ?? '').slice(start.character, end.character);
  }
  const middle = lines.slice(start.line + 1, end.line);
  return [
    (lines[start.line] ?? '').slice(start.character),
    ...middle,
    (lines[end.line] ?? '').slice(0, end.character),
  ].join('\n');
}

const summary = ({ problems }: ConfigContents) =>
  problems.map(({ severity, code, server }) => [severity, code, server]);

describe('the table', () => {
  it('knows the three files, with either slash', () => {
    expect(CONFIG_FILES.map(({ path }) => configFileFor(path)?.id)).toEqual(['mcp-json', 'vscode', 'cursor']);
    expect(configFileFor('.vscode\\mcp.json')?.id).toBe('vscode');
    expect(configFileFor('./.mcp.json')?.id).toBe('mcp-json');
    expect(configFileFor('sub/.mcp.json')).toBeUndefined();
    expect(configFileFor('.vscode/settings.json')).toBeUndefined();
  });

  it('has paths and ids that occur once, and a root for every reading', () => {
    expect(new Set(CONFIG_FILES.map(({ id }) => id)).size).toBe(CONFIG_FILES.length);
    expect(new Set(CONFIG_FILES.map(({ path }) => path)).size).toBe(CONFIG_FILES.length);
    expect(CONFIG_FILES.every(({ readings }) => readings.every(({ roots }) => (roots[0]?.length ?? 0) > 0))).toBe(true);
  });
});

describe('reading servers', () => {
  it('reads a process and an address', () => {
    const contents = dotMcp(`{ "mcpServers": {
      "notes": { "command": "node", "args": ["a.js", "-v"], "env": { "TOKEN": "\${TOKEN}" }, "cwd": "sub" },
      "tickets": { "type": "http", "url": "https://tickets.example.org/mcp", "headers": { "X-Team": "core" } } } }`);
    expect(contents.problems).toEqual([]);
    expect(contents.readable).toBe(true);
    expect(contents.servers.map(({ name, definition }) => [name, definition])).toEqual([
      ['notes', { type: 'stdio', command: 'node', args: ['a.js', '-v'], env: { TOKEN: '${TOKEN}' }, cwd: 'sub' }],
      [
        'tickets',
        { type: 'http', transport: 'http', url: 'https://tickets.example.org/mcp', headers: { 'X-Team': 'core' } },
      ],
    ]);
    expect(contents.servers[0]?.readers).toEqual(['claude-code', 'copilot-cli', 'vscode']);
  });

  it('reads each file by the key of its own clients', () => {
    expect(dotVscode('{ "servers": { "a": { "command": "x" } } }').servers.map(({ name }) => name)).toEqual(['a']);
    expect(
      read('.cursor/mcp.json', '{ "mcpServers": { "a": { "command": "x" } } }').servers.map(({ name }) => name),
    ).toEqual(['a']);
  });

  it('tells the old HTTP+SSE transport from Streamable HTTP', () => {
    const [server] = dotMcp('{ "mcpServers": { "a": { "type": "sse", "url": "http://h/sse" } } }').servers;
    expect(server?.definition).toMatchObject({ type: 'http', transport: 'sse' });
  });

  it('notes a switch that turns an entry off', () => {
    const { servers } = dotMcp(
      '{ "mcpServers": { "a": { "command": "x", "disabled": true }, "b": { "command": "x", "disabled": false } } }',
    );
    expect(servers.map(({ disabled }) => disabled)).toEqual([true, false]);
  });

  it('applies the rules of another reader when asked', () => {
    const text = '{ "mcpServers": { "a": { "type": "local", "command": "x" } } }';
    expect(summary(dotMcp(text))).toEqual([['warning', 'unknown-type', 'a']]);
    expect(summary(read('.mcp.json', text, 'copilot-cli'))).toEqual([]);
    expect(read('.mcp.json', text, 'copilot-cli').servers[0]?.reader).toBe('copilot-cli');
  });

  it('reads inputs, and those that are wrong are problems of their own', () => {
    const contents = dotVscode(`{ "inputs": [
      { "id": "tok", "type": "promptString", "description": "Token", "password": true, "default": "d" },
      { "id": "env", "type": "pickString", "options": ["a", { "label": "B", "value": "b" }] },
      { "id": "cmd", "type": "command", "command": "ext.pick", "args": { "x": 1 } },
      { "id": "tok", "type": "promptString" }, { "type": "promptString" }, { "id": "z", "type": "guess" }, 7 ] }`);
    expect(contents.inputs.map(({ id, type, password }) => [id, type, password])).toEqual([
      ['tok', 'promptString', true],
      ['env', 'pickString', false],
      ['cmd', 'command', false],
    ]);
    expect(contents.inputs[1]?.options).toEqual([
      { label: 'a', value: 'a' },
      { label: 'B', value: 'b' },
    ]);
    expect(contents.inputs[2]).toMatchObject({ command: 'ext.pick', commandArguments: { x: 1 } });
    expect(summary(contents).map(([severity]) => severity)).toEqual(['warning', 'error', 'error', 'error']);
  });
});

describe('ranges', () => {
  const lines = [
    '{',
    '  "mcpServers": {',
    '    "größe 😀": {',
    '      "command": "node",',
    '      "args": ["a", "b c"],',
    '      "env": { "A/B~C": "v" }',
    '    }',
    '  }',
    '}',
  ];

  it.each([
    ['LF', '\n', ''],
    ['CRLF', '\r\n', ''],
    ['CR', '\r', ''],
    ['CRLF and BOM', '\r\n', '\uFEFF'],
  ])('are exact with %s', (_name, lineEnd, mark) => {
    const text = mark + lines.join(lineEnd);
    const [server] = dotMcp(text).servers;
    if (server === undefined) {
      throw new Error('no server');
    }
    expect(server.name).toBe('größe 😀');
    expect(textAt(text, server.nameRange)).toBe('"größe 😀"');
    expect(server.nameRange.start).toEqual({ line: 2, character: 4 });
    expect(server.entryRange).toEqual({ start: { line: 2, character: 4 }, end: { line: 6, character: 5 } });
    expect(textAt(text, memberRange(server, 'command'))).toBe('"node"');
    expect(textAt(text, memberRange(server, 'args', 1))).toBe('"b c"');
    expect(textAt(text, memberRange(server, 'env', 'A/B~C'))).toBe('"v"');
  });

  it('fall back to what encloses a value that is not there', () => {
    const text = '{ "mcpServers": { "a": { "command": "x", "env": {} } } }';
    const [server] = dotMcp(text).servers;
    if (server === undefined) {
      throw new Error('no server');
    }
    expect(textAt(text, memberRange(server, 'env', 'NONE'))).toBe('{}');
    expect(textAt(text, memberRange(server, 'url'))).toBe('"a"');
  });
});

describe('a broken file is one problem at the right place', () => {
  it.each([
    ['a missing comma', '{ "mcpServers": { "a": { "command": "x" "args": [] } } }', '"args"', /comma/],
    ['a missing brace', '{ "mcpServers": { "a": { "command": "x" } }\n\n', '}', /brace/],
    ['a missing bracket', '{ "mcpServers": { "a": { "args": ["x"', '"', /bracket|brace/],
    [
      'single backslashes',
      String.raw`{ "mcpServers": { "a": { "command": "C:\Users\x" } } }`,
      String.raw`"C:\Users\x"`,
      /doubled/,
    ],
    ['single quotes', `{ 'mcpServers': {} }`, `'mcpServers'`, /double quotes/],
    ['a bare word', '{ "mcpServers": nothing }', 'nothing', /double quotes/],
    ['an open string', '{ "mcpServers": { "a', '"a', /closing double quote/],
    ['an open comment', '{ "mcpServers": {} } /* x', '/* x', /closed/],
    ['text behind the end', '{ "mcpServers": {} } }', '}', /after the end/],
    ['a missing value', '{ "mcpServers": }', '}', /value is missing/],
    ['a tab in a string', '{ "mcpServers": { "a\tb": {} } }', '"a\tb"', /control character/],
  ])('%s', (_name, text, marked, message) => {
    const contents = dotMcp(text);
    expect(summary(contents)).toEqual([['error', 'syntax', undefined]]);
    expect(contents.problems[0]?.message).toMatch(message);
    expect(contents).toMatchObject({ readable: false, servers: [] });
    const [problem] = contents.problems;
    const place = problem === undefined ? '' : textAt(text, problem.range);
    expect(place).toBe(marked);
  });

  it.each([
    ['an array', '[]', 'bad-root'],
    ['a number', '42', 'bad-root'],
    ['UTF-16', '\uFFFD\uFFFD{\0"\0', 'encoding'],
    ['nothing', '', 'empty-file'],
    ['only white space', ' \r\n', 'empty-file'],
  ])('%s', (_name, text, code) => {
    expect(summary(dotMcp(text))).toEqual([['error', code, undefined]]);
  });

  it('lets VS Code have an empty file', () => {
    expect(dotVscode('')).toMatchObject({ readable: true, problems: [] });
  });
});

describe('plain JSON', () => {
  const commented = '{ // note\n "KEY": { "a": { "command": "x", }, /* b */ }, }';

  it('is asked of .mcp.json, and the servers are read all the same', () => {
    const text = commented.replace('KEY', 'mcpServers');
    const contents = dotMcp(text);
    expect(summary(contents)).toEqual([
      ['error', 'strict-json', undefined],
      ['error', 'strict-json', undefined],
    ]);
    expect(contents.problems.map(({ range }) => textAt(text, range))).toEqual(['// note', ',']);
    expect(contents.problems[0]?.message).toContain('Claude Code');
    expect(contents.problems[1]?.message).toContain('2 others');
    expect(contents.servers).toHaveLength(1);
  });

  it('is not asked of .vscode/mcp.json', () => {
    expect(dotVscode(commented.replace('KEY', 'servers')).problems).toEqual([]);
  });

  it('is a warning in .cursor/mcp.json, where only a second reader asks for it', () => {
    expect(
      summary(read('.cursor/mcp.json', commented.replace('KEY', 'mcpServers'))).map(([severity]) => severity),
    ).toEqual(['warning', 'warning']);
  });

  it('has no byte order mark where clients stumble over it', () => {
    expect(summary(dotMcp('\uFEFF{ "mcpServers": {} }'))).toEqual([['error', 'byte-order-mark', undefined]]);
    expect(dotVscode('\uFEFF{ "servers": {} }').problems).toEqual([]);
  });
});

describe('servers under another key', () => {
  it('names the key that the client wants', () => {
    const text = '{ "mcpServers": { "a": { "command": "x" } } }';
    const contents = dotVscode(text);
    expect(summary(contents)).toEqual([['error', 'wrong-root', undefined]]);
    expect(contents.problems[0]?.message).toContain('"servers"');
    expect(contents.problems.map(({ range }) => textAt(text, range))).toEqual(['"mcpServers"']);
    expect(contents.servers).toEqual([]);
  });

  it('reads what only Visual Studio reads, and says so', () => {
    const contents = dotMcp('{ "servers": { "a": { "command": "x", "env": { "N": 1 } } } }');
    expect(summary(contents)).toEqual([['warning', 'wrong-root', undefined]]);
    expect(contents.servers[0]).toMatchObject({ name: 'a', reader: 'visual-studio', readers: ['visual-studio'] });
  });

  it('reads entries at the top of .mcp.json, and says who does', () => {
    const contents = dotMcp('{ "a": { "command": "x" }, "b": { "url": "http://h/mcp", "type": "http" } }');
    expect(summary(contents)).toEqual([['warning', 'wrong-root', undefined]]);
    expect(contents.servers.map(({ name, reader }) => [name, reader])).toEqual([
      ['a', 'vscode'],
      ['b', 'vscode'],
    ]);
  });

  it('notices a misspelt key, and is content with a file without servers', () => {
    expect(summary(dotMcp('{ "mcpServer": {} }'))).toEqual([['warning', 'wrong-root', undefined]]);
    expect(dotMcp('{}').problems).toEqual([]);
    expect(dotVscode('{ "inputs": [] }').problems).toEqual([]);
  });

  it('takes a root that is no object as the one problem', () => {
    expect(summary(dotMcp('{ "mcpServers": [] }'))).toEqual([['error', 'bad-root', undefined]]);
  });
});

describe('a wrong entry is one problem at that entry', () => {
  const good = '"good": { "command": "x" }';
  it.each([
    ['command is an array', '{ "command": ["a", "b"] }', '["a", "b"]', 'bad-entry'],
    ['command is empty', '{ "command": " " }', '" "', 'bad-entry'],
    ['args is a string', '{ "command": "x", "args": "-y pkg" }', '"-y pkg"', 'bad-entry'],
    ['an argument is a number', '{ "command": "x", "args": ["-p", 80] }', '80', 'bad-entry'],
    ['env is an array', '{ "command": "x", "env": ["A=1"] }', '["A=1"]', 'bad-entry'],
    ['an env value is an object', '{ "command": "x", "env": { "A": {} } }', '{}', 'bad-entry'],
    ['an env name has =', '{ "command": "x", "env": { "A=B": "" } }', '""', 'bad-entry'],
    ['cwd is a number', '{ "command": "x", "cwd": 1 }', '1', 'bad-entry'],
    ['envFile is null', '{ "command": "x", "envFile": null }', 'null', 'bad-entry'],
    ['url is a number', '{ "url": 80 }', '80', 'bad-entry'],
    ['headers is an array', '{ "type": "http", "url": "http://h", "headers": [] }', '[]', 'bad-entry'],
    ['a header is a number', '{ "type": "http", "url": "http://h", "headers": { "X": 1 } }', '1', 'bad-entry'],
    ['neither command nor url', '{ "type": "http" }', '"bad"', 'transport-missing'],
    ['another name for url', '{ "serverUrl": "http://h" }', '"http://h"', 'transport-missing'],
    ['both command and url', '{ "command": "x", "url": "http://h" }', '"http://h"', 'transport-ambiguous'],
    ['a type that contradicts', '{ "type": "stdio", "url": "http://h" }', '"stdio"', 'transport-missing'],
    ['WebSocket', '{ "type": "ws", "url": "wss://h" }', '"ws"', 'unsupported-transport'],
    ['several mistakes', '{ "command": 1, "args": 2, "env": 3 }', '1', 'bad-entry'],
    ['a string', '"npx x"', '"bad"', 'bad-entry'],
    ['null', 'null', '"bad"', 'bad-entry'],
  ])('%s', (_name, entry, marked, code) => {
    const text = `{ "mcpServers": { "bad": ${entry}, ${good} } }`;
    const contents = dotMcp(text);
    expect(summary(contents)).toEqual([['error', code, 'bad']]);
    expect(contents.problems.map(({ range }) => textAt(text, range))).toEqual([marked]);
    expect(contents.servers.map(({ definition }) => definition.type)).toEqual(['invalid', 'stdio']);
  });

  it('warns of what some reader refuses, and reads it', () => {
    const contents = dotMcp(
      '{ "mcpServers": { "a": { "url": "http://h/mcp" }, "b": { "type": "streamableHttp", "url": "http://h/mcp" } } }',
    );
    expect(summary(contents)).toEqual([
      ['warning', 'missing-type', 'a'],
      ['warning', 'unknown-type', 'b'],
    ]);
    expect(contents.servers.map(({ definition }) => definition.type)).toEqual(['http', 'http']);
    expect(dotVscode('{ "servers": { "a": { "url": "http://h/mcp" } } }').problems).toEqual([]);
  });

  it('lets VS Code have numbers and null in env, and warns elsewhere', () => {
    const entry = '{ "command": "x", "env": { "PORT": 80, "GONE": null, "ON": true } }';
    const inVscode = dotVscode(`{ "servers": { "a": ${entry} } }`);
    expect(summary(inVscode)).toEqual([['warning', 'env-value', 'a']]);
    expect(inVscode.servers[0]?.definition).toMatchObject({ env: { PORT: '80', GONE: null, ON: 'true' } });
    expect(summary(dotMcp(`{ "mcpServers": { "a": ${entry} } }`))).toHaveLength(3);
  });

  it('notices an escape that swallowed a backslash', () => {
    const contents = dotMcp(String.raw`{ "mcpServers": { "a": { "command": "C:\tools\run.exe" } } }`);
    expect(summary(contents)).toEqual([['warning', 'suspicious-escape', 'a']]);
  });
});

describe('duplicates', () => {
  it('are noted where they lose', () => {
    const text =
      '{ "mcpServers": {\n"a": { "command": "first" },\n"b": { "command": "x" },\n"a": { "command": "last", "command": "really" } } }';
    const contents = dotMcp(text);
    expect(summary(contents)).toEqual([
      ['warning', 'duplicate-key', undefined],
      ['warning', 'duplicate-key', undefined],
    ]);
    expect(contents.problems[0]?.range.start.line).toBe(1);
    expect(contents.problems[0]?.message).toContain('line 4');
    expect(contents.servers.map(({ name, definition }) => [name, definition])).toEqual([
      ['b', expect.objectContaining({ command: 'x' })],
      ['a', expect.objectContaining({ command: 'really' })],
    ]);
  });
});

describe('hostile files', () => {
  it('are refused when nested too deep, without a stack overflow', () => {
    const deep = `{ "mcpServers": ${'{"a":'.repeat(200_000)}`;
    expect(summary(dotMcp(deep))).toEqual([['error', 'too-deep', undefined]]);
    const arrays = '['.repeat(900_000);
    expect(summary(dotMcp(arrays))).toEqual([['error', 'too-deep', undefined]]);
    const allowed = `{ "mcpServers": { "a": { "command": "x", "extra": ${'['.repeat(MAX_DEPTH - 3)}${']'.repeat(MAX_DEPTH - 3)} } } }`;
    expect(dotMcp(allowed).problems).toEqual([]);
  });

  it('are refused when huge', () => {
    const contents = dotMcp(' '.repeat(MAX_FILE_LENGTH + 1));
    expect(summary(contents)).toEqual([['error', 'file-too-large', undefined]]);
    expect(contents.problems[0]?.message).toContain('1 million');
  });

  it('cannot reach a prototype', () => {
    const contents = dotMcp(`{ "mcpServers": {
      "__proto__": { "command": "x", "env": { "__proto__": "v", "constructor": "w" } },
      "toString": { "type": "toString", "command": "x" } } }`);
    const [server] = contents.servers;
    expect(server?.name).toBe('__proto__');
    expect(server?.definition.type === 'stdio' && Object.entries(server.definition.env)).toEqual([
      ['__proto__', 'v'],
      ['constructor', 'w'],
    ]);
    expect(summary(contents)).toEqual([['warning', 'unknown-type', 'toString']]);
    expect(Object.hasOwn(Object.prototype, 'command')).toBe(false);
  });

  it('give a bounded number of problems', () => {
    const entries = Array.from({ length: 1000 }, (_, index) => `"s${index}": 1`).join(',\n');
    const { problems } = dotMcp(`{ "mcpServers": { ${entries} } }`);
    expect(problems).toHaveLength(MAX_PROBLEMS + 1);
    expect(problems.at(-1)).toMatchObject({ code: 'more-problems', message: expect.stringContaining('900') });
  });
});
