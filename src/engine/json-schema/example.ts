import { atPointer, isJsonObject, type JsonObject, type JsonValue } from '../json.js';
import { validate } from './validator.js';

const DEEPEST = 12;

/**
 * A small value that is valid for a schema: required members only, and of the values that are allowed the first one.
 * Undefined when none was found; what is returned has been validated.
 */
export function exampleFor(schema: JsonObject): JsonValue | undefined {
  const value = build(schema, schema, 0);
  if (value === undefined || isPlain(schema, 0)) return value;
  return validate(schema, value).outcome === 'valid' ? value : undefined;
}

/** Keywords with which what is built is valid by itself; a validator would have to be compiled for each schema. */
const PLAIN: ReadonlySet<string> = new Set([
  '$schema',
  'type',
  'properties',
  'required',
  'additionalProperties',
  'title',
  'description',
]);
const PLAIN_TYPES: ReadonlySet<unknown> = new Set(['object', 'string', 'number', 'integer', 'boolean', 'null']);

function isPlain(schema: JsonValue | undefined, depth: number): boolean {
  if (!isJsonObject(schema) || depth > DEEPEST || !PLAIN_TYPES.has(schema['type'])) return false;
  if (!Object.keys(schema).every((keyword) => PLAIN.has(keyword))) return false;
  const { properties, required } = schema;
  return asArray(required).every((name) => {
    if (typeof name !== 'string' || !isJsonObject(properties) || !Object.hasOwn(properties, name)) return false;
    return isPlain(properties[name], depth + 1);
  });
}

function build(schema: JsonValue | undefined, root: JsonObject, depth: number): JsonValue | undefined {
  if (schema === true || schema === undefined) return 'example';
  if (!isJsonObject(schema) || depth > DEEPEST) return undefined;
  const { $ref } = schema;
  if (typeof $ref === 'string')
    return $ref.startsWith('#') ? build(atPointer(root, $ref.slice(1)), root, depth + 1) : undefined;
  if (schema['const'] !== undefined) return schema['const'];
  if (schema['default'] !== undefined) return schema['default'];
  const first = [schema['enum'], schema['examples']].find((list) => Array.isArray(list) && list.length > 0);
  if (Array.isArray(first)) return first[0];
  const { allOf } = schema;
  if (Array.isArray(allOf)) return build(merged(schema, allOf), root, depth + 1);
  const choice = schema['oneOf'] ?? schema['anyOf'];
  if (Array.isArray(choice) && schema['type'] === undefined) return firstBuilt(choice, root, depth);
  return ofType(typeOf(schema), schema, root, depth);
}

function firstBuilt(choices: readonly JsonValue[], root: JsonObject, depth: number): JsonValue | undefined {
  for (const choice of choices) {
    const value = build(choice, root, depth + 1);
    if (value !== undefined) return value;
  }
  return undefined;
}

function merged(schema: JsonObject, parts: readonly JsonValue[]): JsonObject {
  const { allOf: _, ...rest } = schema;
  const result: JsonObject = { ...rest };
  for (const part of parts) {
    if (!isJsonObject(part)) continue;
    const properties = { ...asObject(result['properties']), ...asObject(part['properties']) };
    const required = [...asArray(result['required']), ...asArray(part['required'])];
    Object.assign(result, part, { properties, required });
  }
  return result;
}

function typeOf(schema: JsonObject): string {
  const { type } = schema;
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return String(type.find((name) => name !== 'null') ?? 'null');
  if ('properties' in schema) return 'object';
  return 'items' in schema ? 'array' : 'string';
}

function ofType(type: string, schema: JsonObject, root: JsonObject, depth: number): JsonValue | undefined {
  switch (type) {
    case 'object':
      return objectFor(schema, root, depth);
    case 'array':
      return arrayFor(schema, root, depth);
    case 'integer':
    case 'number':
      return numberFor(schema, type === 'integer');
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return textFor(schema);
  }
}

function objectFor(schema: JsonObject, root: JsonObject, depth: number): JsonValue | undefined {
  const properties = asObject(schema['properties']);
  const value: JsonObject = {};
  for (const name of asArray(schema['required'])) {
    if (typeof name !== 'string') return undefined;
    const member = build(properties[name], root, depth + 1);
    if (member === undefined) return undefined;
    Object.defineProperty(value, name, { value: member, enumerable: true, configurable: true, writable: true });
  }
  return value;
}

function arrayFor(schema: JsonObject, root: JsonObject, depth: number): JsonValue | undefined {
  const count = Math.min(numeric(schema['minItems']) ?? 0, 20);
  const items: JsonValue[] = [];
  for (let index = 0; index < count; index += 1) {
    const item = build(schema['items'], root, depth + 1);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

function numberFor(schema: JsonObject, whole: boolean): number {
  const step = numeric(schema['multipleOf']) ?? 1;
  const above = numeric(schema['exclusiveMinimum']);
  const least = numeric(schema['minimum']) ?? (above === undefined ? undefined : above + (whole ? 1 : step / 2));
  const most = numeric(schema['maximum']) ?? numeric(schema['exclusiveMaximum']);
  const start = least ?? (most !== undefined && most < 1 ? most - 1 : 1);
  return whole ? Math.ceil(start / step) * step : start;
}

const FORMATS: Readonly<Record<string, string>> = {
  date: '2025-01-01',
  'date-time': '2025-01-01T00:00:00Z',
  time: '00:00:00Z',
  email: 'user@example.com',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
  ipv4: '127.0.0.1',
  hostname: 'example.com',
};

function textFor(schema: JsonObject): string {
  const { format } = schema;
  const text = (typeof format === 'string' ? FORMATS[format] : undefined) ?? 'example';
  const least = numeric(schema['minLength']) ?? 0;
  const most = numeric(schema['maxLength']) ?? Number.POSITIVE_INFINITY;
  return text.padEnd(Math.min(least, 10_000), 'x').slice(0, most);
}

function numeric(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function asObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function asArray(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}
