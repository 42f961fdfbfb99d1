import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { validate as validate2019 } from '../../../src/engine/generated/meta-2019-09.js';
import { validate as validate2020 } from '../../../src/engine/generated/meta-2020-12.js';
import { validate as validateDraft07 } from '../../../src/engine/generated/meta-draft-07.js';
import type { JsonObject } from '../../../src/engine/json.js';
import { problemsOfSchema, validate } from '../../../src/engine/json-schema/validator.js';

const OPTIONS = { strict: false, validateFormats: false, unicodeRegExp: false, logger: false } as const;

const DIALECTS = [
  { dialect: 'http://json-schema.org/draft-07/schema#', check: validateDraft07, ajv: new Ajv(OPTIONS) },
  { dialect: 'https://json-schema.org/draft/2019-09/schema', check: validate2019, ajv: new Ajv2019(OPTIONS) },
  { dialect: 'https://json-schema.org/draft/2020-12/schema', check: validate2020, ajv: new Ajv2020(OPTIONS) },
];

const SCHEMAS: JsonObject[] = [
  { type: 'object', properties: { a: { type: 'string', minLength: 1 } }, required: ['a'] },
  { type: 'int' },
  { type: 'object', properties: [] },
  { type: 'object', required: 'a' },
  { type: 'object', required: ['a', 'a'] },
  { properties: { a: { properties: { b: { minimum: '1' } } } } },
  { properties: { a: { maxLength: -1 } } },
  { items: 3 },
  { enum: 'a' },
  { allOf: [] },
  { patternProperties: { a: 1 } },
  { $ref: 1 },
  { additionalProperties: 'no' },
];

describe.each(DIALECTS)('the check of schemas in $dialect', ({ dialect, check, ajv }) => {
  it.each(SCHEMAS)('says what Ajv says of %j', (schema) => {
    const isValid = ajv.validateSchema(schema) === true;
    expect(check(schema)).toBe(isValid);
    expect(check.errors ?? null).toEqual(ajv.errors ?? null);
  });

  it.each([
    { nullable: true },
    { anyOf: [{ type: 'string' }], nullable: true },
    { type: ['string', 'null'], nullable: false },
    { enum: [] },
  ])('takes %j, which JSON Schema allows', (schema) => {
    const problems = problemsOfSchema({ $schema: dialect, type: 'object', properties: { a: schema } });
    expect(problems ?? []).toEqual([]);
  });

  it('a schema may refer to the schema of its dialect', () => {
    const schema = { $schema: dialect, type: 'object', properties: { schema: { $ref: dialect } } };
    expect(problemsOfSchema(schema)).toEqual([]);
    expect(validate(schema, { schema: { type: 'string' } }).outcome).toBe('valid');
    expect(validate(schema, { schema: { type: 'int' } }).outcome).toBe('invalid');
  });
});
