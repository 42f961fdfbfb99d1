import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseEnvFile } from '../../../src/targets/env-file.js';

function variables(text: string): Record<string, string> {
  const parsed = parseEnvFile(text);
  if (!parsed.ok) {
    throw new Error(parsed.message);
  }
  return Object.fromEntries(parsed.variables);
}

describe('an env file', () => {
  it.each([
    ['plain values', 'A=1\nB = two words \nC=', { A: '1', B: 'two words', C: '' }],
    ['comments', '# A=0\nA=1 # one\nB="2#2" # two\nC=a#b\n', { A: '1', B: '2#2', C: 'a#b' }],
    ['export', 'export A=1\n  export  B=2\n', { A: '1', B: '2' }],
    ['quotes', `A='a "b"'\nB="a 'b'"\nC=\`c\`\nD=""`, { A: 'a "b"', B: "a 'b'", C: 'c', D: '' }],
    ['several lines in quotes', 'A="one\ntwo"\nB=3', { A: 'one\ntwo', B: '3' }],
    ['CRLF and a byte order mark', '\uFEFFA=1\r\nB="x\r\ny"\r\n', { A: '1', B: 'x\ny' }],
    [
      'escapes only in double quotes',
      [String.raw`A="a\nb"`, String.raw`B='a\nb'`, String.raw`C=C:\new`].join('\n'),
      { A: 'a\nb', B: String.raw`a\nb`, C: String.raw`C:\new` },
    ],
    ['an equals sign in the value', 'A=b=c==', { A: 'b=c==' }],
    ['the last of several', 'A=1\nA=2', { A: '2' }],
    ['lines that are no assignment', 'nonsense\n=1\nA=1\n1B=2', { A: '1' }],
    ['nothing', '', {}],
  ])('has %s', (_name, text, expected) => {
    expect(variables(text)).toEqual(expected);
  });

  it('is read as Node reads it, where both have the same idea', () => {
    const text = `A=1\nB='x y' # c\nexport C="q\\nr"\n# comment\nD=\nE=a=b\nF="multi\nline"\n`;
    expect(variables(text)).toEqual({ ...parseEnv(text) });
  });

  it('keeps escaped quotes and backslashes', () => {
    expect(variables(String.raw`A="say \"hi\" \\ end"`)).toEqual({ A: String.raw`say "hi" \ end` });
  });

  it('reports a quote that is never closed, without the value', () => {
    expect(parseEnvFile('A=1\n\nB="secret\nC=2\n')).toEqual({
      ok: false,
      line: 3,
      message: 'the value of B in line 3 begins with a quote that is never closed',
    });
  });

  it('cannot reach a prototype', () => {
    const parsed = parseEnvFile('__proto__=x');
    expect(parsed).toEqual({ ok: true, variables: [['__proto__', 'x']] });
  });
});
