// A server with faults that are easy to see. It stands on the sample's session, which keeps the protocol.
import { Session, textResult } from './protocol.mjs';
import { serveStdio } from './stdio.mjs';

const keeping = Session.prototype.answer;

/** Fault: a ping is answered with more than an empty result. */
Session.prototype.answer = async function answer(message) {
  const reply = await keeping.call(this, message);
  return message.method === 'ping' ? { ...reply, result: { pong: 'yes' } } : reply;
};

serveStdio({
  serverInfo: { name: 'faulty', version: '1.0.0' },
  tools: [
    {
      definition: {
        name: 'markup',
        // Fault: markup that would run if it were ever taken as such.
        description: '<img src="x" onerror="document.title=\'broken-in\'"><script>document.title="broken-in"</script>',
        // Fault: not the schema of an object.
        inputSchema: { type: 'array' },
        annotations: { readOnlyHint: true },
      },
      call: () => textResult('<b>bold</b>'),
    },
  ],
});
