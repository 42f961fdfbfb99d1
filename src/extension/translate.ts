/** Puts a text into the language of the editor; `{0}`, `{1}`… stand for the arguments. */
export type Translate = (message: string, ...args: (string | number | boolean)[]) => string;

/** The English text, for code that runs without an editor. */
export const english: Translate = (message, ...args) =>
  message.replace(/\{(\d+)\}/g, (whole, index: string) => String(args[Number(index)] ?? whole));
