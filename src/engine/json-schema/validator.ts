import { Ajv, type AnySchemaObject, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { validate as validate2019 } from '../generated/meta-2019-09.js';
import { validate as validate2020 } from '../generated/meta-2020-12.js';
import { validate as validateDraft07 } from '../generated/meta-draft-07.js';
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

/** Keywords that can be wrong although the schema of the dialect allows them; compiling takes much longer. */
const WANTS_COMPILING = /"(?:\$ref|\$dynamicRef|\$recursiveRef|\$id|pattern|patternProperties)":/;

const META_SCHEMAS: Readonly<Record<Dialect, ValidateFunction>> = {
  '2020-12': validate2020,
  '2019-09': validate2019,
  'draft-07': validateDraft07,
};

const instances = new Map<string, Ajv>();

/** Checking a schema is done beforehand, so that only one that refers to a meta-schema needs an instance that has it. */
function instance(dialect: Dialect, withMetaSchema: boolean): Ajv {
  const key = `${dialect} ${withMetaSchema}`;
  const known = instances.get(key);
  if (known !== undefined) return known;
  const options = { ...OPTIONS, meta: withMetaSchema, validateSchema: false };
  const made =
    dialect === '2020-12' ? new Ajv2020(options) : dialect === '2019-09' ? new Ajv2019(options) : new Ajv(options);
  instances.set(key, made);
  return made;
}

/** What is wrong with a schema under its own dialect; null when it cannot be judged (other dialect, remote reference, too large). */
export function problemsOfSchema(schema: JsonObject): SchemaProblem[] | null {
  if ('$schema' in schema && typeof schema['$schema'] !== 'string') {
    return [{ pointer: '/$schema', problem: 'the dialect is not a text' }];
  }
  if (isRightAsItStands(schema)) return [];
  const compiled = compile(schema);
  return compiled.outcome === 'unknown' ? null : compiled.outcome === 'wrong' ? compiled.problems : [];
}

function isRightAsItStands(schema: JsonObject): boolean {
  const dialect = dialectOf(schema);
  const text = JSON.stringify(schema);
  if (dialect === null || text.length > LARGEST_SCHEMA || WANTS_COMPILING.test(text)) return false;
  return META_SCHEMAS[dialect](schema) === true;
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
  const result = compileWith(dialect, schema);
  compiledByText.set(text, result);
  return result;
}

function compileWith(dialect: Dialect, schema: JsonObject): Compiled {
  // With and without a fragment the address is the same; Ajv knows one spelling of each.
  const { $schema: _, ...rest } = schema;
  const definition: AnySchemaObject = rest;
  // A schema that takes the address of a dialect would be taken for it.
  if (typeof rest['$id'] === 'string' && META_SCHEMA.test(rest['$id'])) return { outcome: 'unknown' };
  const isValid = META_SCHEMAS[dialect];
  if (isValid(definition) !== true)
    return { outcome: 'wrong', problems: (isValid.errors ?? []).slice(0, 3).map(problemOf) };
  const compiled = compileIn(instance(dialect, false), definition);
  return compiled === 'wants-meta-schema' ? compileWithMetaSchema(dialect, definition) : compiled;
}

function compileWithMetaSchema(dialect: Dialect, definition: AnySchemaObject): Compiled {
  const compiled = compileIn(instance(dialect, true), definition);
  return compiled === 'wants-meta-schema' ? { outcome: 'unknown' } : compiled;
}

function compileIn(ajv: Ajv, definition: AnySchemaObject): Compiled | 'wants-meta-schema' {
  try {
    return { outcome: 'ready', validate: ajv.compile(definition) };
  } catch (error) {
    return META_SCHEMA.test(missingReference(error) ?? '') ? 'wants-meta-schema' : compileFailure(error);
  } finally {
    // Two tools may use one $id without meaning each other.
    ajv.removeSchema(definition);
  }
}

function missingReference(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'missingRef' in error ? String(error.missingRef) : undefined;
}

/**
 * What the compiler refuses is a fault only when no validator could use it. It also refuses what JSON Schema allows: an
 * empty `enum`, or `nullable`, which means nothing there, without a type.
 */
function compileFailure(error: unknown): Compiled {
  const missing = missingReference(error);
  // A reference to another document is not followed, since nothing may be fetched.
  if (missing?.startsWith('#'))
    return { outcome: 'wrong', problems: [{ pointer: '', problem: `the reference ${missing} leads nowhere` }] };
  if (error instanceof SyntaxError) return { outcome: 'wrong', problems: [{ pointer: '', problem: error.message }] };
  return { outcome: 'unknown' };
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
