import { describe, expect, it } from 'vitest';
import { decodeLine, type Line, LineSplitter } from '../../../../src/engine/transport/lines.js';

const bytes = (text: string) => new TextEncoder().encode(text);

function split(chunks: readonly Uint8Array[], limit = 1_000): { lines: Line[]; rest: string | undefined } {
  const lines: Line[] = [];
  const splitter = new LineSplitter(limit, (line) => lines.push(line));
  for (const chunk of chunks) splitter.push(chunk);
  return { lines, rest: splitter.remainder() };
}

describe('cutting a stream into lines', () => {
  it('gives the same lines wherever the stream is cut into chunks', () => {
    const whole = bytes('{"a":"漢字 🦉"}\n\n{"b":1}\r\nrest');
    for (let cut = 0; cut <= whole.length; cut += 1) {
      const { lines, rest } = split([whole.slice(0, cut), whole.slice(cut)]);
      expect(lines).toEqual([{ text: '{"a":"漢字 🦉"}' }, { text: '' }, { text: '{"b":1}\r' }]);
      expect(rest).toBe('rest');
    }
  });

  it('keeps no reference to the memory of a chunk', () => {
    const chunk = bytes('abc');
    const lines: Line[] = [];
    const splitter = new LineSplitter(10, (line) => lines.push(line));
    splitter.push(chunk);
    chunk.fill(0x78);
    splitter.push(bytes('\n'));
    expect(lines).toEqual([{ text: 'abc' }]);
  });

  it('says that nothing follows the last line feed', () => {
    expect(split([bytes('a\n')]).rest).toBeUndefined();
  });

  it('takes a line of exactly the limit, and cuts one that is a byte longer', () => {
    const { lines } = split([bytes('12345\n'), bytes('123456\n'), bytes('ok\n')], 5);
    expect(lines).toEqual([
      { text: '12345' },
      { text: '12345', problem: { kind: 'too-long', byteOffset: 5 } },
      { text: 'ok' },
    ]);
  });

  it('reads on after a line that is too long and came in many chunks', () => {
    const many = Array.from({ length: 50 }, () => bytes('x'.repeat(100)));
    const { lines } = split([...many, bytes('\nnext\n')], 200);
    expect(lines.map((line) => line.problem?.kind)).toEqual(['too-long', undefined]);
    expect(lines[1]?.text).toBe('next');
  });
});

describe('decoding a line', () => {
  it('keeps a byte order mark, which is no JSON', () => {
    expect(decodeLine(Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b)).text).toBe('\ufeff{');
  });

  const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const cases: [string, Uint8Array, number][] = [
    ['Latin-1 at the beginning', latin1('éa'), 0],
    ['Latin-1 behind a character of three bytes', Uint8Array.from([...bytes('漢'), 0xe9, 0x61]), 3],
    ['a sequence that is cut off at the end', bytes('ab漢').slice(0, 4), 2],
    ['half of a surrogate pair', Uint8Array.of(0x61, 0xed, 0xa0, 0x80), 1],
    ['an overlong slash', Uint8Array.of(0x61, 0x62, 0xc0, 0xaf), 2],
  ];
  it.each(cases)('names the place of %s', (_name, line, byteOffset) => {
    const { problem } = decodeLine(line);
    expect(problem?.kind).toBe('invalid-utf8');
    // The offset is that of the sequence, or of the byte in it that makes it invalid.
    expect(problem?.byteOffset).toBeGreaterThanOrEqual(byteOffset);
    expect(problem?.byteOffset).toBeLessThanOrEqual(byteOffset + 2);
  });
});
