import { describe, expect, it } from 'vitest';
import {
  atPointer,
  isJsonObject,
  type JsonObject,
  MAXIMUM_DEPTH,
  parseJson,
  pointerStep,
} from '../../../src/engine/json.js';
import { exampleFor } from '../../../src/engine/json-schema/example.js';
import { problemsOfSchema, validate } from '../../../src/engine/json-schema/validator.js';

describe('problemsOfSchema', () => {
  it.each<[string, JsonObject]>([
    ['a plain object', { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }],
    ['a property that is named but not described', { type: 'object', required: ['other'] }],
    [
      'draft-07 by its own name',
      { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', definitions: { a: {} } },
    ],
    ['2019-09', { $schema: 'https://json-schema.org/draft/2019-09/schema', type: 'object' }],
    ['prefixItems of 2020-12', { type: 'object', properties: { a: { prefixItems: [{ type: 'string' }] } } }],
    [
      'a local reference',
      { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { type: 'string' } } },
    ],
    ['a reference to itself', { type: 'object', properties: { child: { $ref: '#' } } }],
    [
      'an unknown keyword and format',
      { type: 'object', 'x-order': 1, properties: { a: { type: 'string', format: 'colour' } } },
    ],
    [
      'a pattern that only the u flag refuses',
      { type: 'object', properties: { a: { type: 'string', pattern: '^[\\w\\-]+$' } } },
    ],
    ['a dangling reference inside a value', { type: 'object', properties: { a: { default: { $ref: '#/nowhere' } } } }],
  ])('accepts %s', (_name, schema) => {
    expect(problemsOfSchema(schema)).toEqual([]);
  });

  it.each<[string, JsonObject, string]>([
    ['an unknown type', { type: 'object', properties: { a: { type: 'str' } } }, '/properties/a/type'],
    [
      'required as a flag',
      { type: 'object', properties: { a: { type: 'string', required: true } } },
      '/properties/a/required',
    ],
    ['a reference that leads nowhere', { type: 'object', properties: { a: { $ref: '#/$defs/gone' } } }, ''],
    ['a pattern that is no regular expression', { type: 'object', properties: { a: { pattern: '([a-z' } } }, ''],
    ['properties as a list', { type: 'object', properties: [] }, '/properties'],
    ['a dialect that is no text', { $schema: 7, type: 'object' }, '/$schema'],
    [
      'items as a list, which 2020-12 calls prefixItems',
      { type: 'object', properties: { a: { items: [{}] } } },
      '/properties/a/items',
    ],
  ])('refuses %s, with the place', (_name, schema, pointer) => {
    expect(problemsOfSchema(schema)?.[0]?.pointer).toBe(pointer);
  });

  it.each<[string, JsonObject]>([
    ['another dialect', { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' }],
    ['a reference to another document', { type: 'object', properties: { a: { $ref: 'https://example.com/a.json' } } }],
    ['a very large schema', { type: 'object', description: 'x'.repeat(300_000) }],
  ])('does not judge %s', (_name, schema) => {
    expect(problemsOfSchema(schema)).toBeNull();
  });

  it('lets two schemas share an $id', () => {
    const shared = { $id: 'https://example.com/shared', type: 'object' };
    expect([problemsOfSchema({ ...shared }), problemsOfSchema({ ...shared, title: 'other' })]).toEqual([[], []]);
  });
});

describe('validate', () => {
  it('gives the place of the first problem', () => {
    const schema = { type: 'object', properties: { words: { type: 'integer' } } };
    expect(validate(schema, { words: 3 })).toEqual({ outcome: 'valid' });
    expect(validate(schema, { words: 'three' })).toEqual({
      outcome: 'invalid',
      problem: { pointer: '/words', problem: 'must be integer' },
    });
  });

  it.each(['^(a+)+$', '^((a+))+$', '^(?:a|a)*$', '^(?:(?:a*)b?)*$', '^(?:a?){60}a{60}$', '^a*a*a*a*a*a*a*a*$'])(
    'is not held up by the pattern %s, which takes too long',
    (pattern) => {
      const schema = { type: 'object', properties: { a: { type: 'string', pattern } } };
      expect(validate(schema, { a: `${'a'.repeat(60)}!` })).toEqual({ outcome: 'valid' });
    },
  );

  it.each(['^(?:[a-z]{2}-)?\\d+$', '^[^@\\s]+@[^@\\s]+\\.[a-z]+$', '^(?:red|green)$', '^[(+*]$', '^\\(+$'])(
    'matches the pattern %s, which does not',
    (pattern) => {
      const schema = { type: 'object', properties: { a: { type: 'string', pattern } } };
      expect(validate(schema, { a: '!' }).outcome).toBe('invalid');
    },
  );
});

describe('exampleFor', () => {
  it.each<[string, JsonObject, unknown]>([
    ['no arguments', { type: 'object' }, {}],
    [
      'required members only',
      { type: 'object', properties: { a: { type: 'string' }, b: {} }, required: ['a'] },
      { a: 'example' },
    ],
    [
      'choices, defaults and constants',
      {
        type: 'object',
        properties: { a: { enum: ['x', 'y'] }, b: { default: 4 }, c: { const: 'z' } },
        required: ['a', 'b', 'c'],
      },
      { a: 'x', b: 4, c: 'z' },
    ],
    [
      'bounds',
      {
        type: 'object',
        properties: {
          n: { type: 'integer', minimum: 7, multipleOf: 5 },
          t: { type: 'string', minLength: 9 },
          l: { type: 'array', minItems: 2, items: { type: 'boolean' } },
        },
        required: ['n', 't', 'l'],
      },
      { n: 10, t: 'examplexx', l: [false, false] },
    ],
    [
      'references and alternatives',
      {
        type: 'object',
        properties: { a: { $ref: '#/$defs/a' }, b: { anyOf: [{ type: 'null' }, { type: 'string' }] } },
        required: ['a', 'b'],
        $defs: { a: { type: 'number', maximum: 0 } },
      },
      { a: -1, b: null },
    ],
    [
      'a pattern with a Unicode class',
      {
        type: 'object',
        properties: { a: { type: 'string', pattern: '^\\p{L}+\\.md$', examples: ['größe.md'] } },
        required: ['a'],
      },
      { a: 'größe.md' },
    ],
  ])('makes up %s', (_name, schema, value) => {
    expect(exampleFor(schema)).toEqual(value);
  });

  it.each<[string, JsonObject]>([
    [
      'a pattern that the text does not fit',
      { type: 'object', properties: { a: { type: 'string', pattern: '^\\d{4}$' } }, required: ['a'] },
    ],
    ['a schema that contains itself', { type: 'object', properties: { a: { $ref: '#' } }, required: ['a'] }],
  ])('gives up on %s', (_name, schema) => {
    expect(exampleFor(schema)).toBeUndefined();
  });

  it('makes a member called __proto__ a member', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}',
    );
    const value = exampleFor(schema);
    expect(isJsonObject(value) && Object.keys(value)).toEqual(['__proto__']);
  });
});

describe('parseJson', () => {
  it('refuses what is nested too deep, and does not count brackets in strings', () => {
    expect(parseJson('['.repeat(MAXIMUM_DEPTH + 1))).toEqual({ ok: false, problem: 'too-deep' });
    const text = JSON.stringify('[{'.repeat(1000));
    expect(parseJson(text)).toEqual({ ok: true, value: '[{'.repeat(1000) });
    expect(parseJson('{')).toEqual({ ok: false, problem: 'not-json' });
  });
});

it('follows pointers with escapes, and nothing that is inherited', () => {
  const value = { 'a/b': { '~': [1, 2] } };
  expect(atPointer(value, `${pointerStep('a/b')}${pointerStep('~')}${pointerStep(1)}`)).toBe(2);
  expect(atPointer(value, '/constructor')).toBeUndefined();
});
