import { isJsonObject } from '../json.js';
import type { EvidencePoint } from '../recording/exchange.js';
import { defineView } from '../view.js';

/**
 * As many bits as an id should hold at the least.
 * https://cheatsheetseries.owasp.org/cheatsheets/Session_Management_Cheat_Sheet.html
 */
const FEWEST_BITS = 64;
/** Ids that were given one after the other and lie no further apart count up. */
const LARGEST_STEP = 1_000;
/** Times in an id that lie this near to the request, in milliseconds, are that of the request. */
const TIME_NEAR_MS = 24 * 60 * 60 * 1000;

export interface GivenSession {
  id: string;
  /** Milliseconds since 1970 when it was asked for. */
  timeMs: number;
  at: EvidencePoint;
}

export interface SessionIds {
  given: readonly GivenSession[];
  /** An id that two sessions were given. */
  repeated: GivenSession | undefined;
  /** Why the ids can be guessed; undefined when nothing shows that they can. */
  pattern: IdPattern | undefined;
  /** How many places differ between the ids, or how long the only id is. */
  changing: number;
}

type IdPattern = 'counting' | 'time' | 'short';

/** The session ids that the server gave in answers to `initialize`, in the order of the requests. */
export const sessionIds = defineView({
  id: 'session-ids',
  reads: {},
  build: (_inputs, reader): SessionIds => {
    const started = Date.parse(reader.recording.startedAt);
    const given = reader.exchanges().flatMap((exchange): GivenSession[] => {
      const isOpening = isJsonObject(exchange.sent) && exchange.sent['method'] === 'initialize';
      const id = isOpening && exchange.kind === 'result' ? exchange.http?.header('mcp-session-id') : undefined;
      return id === undefined ? [] : [{ id, timeMs: started + exchange.record.atMs, at: exchange.atHttp() }];
    });
    const ids = given.map(({ id }) => id);
    return {
      given,
      repeated: given.find(({ id }, index) => ids.indexOf(id) !== index),
      pattern: patternOf(given),
      changing: changingCharacters(ids).length,
    };
  },
});

/** What shows that ids can be guessed. Ids that hold the time beside enough random characters are no pattern. */
export function patternOf(given: readonly Pick<GivenSession, 'id' | 'timeMs'>[]): IdPattern | undefined {
  const ids = given.map(({ id }) => id);
  if (ids.length === 0 || bitsOf(changingCharacters(ids), ids) >= FEWEST_BITS) return undefined;
  if (countsUp(ids)) return 'counting';
  return given.some(({ id, timeMs }) => holdsTime(id, timeMs)) ? 'time' : 'short';
}

/** The characters of the first id at places where not all ids are equal; of a single id, all. */
function changingCharacters(ids: readonly string[]): string[] {
  const [first = '', ...others] = ids;
  if (others.length === 0) return [...first];
  return [...first].filter((character, index) => others.some((id) => id[index] !== character));
}

/** Upper bound of what characters of the alphabet in use can hold, in bits. */
function bitsOf(characters: readonly string[], ids: readonly string[]): number {
  return characters.length * Math.log2(alphabetSize(ids.join('')));
}

function alphabetSize(text: string): number {
  const letters = /^[^g-z]*$/i.test(text) ? 6 : 26;
  const lower = /[a-z]/.test(text) ? letters : 0;
  const upper = /[A-Z]/.test(text) ? letters : 0;
  const digits = /[0-9]/.test(text) ? 10 : 0;
  return Math.max(2, lower + upper + digits);
}

function countsUp(ids: readonly string[]): boolean {
  const parts = ids.map((id) => /^(.*?)(\d{1,15})$/.exec(id));
  const values = parts.map((part) => (part?.[1] === parts[0]?.[1] ? Number(part?.[2]) : Number.NaN));
  if (values.length < 2 || values.some(Number.isNaN)) return false;
  // Requests overlap, so that the answers can be in another order.
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.every((value, index) => index === 0 || value - (sorted[index - 1] ?? value) <= LARGEST_STEP);
}

function holdsTime(id: string, timeMs: number): boolean {
  const decimal = id.match(/\d{10,13}/g)?.map((digits) => Number(digits) * (digits.length === 10 ? 1000 : 1)) ?? [];
  const hex = id.match(/[0-9a-f]{11,}/gi)?.map((digits) => Number.parseInt(digits.slice(0, 11), 16)) ?? [];
  return [...decimal, ...hex].some((value) => Math.abs(value - timeMs) < TIME_NEAR_MS);
}
