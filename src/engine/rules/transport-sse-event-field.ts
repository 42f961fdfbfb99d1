import { defineRule, type FindingOf } from '../rule.js';
import { conversation } from '../views/conversation.js';

const MESSAGE_KINDS: ReadonlySet<string> = new Set(['request', 'notification', 'response', 'batch']);

export const transportSseEventField = defineRule('transport-sse-event-field', {
  reads: { said: conversation },
  judge({ said }, { failIfAny, skip }) {
    const events = said.messages.filter(
      ({ incoming, reading }) => incoming.source === 'event' && MESSAGE_KINDS.has(reading.kind),
    );
    const [first] = events;
    if (first === undefined) return skip('noStream', []);
    const byName = new Map<string, FindingOf<'transport-sse-event-field'>>();
    for (const event of events) {
      const name = event.incoming.event?.event ?? '';
      // Without a name an event is a "message": https://html.spec.whatwg.org/multipage/server-sent-events.html
      if (name === '' || name === 'message' || byName.has(name)) continue;
      byName.set(name, { key: 'name', at: event.at(), data: { event: name } });
    }
    return failIfAny([...byName.values()], first.at());
  },
});
