import { describe, expect, it } from 'vitest';
import { lookalike } from '../../../src/engine/probes/odd-session.js';
import { isPlain } from '../../../src/engine/views/addresses.js';
import { parseChallenges } from '../../../src/engine/views/challenges.js';
import { isAbout } from '../../../src/engine/views/protected-resource.js';
import { patternOf } from '../../../src/engine/views/session-ids.js';

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));

function challenges(header: string): [string, Record<string, string>][] {
  return parseChallenges(header).map(({ scheme, parameters }) => [scheme, Object.fromEntries(parameters)]);
}

describe('challenges of a WWW-Authenticate header', () => {
  it.each<[string, [string, Record<string, string>][]]>([
    ['', []],
    ['Bearer', [['bearer', {}]]],
    ['Bearer realm="a, b", scope=mcp', [['bearer', { realm: 'a, b', scope: 'mcp' }]]],
    ['bearer resource_metadata = "https://a/b\\"c"', [['bearer', { resource_metadata: 'https://a/b"c' }]]],
    [
      'Basic realm="x", Bearer error="invalid_token"',
      [
        ['basic', { realm: 'x' }],
        ['bearer', { error: 'invalid_token' }],
      ],
    ],
    [
      'Negotiate, Bearer',
      [
        ['negotiate', {}],
        ['bearer', {}],
      ],
    ],
    [
      'Negotiate abc123==, Bearer a=b',
      [
        ['negotiate', {}],
        ['bearer', { a: 'b' }],
      ],
    ],
    ['realm="mcp", error="invalid_token"', [['', { realm: 'mcp', error: 'invalid_token' }]]],
  ])('are read from %s', (header, expected) => {
    expect(challenges(header)).toEqual(expected);
  });

  it('are read in a time that grows with the length only', () => {
    const texts = ['a '.repeat(20_000), '"'.repeat(40_000), 'a='.repeat(20_000), `Bearer a="${'\\'.repeat(40_001)}`];
    for (const text of texts) expect(Array.isArray(parseChallenges(text))).toBe(true);
  });
});

describe('session ids that can be guessed', () => {
  const now = Date.UTC(2026, 0, 5, 10);
  const given = (...ids: string[]) => ids.map((id, index) => ({ id, timeMs: now + index * 20 }));
  const uuid = () => crypto.randomUUID();

  it.each([
    ['random UUIDs', given(uuid(), uuid(), uuid()), undefined],
    ['two random UUIDs', given(uuid(), uuid()), undefined],
    ['a single random UUID', given(uuid()), undefined],
    [
      'random Base64',
      given(Buffer.from(random(16)).toString('base64url'), Buffer.from(random(16)).toString('base64url')),
      undefined,
    ],
    ['times beside random characters', given(`${now}-${uuid()}`, `${now + 20}-${uuid()}`), undefined],
    ['a counter', given('1', '2', '3'), 'counting'],
    ['a counter whose answers came in another order', given('12', '10', '11'), 'counting'],
    ['a counter behind a long prefix', given('mcp-7f3a9c2e4b1d-0000000001', 'mcp-7f3a9c2e4b1d-0000000002'), 'counting'],
    ['the time', given(String(now), String(now + 5_000)), 'time'],
    ['the time in hexadecimal', given(`${now.toString(16)}ab`, `${(now + 70_000).toString(16)}01`), 'time'],
    ['four characters', given('x8s1', 'k20f', 'ab9c'), 'short'],
    [
      'a long constant with four characters',
      given('session-of-the-notes-server-x8s1', 'session-of-the-notes-server-k20f'),
      'short',
    ],
  ])('are told from others: %s', (_name, ids, expected) => {
    expect(patternOf(ids)).toBe(expected);
  });

  it('do not show where there is none', () => {
    expect(patternOf([])).toBeUndefined();
  });
});

describe('an invented session id', () => {
  it.each(['0f3c2a9e-5b1d-4c7e-8a6f-1234567890ab', 'Ab3_zZ.9~x0123456789', '7', 'a b\u00e9'])(
    'looks like %s and is another',
    (id) => {
      const invented = lookalike(id, random(id.length + 16));
      expect(invented).not.toBe(id);
      expect(invented).toMatch(/^[!-~]{16,}$/);
      expect(invented.replace(/[0-9a-zA-Z]/g, 'x').slice(0, id.length).length).toBe(id.length);
    },
  );
});

describe('addresses', () => {
  it.each([
    ['http://mcp.example.com/mcp', true],
    ['http://192.168.1.5:3000/mcp', true],
    ['https://mcp.example.com/mcp', false],
    ['http://localhost:3000', false],
    ['http://dev.localhost', false],
    ['http://127.1.2.3/', false],
    ['http://[::1]:80/', false],
    ['http://localhost.example.com/', true],
    ['not an address', false],
  ])('%s travels in the open: %s', (address, expected) => {
    expect(isPlain(address)).toBe(expected);
  });

  it.each([
    ['https://a.example/mcp', 'https://a.example/mcp', true],
    ['https://a.example', 'https://a.example/mcp', true],
    ['https://a.example/mcp/', 'https://a.example/mcp', true],
    ['https://a.example/mc', 'https://a.example/mcp', false],
    ['https://a.example/mcp/x', 'https://a.example/mcp', false],
    ['https://b.example/mcp', 'https://a.example/mcp', false],
    ['http://a.example/mcp', 'https://a.example/mcp', false],
    ['mcp', 'https://a.example/mcp', false],
  ])('metadata about %s hold for %s: %s', (resource, endpoint, expected) => {
    expect(isAbout(resource, endpoint)).toBe(expected);
  });
});
