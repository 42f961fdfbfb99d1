import { afterEach, describe, expect, it, vi } from 'vitest';
import { CannotRun } from '../../../src/cli/cannot-run.js';
import type { TestCommand } from '../../../src/cli/command.js';
import { nearest } from '../../../src/cli/nearest.js';
import { NOTHING_TO_DO, parseCommandLine } from '../../../src/cli/parse-command-line.js';

function parseTest(...words: string[]): TestCommand {
  const command = parseCommandLine(['test', ...words]);
  if (command === NOTHING_TO_DO || command.kind !== 'test') throw new Error('not a test command');
  return command;
}

function refusal(...words: string[]): string {
  try {
    parseCommandLine(words);
  } catch (error) {
    if (error instanceof CannotRun) return error.message;
    throw error;
  }
  throw new Error('the command line was accepted');
}

afterEach(() => vi.restoreAllMocks());

describe('what is graded', () => {
  it('is the command after two dashes, with everything that follows', () => {
    expect(parseTest('--format', 'json', '--', 'npx', '-y', 'server', '--format', 'x', '--').subject).toEqual({
      kind: 'command',
      command: 'npx',
      args: ['-y', 'server', '--format', 'x', '--'],
    });
  });

  it('is the first word that is no option and no URL, also without the dashes', () => {
    const command = parseTest('--verbose', 'node', 'server.js', '--format', 'html', 'http://x/');
    expect(command.subject).toEqual({
      kind: 'command',
      command: 'node',
      args: ['server.js', '--format', 'html', 'http://x/'],
    });
    expect(command.format).toBe('terminal');
    expect(command.verbose).toBe(true);
  });

  it('is a URL, and options may follow it', () => {
    const command = parseTest('--strict', 'https://host/mcp', '--format', 'json', '-H', 'X-A: 1');
    expect(command.subject).toEqual({ kind: 'url', url: 'https://host/mcp' });
    expect(command).toMatchObject({ strict: true, format: 'json', headers: [['X-A', '1']] });
  });

  it('is a command that looks like a URL when it stands after the dashes', () => {
    expect(parseTest('--', 'http://x').subject.kind).toBe('command');
  });

  it('is the folder without a word, and one of its servers with --server', () => {
    expect(parseTest().subject).toEqual({ kind: 'folder' });
    expect(parseTest('--server', 'demo').subject).toEqual({ kind: 'folder', server: 'demo' });
  });
});

describe('options', () => {
  it('takes lists with commas and repeated', () => {
    const command = parseTest('--only', 'tools,errors', '--only', 'lifecycle-ping', '--skip', ' schema ', 'x');
    expect(command.only).toEqual(['tools', 'errors', 'lifecycle-ping']);
    expect(command.skip).toEqual(['schema']);
  });

  it('takes times in milliseconds and in seconds', () => {
    const command = parseTest('--timeout', '250', '--startup-timeout', '1.5s', '--preflight-timeout', '900ms', 'x');
    expect(command).toMatchObject({ requestMs: 250, startupMs: 1500, preflightMs: 900 });
  });

  it('takes variables with a value, with an empty one, and from the environment', () => {
    expect(parseTest('-E', 'A=b=c', '--env', 'EMPTY=', '-E', 'PASSED', 'x').env).toEqual([
      ['A', 'b=c'],
      ['EMPTY', ''],
      ['PASSED', null],
    ]);
  });

  it('reads the rest', () => {
    expect(
      parseTest(
        '--mode',
        'full',
        '--retries',
        '0',
        '--concurrency',
        '4',
        '--min-grade',
        'b',
        '--record',
        'r.json',
        '--cwd',
        '/x',
        '--no-color',
        'x',
      ),
    ).toMatchObject({
      mode: 'full',
      retries: 0,
      concurrency: 4,
      minGrade: 'B',
      record: 'r.json',
      cwd: '/x',
      color: false,
    });
  });

  it('lists instead of running with --list', () => {
    expect(parseCommandLine(['test', '--list', '--mode', 'observe'])).toMatchObject({ kind: 'list', mode: 'observe' });
    expect(parseCommandLine(['test', '--list', '--transport', 'http'])).toMatchObject({ transport: 'http' });
    expect(parseCommandLine(['test', '--list', 'http://x/'])).toMatchObject({ transport: 'http' });
    expect(parseCommandLine(['test', '--list', 'node', 'x'])).toMatchObject({ transport: 'stdio' });
  });

  it('prints help and does nothing else', () => {
    const write = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
    expect(parseCommandLine(['test', '--help'])).toBe(NOTHING_TO_DO);
    expect(write.mock.calls.join('')).toContain('--startup-timeout');
  });
});

describe('refusals say what to do', () => {
  it.each([
    [['tset'], /Did you mean test\?/],
    [[], /--help/],
    [['test', '--formt', 'json', 'x'], /Did you mean --format\?.*mcp-assay test --help/],
    [['test', '--format', 'xml', 'x'], /terminal, json, html/],
    [['test', '--timeout', '0', 'x'], /milliseconds/],
    [['test', '--timeout', '99999999s', 'x'], /milliseconds/],
    [['test', '--min-grade', 'E', 'x'], /A, B, C, D or F/],
    [['test', '--concurrency', '0', 'x'], /from 1/],
    [['test', '--'], /after the two dashes/],
    [['test', 'http://a/', 'http://b/'], /one URL/],
    [['test', 'localhost:3000/mcp'], /http:\/\/localhost:3000\/mcp/],
    [['test', '--transport', 'http', 'x'], /--list/],
    [['test', '--server', 'demo', '--', 'node'], /--server/],
    [['judge'], /file/],
  ])('%j', (words, expected) => {
    expect(refusal(...words)).toMatch(expected);
  });

  it('does not repeat the value of a header', () => {
    const header = refusal('test', '-H', "not a header: it's secret", 'http://x/', '-H', 'secret');
    expect(header).toContain('Write it as "Name: value"');
    expect(header).not.toContain('secret');
    expect(refusal('test', '-E', '=secret', 'x')).not.toContain('secret');
  });
});

describe('the nearest word', () => {
  const words = ['lifecycle-ping', 'tools-list', 'error-method-code'];
  it.each([
    ['lifecycle-pnig', 'lifecycle-ping'],
    ['toolslist', 'tools-list'],
    ['ERROR-METHOD-CODE', 'error-method-code'],
    ['method', 'error-method-code'],
    ['quite-something-else', undefined],
  ])('of %s is %s', (typed, expected) => {
    expect(nearest(typed, words)).toBe(expected);
  });
});
