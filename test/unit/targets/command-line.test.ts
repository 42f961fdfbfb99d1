import { describe, expect, it } from 'vitest';
import {
  type CommandOptions,
  commandTarget,
  parseHeader,
  parseVariable,
  type Result,
  splitCommandLine,
  targetOfLine,
  urlTarget,
} from '../../../src/targets/command-line.js';

const options: CommandOptions = {
  folder: '/work',
  homeFolder: '/home/ada',
  style: 'posix',
  environment: { PATH: '/bin', A: 'inherited' },
};

function unwrap<Value>(result: Result<Value>): Value {
  if (!result.ok) {
    throw new Error(result.message);
  }
  return result.value;
}

const messageOf = (result: Result<unknown>) => (result.ok ? 'ok' : result.message);

describe('a command', () => {
  it('becomes a target', () => {
    const target = unwrap(
      commandTarget(['npx', '-y', 'some-server', '--token', 'abcd'], {
        ...options,
        cwd: 'sub',
        envFileText: 'A=file\nB=file',
        variables: ['B=opt', 'C=a=b', 'MY_SECRET=hush1'],
      }),
    );
    expect(target).toEqual({
      type: 'stdio',
      label: 'npx -y some-server --token abcd',
      secrets: ['hush1', 'abcd'],
      command: 'npx',
      args: ['-y', 'some-server', '--token', 'abcd'],
      cwd: '/work/sub',
      env: { PATH: '/bin', A: 'file', B: 'opt', C: 'a=b', MY_SECRET: 'hush1' },
    });
  });

  it.each([
    ['nothing', commandTarget([], options), /npx -y some-server/],
    ['an empty command', commandTarget(['', 'x'], options), /no command/],
    ['a NUL', commandTarget(['x', 'a\0'], options), /NUL/],
    ['a variable without =', commandTarget(['x'], { ...options, variables: ['TOKEN'] }), /NAME=value/],
    [
      'an open quote in the env file',
      commandTarget(['x'], { ...options, envFileText: 'A="' }),
      /line 1.*Close the quote/,
    ],
  ])('is refused with %s', (_name, result, message) => {
    expect(messageOf(result)).toMatch(message);
  });
});

describe('a URL', () => {
  it('becomes a target with its headers', () => {
    const target = unwrap(
      urlTarget(' http://127.0.0.1:3000/mcp ', { headers: ['X-Team: core', 'X-Api-Key:k1'], auth: 'token-1' }),
    );
    expect(target).toEqual({
      type: 'http',
      label: 'http://127.0.0.1:3000/mcp',
      url: 'http://127.0.0.1:3000/mcp',
      headers: { 'X-Team': 'core', 'X-Api-Key': 'k1', Authorization: 'Bearer token-1' },
      secrets: ['Bearer token-1', 'token-1'],
    });
  });

  it('takes a whole Authorization value as it is, and a header before all', () => {
    expect(unwrap(urlTarget('http://h', { auth: 'Basic YWRhOng=' })).headers).toEqual({
      Authorization: 'Basic YWRhOng=',
    });
    expect(unwrap(urlTarget('http://u:pass@h/x', { headers: ['authorization: Mine abc'] })).headers).toEqual({
      authorization: 'Mine abc',
    });
  });

  it('never shows the credentials of the URL', () => {
    const target = unwrap(urlTarget('http://u:pass@h/x'));
    expect(target.label).toBe('http://h/x');
    expect(target.secrets).toContain('pass');
  });

  it.each([
    ['ftp://h', /http/],
    ['h:80', /http/],
    ['wss://h/mcp', /WebSocket/],
    ['http://', /not valid/],
    ['', /empty/],
  ])('is refused: %j', (url, message) => {
    expect(messageOf(urlTarget(url))).toMatch(message);
  });

  it('is refused with a credential that cannot be sent', () => {
    const message = messageOf(urlTarget('http://h', { auth: 'abc\ndef ghi' }));
    expect(message).toMatch(/line break/);
    expect(message).not.toContain('abc');
  });
});

describe('options', () => {
  it('are split at the first separator', () => {
    expect(parseHeader('X-A: b: c')).toEqual({ ok: true, value: ['X-A', 'b: c'] });
    expect(parseVariable('A=b=c')).toEqual({ ok: true, value: ['A', 'b=c'] });
    expect(parseVariable('A=')).toEqual({ ok: true, value: ['A', ''] });
    expect(messageOf(parseHeader('X-A'))).toMatch(/Name: value/);
    expect(messageOf(parseHeader(': x'))).toMatch(/Name: value/);
    expect(messageOf(parseVariable('=x'))).toMatch(/NAME=value/);
  });
});

describe('a typed line', () => {
  it.each([
    ['posix', 'node a.js', ['node', 'a.js']],
    ['posix', `  "my program"  'it''s' a\\ b "q\\"q" '' `, ['my program', 'its', 'a b', 'q"q', '']],
    ['posix', '\'a\\b\' "c d"e', ['a\\b', 'c de']],
    ['posix', '', []],
    ['windows', 'C:\\tools\\run.exe "C:\\my files\\a.js" it\'s', ['C:\\tools\\run.exe', 'C:\\my files\\a.js', "it's"]],
    ['windows', 'x "say \\"hi\\""', ['x', 'say "hi"']],
  ] as const)('%s: %s', (style, line, expected) => {
    expect(splitCommandLine(line, style)).toEqual({ ok: true, value: expected });
  });

  it('says which quote is open', () => {
    expect(messageOf(splitCommandLine('node "a', 'posix'))).toMatch(/" that is never closed/);
  });

  it('is an address or a command', () => {
    expect(unwrap(targetOfLine('https://h.example/mcp', options)).type).toBe('http');
    expect(unwrap(targetOfLine('node ./http://x', options))).toMatchObject({
      type: 'stdio',
      command: 'node',
      args: ['./http://x'],
    });
    expect(messageOf(targetOfLine('ws://h', options))).toMatch(/WebSocket/);
    expect(messageOf(targetOfLine('  ', options))).toMatch(/no command/);
  });
});
