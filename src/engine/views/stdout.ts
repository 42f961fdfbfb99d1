import { isJsonObject } from '../json.js';
import type { EvidencePoint, Exchange, ServerMessage } from '../recording/exchange.js';
import type { ConnectionRecord } from '../recording/recording.js';
import { defineView } from '../view.js';
import { type Conversation, conversation } from './conversation.js';
import { methodOf } from './http-answers.js';

/** A line of standard output, with its number in what the process wrote. */
export interface OutputLine {
  connection: ConnectionRecord;
  number: number;
  text: string;
  /** What stands in the line: one message, nothing, a part of a message that is spread over lines, or something else. */
  kind: 'message' | 'blank' | 'part' | 'several' | 'header' | 'foreign' | 'too-long';
  /** How many messages a line of kind `several` holds. */
  messages: number;
  invalidAt: number | undefined;
  /** The method of the only request that was open when the line came. */
  during: string | undefined;
  at: EvidencePoint;
}

/** A message that is spread over several lines, which only a lenient reader can put together. */
export interface SplitMessage {
  first: number;
  last: number;
  at: EvidencePoint;
}

export interface StandardOutput {
  lines: readonly OutputLine[];
  split: readonly SplitMessage[];
  /** What stood after the last line feed when a process ended by itself or was asked to. */
  unterminated: readonly { text: string; at: EvidencePoint }[];
}

/** How the Language Server Protocol announces a message. */
const HEADER = /^content-(length|type):/i;

/** What the server's processes wrote, line by line. */
export const standardOutput = defineView({
  id: 'standard-output',
  reads: { said: conversation },
  build: ({ said }): StandardOutput => {
    const read = said.connections.map((connection) => readConnection(connection, said));
    const ended = said.connections.filter(({ unterminated }) => unterminated !== undefined);
    return {
      lines: read.flatMap(({ lines }) => lines),
      split: read.flatMap(({ split }) => split),
      unterminated: ended.map((connection) => ({
        text: connection.unterminated ?? '',
        at: said.atProcess(connection),
      })),
    };
  },
});

function readConnection(connection: ConnectionRecord, said: Conversation) {
  const messages = said.messages.filter((message) => message.connection === connection);
  const sent = said.exchanges.filter((exchange) => exchange.connection === connection);
  const lines: OutputLine[] = [];
  const split: SplitMessage[] = [];
  for (const message of messages) {
    const { incoming } = message;
    if (incoming.source === 'line') lines.push(lineOf(message, lines.length + 1, sent));
    if (incoming.source === 'joined') {
      const parts = lines.slice(-incoming.text.split('\n').length);
      for (const part of parts) part.kind = 'part';
      const [first] = parts;
      if (first !== undefined) split.push({ first: first.number, last: lines.length, at: message.at() });
    }
    const last = lines.at(-1);
    if (incoming.source === 'piece' && last !== undefined) {
      last.messages += 1;
      if (last.messages > 1) last.kind = 'several';
    }
  }
  return { lines, split };
}

function lineOf(message: ServerMessage, number: number, sent: readonly Exchange[]): OutputLine {
  const { connection, incoming } = message;
  return {
    connection,
    number,
    text: incoming.text,
    kind: kindOf(message),
    messages: 0,
    invalidAt: incoming.problem?.kind === 'invalid-utf8' ? incoming.problem.byteOffset : undefined,
    during: onlyOpenAt(sent, incoming.atMs),
    at: message.at(),
  };
}

function kindOf({ incoming, reading }: ServerMessage): OutputLine['kind'] {
  if (incoming.problem?.kind === 'too-long') return 'too-long';
  if (reading.kind === 'unreadable') {
    if (incoming.text.trim() === '') return 'blank';
    // A message in another encoding than UTF-8 may not even be JSON any more: that is the finding of stdio-unicode.
    if (incoming.problem?.kind === 'invalid-utf8' && incoming.text.startsWith('{')) return 'message';
    if (reading.problem !== 'not-json') return 'message';
    return HEADER.test(incoming.text) ? 'header' : 'foreign';
  }
  // What is meant as a message and is malformed, and an array of messages, are findings of other rules.
  if (reading.kind === 'batch') return reading.messages.some(isMeantAsMessage) ? 'message' : 'foreign';
  return reading.kind === 'other' && !isMeantAsMessage(reading.value) ? 'foreign' : 'message';
}

function isMeantAsMessage(value: unknown): boolean {
  return isJsonObject(value) && 'jsonrpc' in value;
}

function onlyOpenAt(sent: readonly Exchange[], atMs: number): string | undefined {
  const open = sent.filter(({ record }) => record.atMs <= atMs && record.atMs + record.waitedMs >= atMs);
  const [only] = open;
  return open.length === 1 && only !== undefined ? methodOf(only) || undefined : undefined;
}
