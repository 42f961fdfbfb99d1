// Writes a file beside itself as soon as it is started, and then keeps the protocol.
import { appendFileSync } from 'node:fs';

appendFileSync(new URL('started.txt', import.meta.url), `${process.pid}\n`);
await import('./notes.mjs');
