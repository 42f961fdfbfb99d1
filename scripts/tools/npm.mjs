// Calls npm in the way that works on every system.

/**
 * How to start npm. Under `npm start` and `npm test` the running npm is used; else the one on PATH.
 * @returns {{ command: string, args: string[], shell: boolean }}
 */
export function npmCommand() {
  const running = process.env.npm_execpath;
  if (running && /npm-cli\.[cm]?js$/.test(running)) return { command: process.execPath, args: [running], shell: false };
  // A .cmd file on Windows needs a shell (nodejs/node#52554); the arguments here are ours and hold nothing to quote.
  return { command: 'npm', args: [], shell: process.platform === 'win32' };
}
