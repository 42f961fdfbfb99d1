import { describe, expect, it } from 'vitest';
import { configFileFor } from '../../../src/targets/config-files.js';
import { launchFacts, launchText, targetFacts } from '../../../src/targets/launch-hash.js';
import { readConfig } from '../../../src/targets/read-config.js';
import { type ResolveContext, resolveTarget } from '../../../src/targets/resolve.js';
import type { ReadOutcome, Resolution, ServerDefinition } from '../../../src/targets/server-definition.js';

const ROOTS = { '.mcp.json': 'mcpServers', '.vscode/mcp.json': 'servers', '.cursor/mcp.json': 'mcpServers' } as const;

type File = keyof typeof ROOTS;

interface Setup extends Partial<Omit<ResolveContext, 'input' | 'files'>> {
  answers?: Readonly<Record<string, string>>;
  fileTexts?: Readonly<Record<string, string>>;
  inputDefinitions?: string;
}

function prepare(
  path: File,
  entry: object,
  setup: Setup = {},
): { server: ServerDefinition; context: ResolveContext; asked: string[] } {
  const format = configFileFor(path);
  if (format === undefined) {
    throw new Error(`${path} is not in the table`);
  }
  const text = `{ "inputs": ${setup.inputDefinitions ?? '[]'}, "${ROOTS[path]}": { "server": ${JSON.stringify(entry)} } }`;
  const contents = readConfig(text, { file: `/work/${path}`, format });
  const [server] = contents.servers;
  if (server === undefined) {
    throw new Error('the entry was not read');
  }
  const asked: string[] = [];
  const context: ResolveContext = {
    folder: '/work',
    folders: [
      { name: 'work', path: '/work' },
      { name: 'Other one', path: '/other/one' },
    ],
    homeFolder: '/home/ada',
    environment: {},
    style: 'posix',
    inputs: contents.inputs,
    input: async ({ input }) => {
      asked.push(input.id);
      return setup.answers?.[input.id];
    },
    files: {
      readText: async (file): Promise<ReadOutcome> => {
        const found = setup.fileTexts?.[file];
        return found === undefined ? { kind: 'missing' } : { kind: 'text', text: found };
      },
    },
    ...setup,
  };
  return { server, context, asked };
}

async function resolve(path: File, entry: object, setup: Setup = {}): Promise<Resolution> {
  const { server, context } = prepare(path, entry, setup);
  return resolveTarget(server, context);
}

async function stdio(path: File, entry: object, setup: Setup = {}) {
  const resolution = await resolve(path, entry, setup);
  if (!resolution.ok || resolution.target.type !== 'stdio') {
    throw new Error(`not resolved: ${JSON.stringify(resolution)}`);
  }
  return {
    target: resolution.target,
    codes: resolution.problems.map(({ code }) => code),
    problems: resolution.problems,
  };
}

async function http(path: File, entry: object, setup: Setup = {}) {
  const resolution = await resolve(path, { type: 'http', ...entry }, setup);
  if (!resolution.ok || resolution.target.type !== 'http') {
    throw new Error(`not resolved: ${JSON.stringify(resolution)}`);
  }
  return { target: resolution.target, codes: resolution.problems.map(({ code }) => code) };
}

async function failureOf(path: File, entry: object, setup: Setup = {}) {
  const resolution = await resolve(path, entry, setup);
  if (resolution.ok) {
    throw new Error('it was resolved');
  }
  return resolution.problems[0];
}

describe('variables of VS Code', () => {
  it('are replaced in every place', async () => {
    const { target, codes } = await stdio(
      '.vscode/mcp.json',
      {
        command: '${userHome}/bin/${env:TOOL}',
        args: [
          '${workspaceFolder}${pathSeparator}a.js',
          '${workspaceFolder:Other one}',
          '${workspaceFolderBasename}',
          '${env:TOOL}-${env:TOOL}',
        ],
        env: { A: 'x${env:TOOL}y' },
        cwd: '${workspaceFolder}/sub',
      },
      { environment: { TOOL: 'run' } },
    );
    expect(codes).toEqual([]);
    expect(target).toMatchObject({
      command: '/home/ada/bin/run',
      args: ['/work/a.js', '/other/one', 'work', 'run-run'],
      env: { TOOL: 'run', A: 'xruny' },
      cwd: '/work/sub',
      label: 'server',
      source: { file: '/work/.vscode/mcp.json', range: { start: { line: 0 } } },
    });
  });

  it('that are not set are empty, with a warning that names them', async () => {
    const { target, problems } = await stdio('.vscode/mcp.json', { command: 'x', args: ['a${env:GONE}b'] });
    expect(target.args).toEqual(['ab']);
    expect(problems).toMatchObject([
      { code: 'variable-unset', severity: 'warning', message: expect.stringContaining('GONE') },
    ]);
  });

  it('that name a folder which is not open are an error at their place', async () => {
    const problem = await failureOf('.vscode/mcp.json', { command: 'x', args: ['${workspaceFolder:Gone}'] });
    expect(problem).toMatchObject({ code: 'variable-unknown', message: expect.stringContaining('work, Other one') });
  });

  it('that only VS Code itself can resolve stay, with a warning', async () => {
    const { target, codes } = await stdio(
      '.vscode/mcp.json',
      { command: 'x', args: ['${config:a.b}', '${HOME}'] },
      { environment: { HOME: '/h' } },
    );
    expect(target.args).toEqual(['${config:a.b}', '${HOME}']);
    expect(codes).toEqual(['variable-unknown', 'variable-foreign']);
  });

  it('include ~ in command and arguments', async () => {
    const { target } = await stdio('.vscode/mcp.json', { command: '~/bin/x', args: ['~/a', 'b~/'], cwd: '~' });
    expect([target.command, ...target.args, target.cwd]).toEqual([
      '/home/ada/bin/x',
      '/home/ada/a',
      'b~/',
      '/home/ada',
    ]);
  });
});

describe('variables of .mcp.json', () => {
  it('have defaults, and an empty value counts as set', async () => {
    const { target, codes } = await stdio(
      '.mcp.json',
      { command: 'x', args: ['${A}', '${B:-two}', '${C:-three}', '${D:-}', '${E:-a:-b}', '$A', '${A'] },
      { environment: { A: 'one', C: '' } },
    );
    expect(target.args).toEqual(['one', 'two', '', '', 'a:-b', '$A', '${A']);
    expect(codes).toEqual([]);
  });

  it('that are not set stay, with a warning that names them and the way out', async () => {
    const { target, problems } = await stdio('.mcp.json', { command: 'x', env: { TOKEN: '${MY_TOKEN}' } });
    expect(target.env).toEqual({ TOKEN: '${MY_TOKEN}' });
    expect(problems).toMatchObject([
      {
        code: 'variable-unset',
        severity: 'warning',
        message: expect.stringMatching(/MY_TOKEN.*\$\{MY_TOKEN:-value\}/),
      },
    ]);
  });

  it('are not expanded twice', async () => {
    const { target, codes } = await stdio(
      '.mcp.json',
      { command: 'x', args: ['${A}', '${B:-${A}}'] },
      { environment: { A: '${B}' } },
    );
    expect(target.args).toEqual(['${B}', '${A}']);
    expect(codes).toEqual(['variable-unknown']);
  });

  it('may be those of VS Code, with a warning', async () => {
    const { target, problems } = await stdio(
      '.mcp.json',
      { command: 'x', args: ['${workspaceFolder}/a.js', '${env:A}'] },
      { environment: { A: 'one' } },
    );
    expect(target.args).toEqual(['/work/a.js', 'one']);
    expect(problems.map(({ code, severity }) => [code, severity])).toEqual([
      ['variable-foreign', 'warning'],
      ['variable-foreign', 'warning'],
    ]);
    expect(problems[1]?.message).toContain('Claude Code');
    expect(problems[1]?.message).toContain('Write ${A}.');
  });
});

describe('variables of Cursor', () => {
  it('are those of VS Code without inputs', async () => {
    const { target, codes } = await stdio(
      '.cursor/mcp.json',
      { command: '${userHome}/x', args: ['${env:A}', '${workspaceFolder}'] },
      { environment: { A: 'one' } },
    );
    expect([target.command, ...target.args]).toEqual(['/home/ada/x', 'one', '/work']);
    expect(codes).toEqual([]);
  });

  it('know no inputs', async () => {
    expect(await failureOf('.cursor/mcp.json', { command: 'x', args: ['${input:tok}'] })).toMatchObject({
      code: 'input-unknown',
      message: expect.stringContaining('know no inputs'),
    });
  });
});

describe('on Windows', () => {
  const windows = { style: 'windows', folder: 'C:\\work', folders: [], homeFolder: 'C:\\Users\\ada' } as const;

  it('names of variables have no case, and paths have backslashes', async () => {
    const { target } = await stdio(
      '.vscode/mcp.json',
      {
        command: '${userHome}${pathSeparator}x.cmd',
        args: ['${env:path}'],
        env: { PATH: 'D:\\bin', Tmp: 'D:\\tmp' },
        cwd: 'a/../b',
      },
      { ...windows, environment: { Path: 'C:\\bin', TMP: 'C:\\tmp' } },
    );
    expect(target).toMatchObject({
      command: 'C:\\Users\\ada\\x.cmd',
      args: ['C:\\bin'],
      cwd: 'C:\\work\\b',
      env: { Path: 'C:\\bin;D:\\bin', TMP: 'D:\\tmp' },
    });
    expect(Object.keys(target.env)).toHaveLength(2);
  });

  it('an absolute cwd stays', async () => {
    const { target } = await stdio('.mcp.json', { command: 'x', cwd: 'd:/srv' }, windows);
    expect(target.cwd).toBe('d:\\srv');
  });
});

describe('the environment', () => {
  it('is the inherited one, then the env file, then env; null removes', async () => {
    const { target } = await stdio(
      '.vscode/mcp.json',
      { command: 'x', envFile: '${workspaceFolder}/.env', env: { B: 'entry', C: null, N: 5 } },
      {
        environment: { A: 'inherited', B: 'inherited', C: 'inherited', U: undefined },
        fileTexts: { '/work/.env': 'B=file\nD=file\n' },
      },
    );
    expect(target.env).toEqual({ A: 'inherited', B: 'entry', D: 'file', N: '5' });
  });

  it('appends a PATH for VS Code and replaces it elsewhere', async () => {
    const entry = { command: 'x', env: { PATH: '/opt/bin' } };
    const environment = { PATH: '/usr/bin' };
    expect((await stdio('.vscode/mcp.json', entry, { environment })).target.env).toEqual({ PATH: '/usr/bin:/opt/bin' });
    expect((await stdio('.mcp.json', entry, { environment })).target.env).toEqual({ PATH: '/opt/bin' });
  });

  it('needs its env file', async () => {
    const problem = await failureOf('.vscode/mcp.json', { command: 'x', envFile: 'gone.env' });
    expect(problem).toMatchObject({
      code: 'env-file',
      severity: 'error',
      server: 'server',
      message: expect.stringContaining('gone.env'),
    });
  });

  it('needs an env file that can be understood', async () => {
    const problem = await failureOf(
      '.vscode/mcp.json',
      { command: 'x', envFile: '/e' },
      { fileTexts: { '/e': 'A=1\nB="open\n' } },
    );
    expect(problem.message).toMatch(/B in line 2/);
    expect(problem.message).not.toContain('open\n');
  });
});

describe('inputs', () => {
  const inputDefinitions = JSON.stringify([
    { id: 'tok', type: 'promptString', description: 'Token', password: true },
    { id: 'who', type: 'promptString', description: 'Name' },
  ]);

  it('are asked for once each, and passwords are secret', async () => {
    const entry = { command: 'x', args: ['${input:who}', '${input:tok}'], env: { T: '${input:tok}' } };
    const { server, context, asked } = prepare('.vscode/mcp.json', entry, {
      inputDefinitions,
      answers: { tok: 's3cr', who: 'ada lovelace' },
    });
    const resolution = await resolveTarget(server, context);
    expect(asked).toEqual(['who', 'tok']);
    expect(resolution).toMatchObject({
      ok: true,
      target: { args: ['ada lovelace', 's3cr'], env: { T: 's3cr' }, secrets: ['s3cr'] },
    });
  });

  it('without an answer end the matter', async () => {
    expect(await failureOf('.vscode/mcp.json', { command: '${input:tok}' }, { inputDefinitions })).toMatchObject({
      code: 'input-cancelled',
    });
  });

  it('are not asked for when the target cannot come about', async () => {
    const entry = { command: '${input:tok}', args: ['${input:gone}'] };
    const { server, context, asked } = prepare('.vscode/mcp.json', entry, {
      inputDefinitions,
      answers: { tok: 'value' },
    });
    expect(await resolveTarget(server, context)).toMatchObject({ ok: false, problems: [{ code: 'input-unknown' }] });
    expect(asked).toEqual([]);
  });
});

describe('HTTP', () => {
  it('has variables in the URL and in headers', async () => {
    const { target, codes } = await http(
      '.mcp.json',
      {
        url: '${BASE:-http://127.0.0.1:3000}/mcp',
        headers: { Authorization: 'Bearer ${TICKETS}', 'X-Team': ' core ' },
      },
      { environment: { TICKETS: 'abcdef123' } },
    );
    expect(codes).toEqual([]);
    expect(target).toMatchObject({
      url: 'http://127.0.0.1:3000/mcp',
      headers: { Authorization: 'Bearer abcdef123', 'X-Team': 'core' },
    });
    expect(target.secrets).toEqual(['Bearer abcdef123', 'abcdef123']);
  });

  it('sends credentials of the URL as a header', async () => {
    const { target, codes } = await http('.mcp.json', {
      url: 'https://ada:p%40ss%20word@h.example/mcp?api_key=k1234567&page=2',
    });
    expect(target.url).toBe('https://h.example/mcp?api_key=k1234567&page=2');
    expect(target.headers).toEqual({ Authorization: `Basic ${Buffer.from('ada:p@ss word').toString('base64')}` });
    expect(codes).toEqual(['bad-url']);
    expect(target.secrets).toEqual(expect.arrayContaining(['p%40ss%20word', 'p@ss word', 'k1234567']));
    expect(target.secrets).not.toContain('2');
  });

  it.each([
    ['${HOST}/mcp', 'bad-url', /variable/],
    ['127.0.0.1:3000', 'bad-url', /scheme/],
    ['localhost:3000/mcp', 'bad-url', /localhost:/],
    ['unix:///run/x.sock', 'bad-url', /socket/],
    ['file:///etc/passwd', 'bad-url', /file:/],
    ['', 'bad-url', /empty/],
  ])('refuses the URL %j', async (url, code, message) => {
    const problem = await failureOf('.mcp.json', { type: 'http', url });
    expect(problem).toMatchObject({ code, severity: 'error' });
    expect(problem.message).toMatch(message);
  });

  it.each([
    ['a line break', 'X', 'a\nb'],
    ['a wide character', 'X', 'ключ'],
    ['a name with a space', 'X Y', 'a'],
  ])('refuses a header with %s', async (_name, name, value) => {
    const problem = await failureOf('.mcp.json', { type: 'http', url: 'http://h', headers: { [name]: value } });
    expect(problem.code).toBe('bad-header');
    expect(problem.message).not.toContain(value.length > 1 ? value : '\0');
  });
});

describe('secrets', () => {
  it('are values of env, of the env file, of headers and of telling arguments', async () => {
    const { target } = await stdio(
      '.vscode/mcp.json',
      {
        command: 'x',
        args: [
          '--api-key',
          'argkey1',
          '--token=argtok2',
          '-e',
          'DOCKER_SECRET=dock3',
          '--header',
          'Authorization: Bearer hdr4567',
          '--port',
          '8080',
          '--verbose',
          'plain-word',
        ],
        env: {
          SHORT_TOKEN: 'four',
          WORD: 'sesame-open',
          MODE: 'production',
          ON: 'true',
          PORT: '8080',
          ROOT: '${workspaceFolder}/data',
          URL: 'https://h/x?token=urltok5',
          NODE_ENV: 'unusual',
        },
        envFile: '.env',
      },
      {
        fileTexts: { '/work/.env': 'FROM_FILE=filevalue6' },
        environment: { GITHUB_TOKEN: 'inherited7', EDITOR: 'something-long', MY_API_KEY: 'short' },
      },
    );
    expect([...target.secrets].toSorted()).toEqual(
      [
        'argkey1',
        'argtok2',
        'dock3',
        'Bearer hdr4567',
        'hdr4567',
        'four',
        'sesame-open',
        'urltok5',
        'filevalue6',
        'inherited7',
      ].toSorted(),
    );
  });

  it('are variables with telling names, wherever they are put', async () => {
    const { target } = await stdio(
      '.mcp.json',
      { command: 'x', args: ['k=${TICKETS_TOKEN}', '${STAGE}'] },
      { environment: { TICKETS_TOKEN: 'abc12', STAGE: 'alphabet' } },
    );
    expect(target.secrets).toEqual(['abc12']);
  });

  it('are long random parts of a path', async () => {
    const { target } = await http('.mcp.json', { url: 'https://h.example/api/s/Zm9vYmFyMTIzNDU2Nzg5MHF3ZXJ0eQ/mcp' });
    expect(target.secrets).toEqual(['Zm9vYmFyMTIzNDU2Nzg5MHF3ZXJ0eQ']);
  });

  it('come longest first, and never in a problem', async () => {
    const { target, problems } = await stdio('.mcp.json', {
      command: 'x',
      env: { A_KEY: 'hunter2-long-${GONE}', B_KEY: 'hunter2' },
    });
    expect(target.secrets).toEqual(['hunter2-long-${GONE}', 'hunter2']);
    expect(JSON.stringify(problems)).not.toContain('hunter2');
  });
});

describe('hostile values', () => {
  it('with a NUL are refused', async () => {
    expect(await failureOf('.mcp.json', { command: 'x', args: ['a\0b'] })).toMatchObject({ code: 'bad-value' });
  });

  it('named like members of an object are plain variables', async () => {
    const { target, codes } = await stdio('.mcp.json', { command: 'x', args: ['${constructor}', '${__proto__}'] });
    expect(target.args).toEqual(['${constructor}', '${__proto__}']);
    expect(codes).toEqual(['variable-unset', 'variable-unset']);
  });

  it('of great length are resolved in linear time', async () => {
    const args = [
      '${'.repeat(100_000),
      `${'${A}'.repeat(30_000)}\${`,
      `X-Token:${' '.repeat(100_000)}\n`,
      `${' '.repeat(100_000)}=`,
    ];
    const { target } = await stdio(
      '.vscode/mcp.json',
      { command: 'x', args, envFile: '.env' },
      { fileTexts: { '/work/.env': `A=${' '.repeat(100_000)}x\n${' '.repeat(100_000)}\nB="${'\\'.repeat(100_000)}"` } },
    );
    expect(target.args[0]).toBe(args[0]);
    expect(target.env['A']).toBe('x');
  });

  it('give back the problem of an entry that is wrong', async () => {
    expect(await failureOf('.mcp.json', { args: [] })).toMatchObject({ code: 'transport-missing' });
  });
});

describe('launch facts', () => {
  const base = { command: 'node', args: ['a.js'], env: { TOKEN: '${TOKEN}' } };
  const facts = async (entry: object, setup: Setup = {}) => {
    const { server, context } = prepare('.mcp.json', entry, setup);
    return launchFacts(server, context);
  };

  it('do not change with white space, order or the values of the own environment', async () => {
    const reordered = { env: { TOKEN: '${TOKEN}' }, args: ['a.js'], command: 'node' };
    expect(await facts(reordered, { environment: { TOKEN: 'two' } })).toBe(
      await facts(base, { environment: { TOKEN: 'one' } }),
    );
  });

  it.each([
    ['the command', { ...base, command: 'node2' }],
    ['an argument', { ...base, args: ['b.js'] }],
    ['the folder', { ...base, cwd: 'sub' }],
    ['the name of a variable', { ...base, env: { TOKEN: '${TOKEN}', MORE: '' } }],
    ['a variable that loads code', { ...base, env: { TOKEN: '${TOKEN}', NODE_OPTIONS: '--require ./x.js' } }],
    ['the transport', { type: 'http', url: 'http://h/mcp' }],
  ])('change with %s', async (_name, entry) => {
    expect(await facts(entry)).not.toBe(await facts(base));
  });

  it('change with the program that a variable names, and with the host', async () => {
    const program = { command: '${TOOL}' };
    expect(await facts(program, { environment: { TOOL: 'a' } })).not.toBe(
      await facts(program, { environment: { TOOL: 'b' } }),
    );
    const address = { type: 'http', url: 'http://${HOST}/mcp' };
    expect(await facts(address, { environment: { HOST: 'a' } })).not.toBe(
      await facts(address, { environment: { HOST: 'b' } }),
    );
  });

  it('change with code that an env file loads, not with its tokens', async () => {
    const entry = { ...base, envFile: '.env' };
    const withFile = (text: string) => facts(entry, { fileTexts: { '/work/.env': text } });
    expect(await withFile('A_TOKEN=1')).toBe(await withFile('A_TOKEN=2'));
    expect(await withFile('A_TOKEN=1')).not.toBe(await withFile('A_TOKEN=1\nLD_PRELOAD=/x'));
    expect(await withFile('LD_PRELOAD=/y')).not.toBe(await withFile('LD_PRELOAD=/x'));
  });

  it('need no answer of the user', async () => {
    const inputDefinitions = '[{ "id": "tok", "type": "promptString" }]';
    const { server, context, asked } = prepare(
      '.vscode/mcp.json',
      { command: 'x', args: ['${input:tok}'] },
      { inputDefinitions },
    );
    expect(await launchFacts(server, context)).toContain('${input:tok}');
    expect(asked).toEqual([]);
  });

  it('of a typed target hold its headers by name only', () => {
    const facts = targetFacts({
      type: 'http',
      label: '',
      secrets: [],
      url: 'http://h/mcp',
      headers: { B: 'secret', A: '1' },
    });
    expect(JSON.parse(facts)).toEqual({ type: 'http', url: 'http://h/mcp', headers: ['A', 'B'] });
  });

  it('have a text for people that replaces no variable', () => {
    const { server } = prepare('.mcp.json', { command: 'node', args: ['my file.js', '${TOKEN}', ''] });
    expect(launchText(server)).toBe('node "my file.js" ${TOKEN} ""');
  });
});
