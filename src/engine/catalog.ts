import revision20251125 from '../../catalogs/2025-11-25.json' with { type: 'json' };
import type { RuleId } from './generated/catalog-types.js';
import type { JsonObject } from './json.js';
import type { Effect } from './probe.js';
import type { Category, Level, RuleSet, SkipCause } from './report.js';
import { declares } from './session.js';

/** The flag that the published catalogs give a rule. */
export type Published = 'required' | 'optional' | { requiredIf: string };

/** One rule as data; `catalogs/catalog.schema.json` describes the same. */
export interface CatalogEntry {
  id: RuleId;
  title: string;
  category: Category;
  set: RuleSet;
  /** What the specification says. */
  level: Level;
  published: Published;
  /** A failure of this rule means that a client cannot work with the server at all. */
  fatal?: boolean;
  transports: readonly ('stdio' | 'http')[];
  /** Capability without which the rule does not apply. */
  capability?: string;
  /** First and last protocol revision in which the rule holds. */
  since?: string;
  until?: string;
  effect: Effect;
  /** Page and anchor below the specification's address of the revision. */
  spec: string;
  why: string;
  fix: string;
  expected: string;
  /** What the rule becomes when the conformant twin of a probe was not served. */
  twin: 'not-evaluable' | 'not-checked';
  fail: Readonly<Record<string, string>>;
  /** What passes, and is worth a sentence among the report's warnings. */
  warn?: Readonly<Record<string, string>>;
  skip?: Readonly<Record<string, { cause: SkipCause; by?: RuleId; text: string }>>;
}

export interface Catalog {
  revision: string;
  rules: readonly CatalogEntry[];
}

interface CatalogFile {
  revision: string;
  rules: Record<string, Omit<CatalogEntry, 'id'>>;
}

const catalogs = new Map<string, Catalog>();

/**
 * The rules of a protocol revision, in the order of the catalog.
 * @throws Error when there is no catalog for the revision.
 */
export function catalog(revision: string): Catalog {
  const known = catalogs.get(revision);
  if (known !== undefined) return known;
  if (revision !== '2025-11-25')
    throw new Error(`There is no catalog for revision ${revision}; this release has 2025-11-25.`);
  // The file's shape is held to the type by catalogs/catalog.schema.json in the tests.
  const file = revision20251125 as object as CatalogFile;
  const rules = Object.entries(file.rules).map(([id, entry]): CatalogEntry => ({ id: id as RuleId, ...entry }));
  const built = { revision: file.revision, rules };
  catalogs.set(revision, built);
  return built;
}

export function specUrl(revision: string, spec: string): string {
  return `https://modelcontextprotocol.io/specification/${revision}/${spec}`;
}

/** Whether the published catalog requires the rule of a server with these capabilities. */
export function isRequired(entry: CatalogEntry, capabilities: JsonObject): boolean {
  if (entry.published === 'required') return true;
  if (entry.published === 'optional') return false;
  return declares(capabilities, entry.published.requiredIf);
}

/** Puts data into the placeholders of a text. */
export function fillText(text: string, data: Readonly<Record<string, string | number | boolean>>): string {
  return text.replace(/\{([A-Za-z][A-Za-z0-9]*)\}/g, (whole, name: string) => {
    const value = data[name];
    return value === undefined ? whole : shortened(String(value));
  });
}

/** Texts of a server can be of any length; a message shows the beginning. */
function shortened(text: string): string {
  const limit = 300;
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}
