/** Why nothing could be graded. The message is one or two sentences for the user: what is wrong and what to do. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun';
}

/** The operating system's or a library's words for a failure, for the end of a sentence. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
