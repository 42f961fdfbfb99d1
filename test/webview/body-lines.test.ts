import { describe, expect, it } from 'vitest';
import { bodyLines, excerptsOf, isWithin, lineText, plainLine } from '../../webview/body-lines.js';

const text = (body: string): string[] => bodyLines(body).map(lineText);

function within(body: string, pointer: string): string[] {
  return bodyLines(body)
    .filter((line) => isWithin(line, pointer))
    .map(lineText);
}

describe('the lines of a body', () => {
  it('indent JSON and keep each literal as it came', () => {
    expect(text('{"a":1.0,"b":[],"c":{"d":12345678901234567890,"d":"\\u0041"},"e":[true,null]}')).toEqual([
      '{',
      '  "a": 1.0,',
      '  "b": [],',
      '  "c": {',
      '    "d": 12345678901234567890,',
      '    "d": "\\u0041"',
      '  },',
      '  "e": [',
      '    true,',
      '    null',
      '  ]',
      '}',
    ]);
  });

  it('take structure inside a text for text', () => {
    expect(text('{"a":"{\\"b\\": [1, 2]} // \\\\"}')).toEqual(['{', '  "a": "{\\"b\\": [1, 2]} // \\\\"', '}']);
  });

  it('show a value alone', () => {
    expect(text('"x"')).toEqual(['"x"']);
    expect(text('{}')).toEqual(['{}']);
    expect(text('[[],{}]')).toEqual(['[', '  [],', '  {}', ']']);
  });

  it('show the messages of an event stream and of several lines', () => {
    expect(text('event: message\ndata: {"id":1}\n\n')).toEqual(['event: message', 'data:', '{', '  "id": 1', '}']);
    expect(text('banner\n{"id":1}\r\n{"id":')).toEqual(['banner', '{', '  "id": 1', '}', '{"id":']);
  });

  it('leave alone what is not JSON, and what is too deep', () => {
    expect(text('<html>\n</html>')).toEqual(['<html>', '</html>']);
    const deep = '['.repeat(5_000) + ']'.repeat(5_000);
    expect(text(deep)).toEqual([deep]);
  });

  it('know where each value stands', () => {
    const body = '{"result":{"tools":[{"name":"a"},{"name":"b","x/y":{"~":0}}]}}';
    expect(within(body, '/result/tools/0')).toEqual(['      {', '        "name": "a"', '      },']);
    expect(within(body, '/result/tools/1/x~1y')).toEqual(['        "x/y": {', '          "~": 0', '        }']);
    expect(within(body, '/result/tools/1/x~1y/~0')).toEqual(['          "~": 0']);
    expect(within(body, '/result/tool')).toEqual([]);
    expect(within('data: [7]', '/0')).toEqual(['  7']);
  });
});

describe('the excerpts of long bodies', () => {
  const lines = Array.from({ length: 100 }, (_, index) => plainLine(String(index)));
  const shape = (hits: number[]): string[] =>
    excerptsOf(
      lines,
      lines.map((_, index) => hits.includes(index)),
      2,
      20,
    ).map((excerpt) => ('lines' in excerpt ? excerpt.lines.map(lineText).join(' ') : `${excerpt.leftOut} left out`));

  it('show what is around the hits', () => {
    expect(shape([10, 50])).toEqual(['8 left out', '8 9 10 11 12', '35 left out', '48 49 50 51 52', '47 left out']);
    expect(shape([0, 2, 99])).toEqual(['0 1 2 3 4', '92 left out', '97 98 99']);
  });

  it('show the beginning when nothing is hit, and everything when it is short', () => {
    expect(shape([]).at(-1)).toBe('80 left out');
    expect(excerptsOf(lines.slice(0, 20), [], 2, 20)).toEqual([{ lines: lines.slice(0, 20) }]);
  });
});
