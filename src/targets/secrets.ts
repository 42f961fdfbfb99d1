import type { PathStyle } from './server-definition.js';

/**
 * Which values are kept out of everything that is shown or stored. A value is replaced wherever it occurs, so a value
 * that is an everyday word would make reports unreadable: values of known credentials count from 4 characters on, other
 * values of `env`, headers and env files from 6 on, and never those that cannot be secret (numbers, switches, paths of
 * the workspace, plain addresses).
 */
const MIN_CREDENTIAL = 4;
const MIN_VALUE = 6;
const MIN_INHERITED = 8;

const SECRET_NAME =
  /(?:^|[^a-z])(?:token|secret|passw(?:or)?d|pwd|pat|auth|authorization|api[-_]?key|access[-_]?key|private[-_]?key|key|credentials?|sig|signature|code|session)(?:$|[^a-z])/i;

/** Inherited variables are many and mostly harmless, so only unmistakable names count. */
const INHERITED_SECRET_NAME =
  /(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSWD|APIKEY|API_KEY|ACCESS_KEY|PRIVATE_KEY|CREDENTIALS?)(?:$|_)/i;

const PLAIN_NAMES = new Set([
  'PATH',
  'NODE_ENV',
  'LANG',
  'LC_ALL',
  'TZ',
  'HOME',
  'SHELL',
  'TERM',
  'PORT',
  'HOST',
  'LOG_LEVEL',
  'LOGLEVEL',
  'RUST_LOG',
  'DEBUG',
  'PYTHONUNBUFFERED',
  'FORCE_COLOR',
  'NO_COLOR',
  'NODE_OPTIONS',
]);

const PLAIN_VALUES = new Set([
  'enabled',
  'disabled',
  'production',
  'development',
  'staging',
  'default',
  'localhost',
  'verbose',
  'warning',
]);

const PLAIN_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'connection',
  'content-type',
  'host',
  'mcp-protocol-version',
  'origin',
  'referer',
  'user-agent',
]);

export interface SecretSurroundings {
  /** Folders whose paths are no secret: the workspace folder and the home folder. */
  folders: readonly string[];
  style: PathStyle;
}

/** Collects the secrets of one target. */
export class SecretCollector {
  readonly #secrets = new Set<string>();
  readonly #surroundings: SecretSurroundings;

  constructor(surroundings: SecretSurroundings) {
    this.#surroundings = surroundings;
  }

  /** Longest first, so that a secret inside another does not spoil the replacement of the longer one. */
  list(): string[] {
    return [...this.#secrets].toSorted((a, b) => b.length - a.length || (a < b ? -1 : 1));
  }

  /** A value that is known to be a secret. */
  addCredential(value: string): void {
    const trimmed = value.trim();
    if (trimmed.length >= MIN_CREDENTIAL) {
      this.#secrets.add(trimmed);
    }
  }

  /** A variable of `env` or of an env file. */
  addVariable(name: string, value: string): void {
    if (SECRET_NAME.test(name)) {
      this.addCredential(value);
    }
    if (PLAIN_NAMES.has(name.toUpperCase())) {
      return;
    }
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) {
      this.addUrl(value);
      return;
    }
    if (value.trim().length >= MIN_VALUE && !this.#isPlain(value.trim())) {
      this.#secrets.add(value.trim());
    }
  }

  addInherited(name: string, value: string): void {
    if (INHERITED_SECRET_NAME.test(name) && value.trim().length >= MIN_INHERITED && !this.#isPlain(value.trim())) {
      this.#secrets.add(value.trim());
    }
  }

  /** A variable that was put into the command, an argument or the URL. */
  addInserted(name: string, value: string): void {
    if (SECRET_NAME.test(name)) {
      this.addCredential(value);
    }
  }

  addHeader(name: string, value: string): void {
    const lowerCase = name.trim().toLowerCase();
    if (PLAIN_HEADERS.has(lowerCase)) {
      return;
    }
    if (lowerCase === 'authorization' || lowerCase === 'proxy-authorization') {
      // Both with and without its scheme: servers often echo the token alone.
      this.addCredential(value);
      this.addCredential(value.trim().replace(/^\S+\s+/, ''));
      return;
    }
    if (lowerCase === 'cookie') {
      for (const cookie of value.split(';')) {
        this.addCredential(cookie.slice(cookie.indexOf('=') + 1));
      }
      return;
    }
    this.addVariable(name, value);
  }

  /** The password, query values that look like tokens, and long random parts of the path. */
  addUrl(text: string): void {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined) {
      return;
    }
    this.#addEncoded(url.password);
    if (url.password === '') {
      this.#addEncoded(url.username);
    }
    for (const pair of url.search.slice(1).split('&')) {
      const equals = pair.indexOf('=');
      if (equals > 0 && SECRET_NAME.test(pair.slice(0, equals))) {
        this.#addEncoded(pair.slice(equals + 1));
      }
    }
    for (const part of url.pathname.split('/')) {
      if (part.length >= 24 && /^[\w~.%-]+$/.test(part) && /\d/.test(part) && /[a-z]/i.test(part)) {
        this.#addEncoded(part);
      }
    }
  }

  /** Arguments that hold a secret: `--token x`, `--token=x`, `-e TOKEN=x`, `--header "Authorization: x"`. */
  addArguments(args: readonly string[]): void {
    for (const [index, argument] of args.entries()) {
      const next = args[index + 1];
      const flag = /^--?([\w-]+)$/.exec(argument)?.[1];
      if (flag !== undefined && next !== undefined && !next.startsWith('-') && SECRET_NAME.test(flag)) {
        this.addCredential(next);
      }
      const assignment = /^-{0,2}([A-Za-z_][\w.-]*)=([\s\S]+)$/.exec(argument);
      if (assignment?.[1] !== undefined && assignment[2] !== undefined) {
        this.addInserted(assignment[1], assignment[2]);
      }
      const colon = argument.indexOf(':');
      const headerName = argument.slice(0, Math.max(0, colon));
      if (/^[A-Za-z][\w-]*$/.test(headerName) && SECRET_NAME.test(headerName)) {
        this.addHeader(headerName, argument.slice(colon + 1));
      }
      this.addUrl(argument);
    }
  }

  /** As it stands in the URL, and decoded. */
  #addEncoded(value: string): void {
    this.addCredential(value);
    try {
      this.addCredential(decodeURIComponent(value.replaceAll('+', ' ')));
    } catch {
      // A stray % makes the value undecodable; then nobody can show it decoded either.
    }
  }

  #isPlain(value: string): boolean {
    const { folders, style } = this.#surroundings;
    const comparable = (path: string): string =>
      style === 'windows' ? path.replaceAll('/', '\\').toLowerCase() : path;
    return (
      PLAIN_VALUES.has(value.toLowerCase()) ||
      /^[\d.,:_-]{1,11}$/.test(value) ||
      folders.some((folder) => folder !== '' && comparable(value).startsWith(comparable(folder)))
    );
  }
}
