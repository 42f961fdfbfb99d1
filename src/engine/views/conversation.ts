import type { EvidencePoint, Exchange, ServerMessage } from '../recording/exchange.js';
import type { ConnectionRecord } from '../recording/recording.js';
import { defineView } from '../view.js';

/** Everything that was said in the run. */
export interface Conversation {
  messages: readonly ServerMessage[];
  exchanges: readonly Exchange[];
  connections: readonly ConnectionRecord[];
  /** A place in a process's standard error and exit. */
  atProcess(connection: ConnectionRecord, note?: string): EvidencePoint;
}

/** For rules that look at all that the server ever sent. */
export const conversation = defineView({
  id: 'conversation',
  reads: {},
  build: (_inputs, reader): Conversation => ({
    messages: reader.messages(),
    exchanges: reader.exchanges(),
    connections: reader.recording.connections,
    atProcess: (connection, note) => reader.atProcess(connection, note),
  }),
});
