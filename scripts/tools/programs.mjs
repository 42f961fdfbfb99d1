// Finds programs of the machine without starting them.
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const WINDOWS = process.platform === 'win32';

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // Absent or not ours to run: for a search both mean "look further".
    return false;
  }
}

/**
 * The full path of a program on PATH, or undefined.
 * @param {string} name
 * @returns {string | undefined}
 */
export function onPath(name) {
  const endings = WINDOWS ? (process.env.PATHEXT ?? '.EXE;.CMD').split(';') : [''];
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    if (folder === '') continue;
    const found = endings.map((ending) => join(folder, name + ending)).find(isExecutable);
    if (found) return found;
  }
  return undefined;
}

/** Where the installers of Chrome and Edge put them, on the systems whose PATH does not name them. */
const KNOWN_BROWSERS = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData']
    .map((name) => process.env[name])
    .filter((folder) => folder !== undefined)
    .flatMap((folder) => [
      join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
      join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
    ]),
};

/**
 * A browser of the Chromium family: the one that CHROMIUM names, else one of the machine; undefined when there is none.
 * @returns {string | undefined}
 */
export function findChromium() {
  const wished = process.env.CHROMIUM;
  if (wished) return isExecutable(wished) ? wished : onPath(wished);
  for (const name of ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']) {
    const found = onPath(name);
    if (found) return found;
  }
  return KNOWN_BROWSERS[process.platform]?.find(isExecutable);
}

/** How the tests start it: no sandbox, because root in a container has none; nothing that calls home. */
export const CHROMIUM_ARGUMENTS = Object.freeze(['--no-sandbox', '--disable-gpu', '--disable-background-networking']);
