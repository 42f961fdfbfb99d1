// Never answers, and ends neither with its input nor when it is asked to. Its process and a child of it are written down.
import { spawn } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';

process.on('SIGTERM', () => undefined);
process.stdin.resume();
const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1_000)'], { stdio: 'ignore' });
// Renamed, so that whoever waits for the file finds it whole.
writeFileSync(new URL('silent.tmp', import.meta.url), JSON.stringify([process.pid, child.pid]));
renameSync(new URL('silent.tmp', import.meta.url), new URL('silent.json', import.meta.url));
setInterval(() => undefined, 1_000);
