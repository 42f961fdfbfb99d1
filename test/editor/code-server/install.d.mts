/** The editor cannot be had on this machine; the message says why and what to do. */
export class EditorUnavailable extends Error {}

/**
 * Makes sure that code-server is installed: about 100 seconds and 800 MB the first time, nothing afterwards.
 * `say` is told what takes long. Returns the program and its script; throws EditorUnavailable when it cannot be had.
 */
export function ensureCodeServer(say?: (line: string) => void): Promise<{ node: string; entry: string }>;
