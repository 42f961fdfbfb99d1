// A server whose source a test edits: its instructions and its answer to a ping come from the line below.
import { Session, textResult } from './protocol.mjs';
import { serveStdio } from './stdio.mjs';

const PONG = {};

const keeping = Session.prototype.answer;

Session.prototype.answer = async function answer(message) {
  const reply = await keeping.call(this, message);
  return message.method === 'ping' ? { ...reply, result: PONG } : reply;
};

serveStdio({
  serverInfo: { name: 'edited', version: '1.0.0' },
  tools: [
    {
      definition: {
        name: 'greet',
        description: 'Greets.',
        inputSchema: { type: 'object', additionalProperties: false },
        annotations: { readOnlyHint: true },
      },
      call: () => textResult('Good morning.'),
    },
  ],
});
