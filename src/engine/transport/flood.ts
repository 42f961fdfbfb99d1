import type { ConnectionRecord, Recording } from '../recording/recording.js';
import { MAXIMUM_CONNECTION_BYTES, MAXIMUM_CONNECTION_MESSAGES } from './connection.js';

/** Of what a flood brought, this many messages after the last reply show what it was. */
const KEPT_MESSAGES = 50;
/** Who has flooded one connection gets less on those that follow, so that a run over many connections is bounded too. */
const SHARE_AFTER_FLOOD = 1 / 16;

/** Requests of the server that are answered on one connection; one that sends more is no longer waiting for replies. */
export const MOST_ANSWERED_REQUESTS = 200;

/** Whether a connection brought more than a client can be asked to take. */
export function isFlood(recording: Recording, connection: ConnectionRecord, bytes: number): boolean {
  const hasFlooded = recording.connections.some((other) => other.abandoned === 'flood');
  const share = hasFlooded ? SHARE_AFTER_FLOOD : 1;
  return bytes > MAXIMUM_CONNECTION_BYTES * share || connection.incoming.length > MAXIMUM_CONNECTION_MESSAGES * share;
}

/** Marks the connection as given up, and forgets most of what the flood brought. */
export function abandonFlooded(recording: Recording, connection: ConnectionRecord): void {
  connection.abandoned = 'flood';
  let lastReply = -1;
  for (const exchange of recording.exchanges) {
    if (exchange.connection === connection.id) lastReply = Math.max(lastReply, exchange.reply ?? -1);
  }
  connection.incoming.splice(lastReply + 1 + KEPT_MESSAGES);
}
