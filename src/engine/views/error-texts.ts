import { isJsonObject, type JsonValue } from '../json.js';
import type { EvidencePoint } from '../recording/exchange.js';
import { defineView } from '../view.js';
import { conversation } from './conversation.js';

/** A text that a server sent with an error: in its message, its data, or the body of an HTTP error. */
export interface ErrorText {
  text: string;
  at: EvidencePoint;
}

/** Every error text of the run. */
export const errorTexts = defineView({
  id: 'error-texts',
  reads: { said: conversation },
  build: ({ said }): ErrorText[] =>
    said.messages.flatMap((message) => {
      const { reading, incoming } = message;
      if (reading.kind === 'response') {
        const { error } = reading.message;
        if (!isJsonObject(error)) return [];
        return textsUnder(error['message'], '/error/message')
          .concat(textsUnder(error['data'], '/error/data'))
          .map(({ text, pointer }) => ({ text, at: message.at(pointer) }));
      }
      const status = incoming.exchange === undefined ? 0 : (said.exchanges[incoming.exchange]?.http?.status ?? 0);
      return incoming.source === 'body' && status >= 400 ? [{ text: incoming.text, at: message.at() }] : [];
    }),
});

function textsUnder(value: JsonValue | undefined, pointer: string): { text: string; pointer: string }[] {
  if (typeof value === 'string') return [{ text: value, pointer }];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsUnder(item, `${pointer}/${index}`));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([member, item]) =>
    textsUnder(item, `${pointer}/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

/** Frames of the runtimes that servers are written in. */
const STACK_FRAMES: readonly RegExp[] = [
  /^\s*at .+[(/\\].+:\d+:\d+\)?\s*$/m,
  /Traceback \(most recent call last\):/,
  /^\s*File "[^"]+", line \d+/m,
  /^\s*at [\w.$]+\([\w.]+\.java:\d+\)/m,
  /^goroutine \d+ \[/m,
  /^\s+\d+: .+\n\s+at .+\.rs:\d+/m,
];

export function hasStackTrace(text: string): boolean {
  return STACK_FRAMES.some((frame) => frame.test(text));
}

const PRIVATE_ADDRESS = /(?<![\d.])(?:10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/;

/** An address of a private network (RFC 1918) in a text. */
export function privateAddressIn(text: string): string | undefined {
  return PRIVATE_ADDRESS.exec(text)?.[0];
}
