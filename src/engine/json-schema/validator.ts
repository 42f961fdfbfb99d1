import { Ajv, type AnySchemaObject, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../json.js';
import { patternFor } from './pattern.js';

/** A place in a schema or value, and what is wrong there, in words without a full stop. */
export interface SchemaProblem {
  pointer: string;
  problem: string;
}

/** Larger schemas are not compiled: nobody writes them by hand, and compiling them could take minutes. */
const LARGEST_SCHEMA = 256 * 1024;

const META_SCHEMA = /^https?:\/\/json-schema\.org\//;

type Dialect = '2020-12' | '2019-09' | 'draft-07';

const DIALECTS: readonly [RegExp, Dialect][] = [
  [/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/, '2020-12'],
  [/^https?:\/\/json-schema\.org\/draft\/2019-09\/schema#?$/, '2019-09'],
  [/^https?:\/\/json-schema\.org\/draft-07\/schema#?$/, 'draft-07'],
];

/**
 * The dialect of a schema: what `$schema` names, or the default; null for a dialect that cannot be judged here.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic#schema-dialect
 */
export function dialectOf(schema: JsonObject): Dialect | null {
  const { $schema } = schema;
  if (typeof $schema !== 'string') return '2020-12';
  return DIALECTS.find(([pattern]) => pattern.test($schema))?.[1] ?? null;
}

const OPTIONS: Options = {
  strict: false,
  allErrors: false,
  validateFormats: false,
  // Patterns are ECMA-262; whether with the u flag is not said, so that only what is wrong either way counts.
  unicodeRegExp: false,
  logger: false,
  code: { regExp: patternFor },
};

const instances = new Map<Dialect, Ajv>();

function instance(dialect: Dialect): Ajv {
  const known = instances.get(dialect);
  if (known !== undefined) return known;
  const made =
    dialect === '2020-12' ? new Ajv2020(OPTIONS) : dialect === '2019-09' ? new Ajv2019(OPTIONS) : new Ajv(OPTIONS);
  instances.set(dialect, made);
  return made;
}

/** Compiles the meta-schema of the default dialect ahead of its first use, while a server is starting. */
export function prepareSchemas(): void {
  instance('2020-12').validateSchema({ type: 'object' });
}

/** What is wrong with a schema under its own dialect; null when it cannot be judged (other dialect, remote reference, too large). */
export function problemsOfSchema(schema: JsonObject): SchemaProblem[] | null {
  if ('$schema' in schema && typeof schema['$schema'] !== 'string') {
    return [{ pointer: '/$schema', problem: 'the dialect is not a text' }];
  }
  const compiled = compile(schema);
  return compiled.outcome === 'unknown' ? null : compiled.outcome === 'wrong' ? compiled.problems : [];
}

type Compiled =
  | { outcome: 'ready'; validate: ValidateFunction }
  | { outcome: 'wrong'; problems: SchemaProblem[] }
  | { outcome: 'unknown' };

const compiled = new WeakMap<JsonObject, Compiled>();
/** The same by text, because a server can give every tool the same schema. */
const compiledByText = new Map<string, Compiled>();
/** Ajv keeps a part of each schema and gets slower with it, so that it is made anew after this many. */
const MOST_IN_ONE_INSTANCE = 500;

function compile(schema: JsonObject): Compiled {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const result = compileOnce(schema);
  compiled.set(schema, result);
  return result;
}

function compileOnce(schema: JsonObject): Compiled {
  const dialect = dialectOf(schema);
  const text = JSON.stringify(schema);
  if (dialect === null || text.length > LARGEST_SCHEMA) return { outcome: 'unknown' };
  const known = compiledByText.get(text);
  if (known !== undefined) return known;
  if (compiledByText.size >= MOST_IN_ONE_INSTANCE) {
    compiledByText.clear();
    instances.clear();
  }
  const result = compileWith(instance(dialect), schema);
  compiledByText.set(text, result);
  return result;
}

function compileWith(ajv: Ajv, schema: JsonObject): Compiled {
  // With and without a fragment the address is the same; Ajv knows one spelling of each.
  const { $schema: _, ...rest } = schema;
  const definition: AnySchemaObject = rest;
  // A schema that takes the address of a dialect would be taken for it.
  if (typeof rest['$id'] === 'string' && META_SCHEMA.test(rest['$id'])) return { outcome: 'unknown' };
  if (ajv.validateSchema(definition) !== true)
    return { outcome: 'wrong', problems: (ajv.errors ?? []).slice(0, 3).map(problemOf) };
  try {
    return { outcome: 'ready', validate: ajv.compile(definition) };
  } catch (error) {
    return compileFailure(error);
  } finally {
    // Two tools may use one $id without meaning each other.
    ajv.removeSchema(definition);
  }
}

/** A reference to another document is not followed, since nothing may be fetched. */
function compileFailure(error: unknown): Compiled {
  // The compiler recurses where a schema refers to itself in a way that it has no function for; that is no fault.
  if (error instanceof RangeError) return { outcome: 'unknown' };
  const message = error instanceof Error ? error.message : String(error);
  const missing =
    typeof error === 'object' && error !== null && 'missingRef' in error ? String(error.missingRef) : undefined;
  if (missing !== undefined && !missing.startsWith('#')) return { outcome: 'unknown' };
  if (missing !== undefined)
    return { outcome: 'wrong', problems: [{ pointer: '', problem: `the reference ${missing} leads nowhere` }] };
  return { outcome: 'wrong', problems: [{ pointer: '', problem: message }] };
}

function problemOf(error: ErrorObject): SchemaProblem {
  const allowed =
    error.keyword === 'enum' && isJsonObject(error.params)
      ? ` (${[error.params['allowedValues']].flat().join(', ')})`
      : '';
  const extra =
    error.keyword === 'additionalProperties' && isJsonObject(error.params)
      ? ` (${String(error.params['additionalProperty'])})`
      : '';
  return { pointer: error.instancePath, problem: `${error.message ?? 'not valid'}${allowed}${extra}` };
}

export type Validation = { outcome: 'valid' } | { outcome: 'invalid'; problem: SchemaProblem } | { outcome: 'unknown' };

/** Validates a value; `unknown` when the schema itself is wrong or cannot be judged. */
export function validate(schema: JsonObject, value: JsonValue): Validation {
  const ready = compile(schema);
  if (ready.outcome !== 'ready') return { outcome: 'unknown' };
  if (ready.validate(value) === true) return { outcome: 'valid' };
  const [error] = ready.validate.errors ?? [];
  return {
    outcome: 'invalid',
    problem: error === undefined ? { pointer: '', problem: 'not valid' } : problemOf(error),
  };
}
