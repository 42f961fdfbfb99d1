import { handshake } from '../probes/handshake.js';
import { lateCancellation, rootsChanged, unknownNotification } from '../probes/inbound-notifications.js';
import { strayResponse } from '../probes/stray-response.js';
import { defineRule, type FindingOf } from '../rule.js';
import { isSuccess } from '../views/http-answers.js';
import { type OneWay, oneWayMessages } from '../views/notifications.js';

export const transportNotification202 = defineRule('transport-notification-202', {
  // The probes send what the view looks at.
  reads: { handshake, strayResponse, lateCancellation, rootsChanged, unknownNotification, sent: oneWayMessages },
  judge({ sent, handshake: { initialized } }, { failIfAny }) {
    const byMessage = new Map<string, FindingOf<'transport-notification-202'>>();
    for (const message of sent) {
      const finding = findingOf(message, message.exchange.id === initialized?.id);
      if (finding !== undefined && !byMessage.has(message.what)) byMessage.set(message.what, finding);
    }
    return failIfAny([...byMessage.values()], ...sent.slice(0, 3).map(({ exchange }) => exchange.atRequest()));
  },
});

/** A session that was opened while the server fell may be gone before it is confirmed: only the first one counts. */
function findingOf(
  { what, exchange, answer }: OneWay,
  isFirst: boolean,
): FindingOf<'transport-notification-202'> | undefined {
  const { http } = exchange;
  const data = { method: what };
  // An error beside an error status says why the notification was not accepted.
  if (answer !== undefined && (http === null || isSuccess(exchange)))
    return { key: 'response', at: [exchange.atRequest(), answer.at()], data };
  if (http === null) return undefined;
  const { status, bodyBytes: bytes } = http;
  if (status >= 400) {
    if (!isFirst) return undefined;
    return { key: 'initializedRefused', at: exchange.atHttp(), data: { status } };
  }
  if (status !== 202) return { key: 'status', at: exchange.atHttp(), data: { ...data, status } };
  return bytes > 0 ? { key: 'body', at: exchange.at(), data: { ...data, bytes } } : undefined;
}
