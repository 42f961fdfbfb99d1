import type { Exchange } from '../recording/exchange.js';

/** One challenge of a `WWW-Authenticate` header (RFC 9110, section 11.6.1). */
export interface Challenge {
  /** In lower case; empty when the header has parameters and no scheme. */
  scheme: string;
  /** By name in lower case. */
  parameters: ReadonlyMap<string, string>;
}

const TOKEN = "[A-Za-z0-9!#$%&'*+.^_`|~-]+";
const PARAMETER = new RegExp(`^(${TOKEN})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|(${TOKEN}))\\s*(?:,\\s*|$)`);
const SCHEME = new RegExp(`^(${TOKEN})(?:\\s+|\\s*,\\s*|$)`);
const OTHER = /^[^,]*(?:,\s*|$)/;
/** Headers are short; a server that sends more is not read further. */
const MAXIMUM_LENGTH = 8 * 1024;

/** The challenges of an answer, in order; none when the header is absent or empty. */
export function challengesOf({ http }: Exchange): Challenge[] {
  const headers = http?.headers.filter(([name]) => name.toLowerCase() === 'www-authenticate') ?? [];
  return headers.flatMap(([, value]) => parseChallenges(value.slice(0, MAXIMUM_LENGTH)));
}

export function parseChallenges(header: string): Challenge[] {
  const challenges: { scheme: string; parameters: Map<string, string> }[] = [];
  let rest = header.trim();
  while (rest !== '') {
    const parameter = PARAMETER.exec(rest);
    if (parameter !== null) {
      if (challenges.length === 0) challenges.push({ scheme: '', parameters: new Map() });
      const [whole, name = '', quoted, token = ''] = parameter;
      challenges.at(-1)?.parameters.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? token);
      rest = rest.slice(whole.length).trimStart();
      continue;
    }
    const scheme = SCHEME.exec(rest);
    if (scheme !== null) challenges.push({ scheme: (scheme[1] ?? '').toLowerCase(), parameters: new Map() });
    const consumed = scheme ?? OTHER.exec(rest);
    // Something that is neither is passed over up to the next comma.
    rest = rest.slice(Math.max(consumed?.[0].length ?? 0, 1)).trimStart();
  }
  return challenges;
}
