// Faults of the definitions of tools. Those of prompts and resources stand in their own files.

import { toolOf } from '../core.mjs';
import { changeResult } from './hooks.mjs';

/** Stands on the last page, so that a check of the first page alone passes. */
const LATE_TOOL = 'search_notes';

function changeDefinition(name, change) {
  return {
    configure: (config) => {
      const tool = toolOf(config, name);
      tool.definition = change(structuredClone(tool.definition)) ?? tool.definition;
    },
  };
}

/** Changes what is listed; calls are still checked against the schema that was there before. */
function listed(name, change) {
  return changeResult('tools/list', (result) => {
    result.tools = result.tools.map((tool) => (tool.name === name ? (change(tool) ?? tool) : tool));
  });
}

function listedSchema(change) {
  return listed(LATE_TOOL, (tool) => {
    tool.inputSchema = change(tool.inputSchema) ?? tool.inputSchema;
  });
}

function inputSchemaFaults() {
  const fails = ['tools-schema'];
  const broken = (note, change) => ({ note, fails, ...listedSchema(change) });
  return {
    'input-schema-missing': {
      note: 'a tool on the last page has no inputSchema',
      fails: ['security-tool-schema-defined'],
      ...listed(LATE_TOOL, ({ inputSchema, ...rest }) => rest),
    },
    'input-schema-null': {
      note: 'an inputSchema is null',
      fails: ['tools-schema'],
      ...listed(LATE_TOOL, (tool) => void (tool.inputSchema = null)),
    },
    'input-schema-text': {
      note: 'an inputSchema is JSON in a string',
      fails: ['tools-schema'],
      ...listed(LATE_TOOL, (tool) => void (tool.inputSchema = JSON.stringify(tool.inputSchema))),
    },
    'input-schema-true': {
      note: 'an inputSchema is true, a schema that allows anything',
      fails: ['tools-schema'],
      ...listed(LATE_TOOL, (tool) => void (tool.inputSchema = true)),
    },
    'input-schema-no-type': {
      note: 'an inputSchema has properties and no type',
      fails: ['tools-schema'],
      ...listedSchema((schema) => void delete schema.type),
    },
    'input-schema-type-array': {
      note: 'the type of an inputSchema is an array of types',
      fails: ['tools-schema'],
      ...listedSchema((schema) => void (schema.type = ['object', 'null'])),
    },
    'input-schema-root-string': {
      note: 'the root of an inputSchema is a string',
      fails: ['tools-schema'],
      ...listedSchema(() => ({ type: 'string' })),
    },
    'input-schema-snake-case': {
      note: 'the schema stands under input_schema, as another API has it',
      fails: ['security-tool-schema-defined'],
      ...listed(LATE_TOOL, ({ inputSchema, ...rest }) => ({ ...rest, input_schema: inputSchema })),
    },
    'input-schema-unknown-type': broken(
      'a property is of the type "str", which no dialect knows',
      (schema) => void (schema.properties.query.type = 'str'),
    ),
    'input-schema-nested-type': broken('a type that does not exist stands three levels deep', (schema) => {
      schema.properties.filter = { type: 'object', properties: { tags: { type: 'array', items: { type: 'text' } } } };
    }),
    'input-schema-required-true': broken(
      'a property says required: true, as draft 3 had it',
      (schema) => void (schema.properties.query.required = true),
    ),
    'input-schema-required-text': broken(
      'required is a name instead of an array',
      (schema) => void (schema.required = 'query'),
    ),
    'input-schema-required-twice': broken(
      'required names a property twice',
      (schema) => void (schema.required = ['query', 'query']),
    ),
    'input-schema-properties-array': broken(
      'properties is an array',
      (schema) => void (schema.properties = [{ name: 'query', type: 'string' }]),
    ),
    'input-schema-property-text': broken(
      'a property is the name of its type',
      (schema) => void (schema.properties.query = 'string'),
    ),
    'input-schema-bad-pattern': broken(
      'a pattern is no regular expression',
      (schema) => void (schema.properties.query.pattern = '([a-z'),
    ),
    'input-schema-dangling-reference': broken('a nested $ref leads nowhere', (schema) => {
      schema.properties.limit = { $ref: '#/$defs/Limit' };
    }),
    'input-schema-reference-to-definitions': broken(
      'a $ref leads to definitions, and the schema has $defs',
      (schema) => {
        schema.properties.limit = { $ref: '#/definitions/Limit' };
        schema.$defs = { Limit: { type: 'integer' } };
      },
    ),
    'input-schema-enum-object': broken(
      'enum is an object',
      (schema) => void (schema.properties.query.enum = { a: 'A' }),
    ),
    'input-schema-minimum-text': broken(
      'minimum is a string',
      (schema) => void (schema.properties.limit.minimum = '1'),
    ),
    'input-schema-negative-length': broken(
      'minLength is negative',
      (schema) => void (schema.properties.query.minLength = -1),
    ),
    'input-schema-items-text': broken(
      'items is the name of a type',
      (schema) => void (schema.properties.tags = { type: 'array', items: 'string' }),
    ),
    'input-schema-any-of-object': broken(
      'anyOf is an object',
      (schema) => void (schema.properties.query = { anyOf: { type: 'string' } }),
    ),
    'tool-no-name': {
      note: 'a tool has a title and no name',
      fails,
      ...listed(LATE_TOOL, ({ name, ...rest }) => ({ ...rest, title: name })),
    },
    'tool-name-number': {
      note: 'the name of a tool is a number',
      fails,
      ...listed(LATE_TOOL, (tool) => void (tool.name = 12)),
    },
    'tool-description-null': {
      note: 'the description of a tool is null',
      fails,
      ...listed(LATE_TOOL, (tool) => void (tool.description = null)),
    },
    'tool-is-text': { note: 'the list holds a bare name', fails, ...listed(LATE_TOOL, (tool) => tool.name) },
  };
}

function annotationFaults() {
  const fails = ['tools-annotations'];
  const annotate = (change) => ({
    fails,
    ...listed(LATE_TOOL, (tool) => {
      tool.annotations = change({ ...tool.annotations });
    }),
  });
  return {
    'annotation-text': {
      note: 'readOnlyHint is the string "true"',
      ...annotate((value) => ({ ...value, readOnlyHint: 'true' })),
    },
    'annotation-number': { note: 'destructiveHint is 0', ...annotate((value) => ({ ...value, destructiveHint: 0 })) },
    'annotation-null': { note: 'idempotentHint is null', ...annotate((value) => ({ ...value, idempotentHint: null })) },
    'annotation-open-world-text': {
      note: 'openWorldHint is a sentence',
      ...annotate((value) => ({ ...value, openWorldHint: 'Reads only local notes' })),
    },
    'annotations-array': { note: 'annotations are an array of hints', ...annotate(() => ['readOnlyHint']) },
    'annotations-text': { note: 'annotations are a string', ...annotate(() => 'read-only') },
    'annotations-null': { note: 'annotations are null', ...annotate(() => null) },
    'annotation-title-number': {
      note: 'the hints are right, and the title among them is a number',
      ...annotate((value) => ({ ...value, title: 1 })),
    },
  };
}

function titleFaults() {
  const fails = ['tools-title-field'];
  const title = (value) => ({
    fails,
    ...changeDefinition(LATE_TOOL, (definition) => ({ ...definition, title: value })),
  });
  return {
    'title-number': { note: 'the title of a tool on the last page is a number', ...title(10) },
    'title-null': { note: 'the title of a tool is null', ...title(null) },
    'title-object': { note: 'the title of a tool is an object by language', ...title({ en: 'Search notes' }) },
    'title-false': { note: 'the title of a tool is false', ...title(false) },
  };
}

function outputSchemaFaults() {
  const fails = ['tools-output-schema'];
  const declared = (note, change) => ({
    note,
    fails,
    ...listed('measure_text', (tool) => {
      const changed = change(tool.outputSchema);
      if (changed !== undefined) tool.outputSchema = changed;
    }),
  });
  const measured = (note, change) => ({
    note,
    fails: ['tools-call'],
    ...changeResult('tools/call', (result, _context, params) => {
      if (params.name === 'measure_text' && !result.isError) change(result);
    }),
  });
  return {
    'output-schema-array': declared('the root of an outputSchema is an array', () => ({
      type: 'array',
      items: { type: 'integer' },
    })),
    'output-schema-no-type': declared('an outputSchema has no type', (schema) => void delete schema.type),
    'output-schema-text': declared('an outputSchema is the name of a type', () => 'object'),
    'output-schema-null': declared('an outputSchema is null', () => null),
    'output-schema-unknown-type': declared(
      'a property of an outputSchema is of the type "int"',
      (schema) => void (schema.properties.words.type = 'int'),
    ),
    'output-schema-dangling-reference': declared(
      'a $ref in an outputSchema leads nowhere',
      (schema) => void (schema.properties.words = { $ref: '#/$defs/Count' }),
    ),
    'structured-content-missing': measured(
      'a tool with an outputSchema gives text alone',
      (result) => void delete result.structuredContent,
    ),
    'structured-content-type': measured('structuredContent has a number as text', (result) => {
      result.structuredContent.words = String(result.structuredContent.words);
    }),
    'structured-content-incomplete': measured(
      'structuredContent lacks a required member',
      (result) => void delete result.structuredContent.characters,
    ),
    'structured-content-extra': measured(
      'structuredContent has a member that the schema forbids',
      (result) => void (result.structuredContent.letters = 1),
    ),
    'structured-content-out-of-range': measured(
      'structuredContent has a number below the minimum',
      (result) => void (result.structuredContent.words = -1),
    ),
    'structured-content-null': measured(
      'structuredContent is null',
      (result) => void (result.structuredContent = null),
    ),
  };
}

export const schemaFaults = {
  ...inputSchemaFaults(),
  ...annotationFaults(),
  ...titleFaults(),
  ...outputSchemaFaults(),
};
