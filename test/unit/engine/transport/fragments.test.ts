import { describe, expect, it } from 'vitest';
import { FragmentJoiner } from '../../../../src/engine/transport/fragments.js';
import { salvageMessages } from '../../../../src/engine/transport/salvage.js';

function join(text: string): string[] {
  const joiner = new FragmentJoiner();
  return text.split('\n').flatMap((line) => joiner.add(line) ?? []);
}

describe('messages that are spread over lines', () => {
  it('puts an indented message together, with nested objects in it', () => {
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { tools: [{ a: {} }] } }, null, 2);
    expect(join(`${message}\n${message}`)).toEqual([message, message]);
  });

  it('does not take log lines for the beginning of a message', () => {
    const message = JSON.stringify({ id: 1 }, null, 2);
    expect(join(`starting\nlistening on }\n${message}`)).toEqual([message]);
  });

  it('gives up on what never ends', () => {
    const joiner = new FragmentJoiner();
    for (let line = 0; line < 5_000; line += 1) expect(joiner.add('{ "a":')).toBeUndefined();
    const message = JSON.stringify({ id: 1 }, null, 2);
    joiner.clear();
    expect(
      message
        .split('\n')
        .map((line) => joiner.add(line))
        .at(-1),
    ).toBe(message);
  });
});

describe('messages in text that is not one message', () => {
  const one = '{"jsonrpc":"2.0","id":1,"result":{"text":"a } \\" { b"}}';
  const other = '{"jsonrpc":"2.0","method":"notifications/message"}';

  it.each([
    ['two on one line', `${one}${other}`, [one, other]],
    ['a log prefix', `[info] {x} ${one}`, [one]],
    ['a byte order mark', `\ufeff${one}`, [one]],
    ['a NUL at the end', `${one}\0`, [one]],
    ['a header of another protocol behind it', `${one}Content-Length: 20`, [one]],
    ['two in a body, line by line', `${one}\n${other}`, [one, other]],
    ['an object that is no message', `{"level":30,"about":"jsonrpc"} ${one}`, [one]],
    ['nothing', 'listening on port 3000', []],
    ['half a message', `${one.slice(0, -1)}`, []],
  ])('finds them in %s', (_name, text, expected) => {
    expect(salvageMessages(text)).toEqual(expected);
  });

  it('looks at each character once, whatever the text', () => {
    expect(salvageMessages(`"jsonrpc"${'{'.repeat(900_000)}`)).toEqual([]);
    expect(salvageMessages(`"jsonrpc"${'{}'.repeat(400_000)}`)).toEqual([]);
  });
});
