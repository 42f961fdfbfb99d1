/** The full path of a program on PATH, or undefined. */
export function onPath(name: string): string | undefined;

/** A browser of the Chromium family: the one that CHROMIUM names, else one of the machine; undefined when there is none. */
export function findChromium(): string | undefined;

/** Command line arguments with which the tests start Chromium. */
export const CHROMIUM_ARGUMENTS: readonly string[];
