/** A line of bytes as text. */
export interface Line {
  text: string;
  problem?: { kind: 'invalid-utf8' | 'too-long'; byteOffset: number };
}

const LINE_FEED = 0x0a;

/**
 * Cuts a stream of bytes into lines at line feeds. A line over the limit is cut there, and what follows up to its line
 * feed is dropped, so that memory stays bounded whatever comes.
 */
export class LineSplitter {
  readonly #limit: number;
  readonly #emit: (line: Line) => void;
  #parts: Uint8Array[] = [];
  #length = 0;
  #overflowed = false;

  constructor(limitBytes: number, emit: (line: Line) => void) {
    this.#limit = limitBytes;
    this.#emit = emit;
  }

  push(chunk: Uint8Array): void {
    let rest = chunk;
    for (let end = rest.indexOf(LINE_FEED); end !== -1; end = rest.indexOf(LINE_FEED)) {
      this.#add(rest.subarray(0, end));
      this.#finish();
      rest = rest.subarray(end + 1);
    }
    this.#add(rest);
  }

  /** Whether what stands after the last line feed is already longer than a line may be. */
  get overflowed(): boolean {
    return this.#overflowed;
  }

  /** What stands after the last line feed. */
  remainder(): string | undefined {
    if (this.#length === 0) return undefined;
    return decodeLine(concatenate(this.#parts, this.#length)).text;
  }

  #add(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    const room = this.#limit - this.#length;
    if (bytes.length > room) this.#overflowed = true;
    const kept = bytes.subarray(0, Math.max(room, 0));
    if (kept.length === 0) return;
    // A copy, since the chunk's memory belongs to the reader.
    this.#parts.push(kept.slice());
    this.#length += kept.length;
  }

  #finish(): void {
    const bytes = concatenate(this.#parts, this.#length);
    const overflowed = this.#overflowed;
    this.#parts = [];
    this.#length = 0;
    this.#overflowed = false;
    if (!overflowed) {
      this.#emit(decodeLine(bytes));
      return;
    }
    const text = new TextDecoder().decode(bytes.subarray(0, KEPT_OF_LONG_LINE));
    this.#emit({ text, problem: { kind: 'too-long', byteOffset: this.#limit } });
  }
}

/** Enough to recognise a line that is too long to keep. */
const KEPT_OF_LONG_LINE = 4096;

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

export function decodeLine(bytes: Uint8Array): Line {
  try {
    return { text: strict.decode(bytes) };
  } catch {
    // Not UTF-8: the text is kept with replacement characters, and the place is part of the finding.
    return { text: lenient.decode(bytes), problem: { kind: 'invalid-utf8', byteOffset: firstInvalidByte(bytes) } };
  }
}

/** Offset of the first byte that does not continue valid UTF-8, by halving. */
function firstInvalidByte(bytes: Uint8Array): number {
  let valid = 0;
  let invalid = bytes.length;
  while (valid + 1 < invalid) {
    const middle = (valid + invalid) >> 1;
    if (isValidPrefix(bytes.subarray(0, middle))) valid = middle;
    else invalid = middle;
  }
  return valid;
}

function isValidPrefix(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    // The decoder says no by throwing.
    return false;
  }
}

function concatenate(parts: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}
