import { isJsonObject, type JsonValue } from '../json.js';
import type { ServerMessage } from '../recording/exchange.js';
import type { FindingOf } from '../rule.js';
import { declares } from '../session.js';
import type { Conversation } from './conversation.js';

/** List changes that were announced without the capability's `listChanged`; each once. */
export function undeclaredAnnouncements(
  said: Conversation,
  capabilities: JsonValue | undefined,
): FindingOf<'lifecycle-list-changed'>[] {
  const declared = isJsonObject(capabilities) ? capabilities : {};
  return ['tools', 'resources', 'prompts'].flatMap((capability) => {
    const method = `notifications/${capability}/list_changed`;
    const sent = said.messages.find(({ reading }) => reading.kind === 'notification' && reading.method === method);
    if (sent === undefined || declares(declared, `${capability}.listChanged`)) return [];
    return [{ key: 'undeclared' as const, at: sent.at('/method'), data: { method, capability } }];
  });
}

/** Requests of a method that the server sent on connections whose client had not declared the capability for it. */
export function requestsBeyond(said: Conversation, capability: string, method: string): ServerMessage[] {
  return said.messages.filter(
    ({ reading, connection }) =>
      reading.kind === 'request' &&
      reading.method === method &&
      !declares(connection.clientCapabilities ?? {}, capability),
  );
}
