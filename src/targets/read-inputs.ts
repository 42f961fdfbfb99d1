import type { Node } from 'jsonc-parser';
import { isJsonObject, type JsonObject, type JsonValue } from '../engine/json.js';
import { jsonValueOf, spanOf } from './json-file.js';
import type { ProblemList } from './problems.js';
import type { InputDefinition } from './server-definition.js';
import type { SourceText } from './source-text.js';

const TYPES: readonly InputDefinition['type'][] = ['promptString', 'pickString', 'command'];

/** Reads `inputs`; one that is wrong is a problem, and the others are still read. */
export function readInputs(node: Node | undefined, source: SourceText, problems: ProblemList): InputDefinition[] {
  if (node === undefined) {
    return [];
  }
  const { start, end } = spanOf(node);
  if (node.type !== 'array') {
    problems.add('error', 'bad-input', '"inputs" has to be an array of objects with "id", "type" and "description".', {
      range: source.range(start, end),
    });
    return [];
  }
  const inputs = new Map<string, InputDefinition>();
  for (const item of node.children ?? []) {
    const span = spanOf(item);
    const range = source.range(span.start, span.end);
    const input = readInput(jsonValueOf(item), range);
    if (typeof input === 'string') {
      problems.add('error', 'bad-input', input, { range });
    } else if (inputs.has(input.id)) {
      problems.add(
        'warning',
        'bad-input',
        `There are two inputs with the id "${input.id}"; this one is not used. Rename it.`,
        { range },
      );
    } else {
      inputs.set(input.id, input);
    }
  }
  return [...inputs.values()];
}

/** The input, or what is wrong with it. */
function readInput(value: JsonValue, range: InputDefinition['range']): InputDefinition | string {
  if (!isJsonObject(value) || typeof value.id !== 'string' || value.id === '') {
    return 'An input has to be an object with a text as its "id".';
  }
  const id = value.id;
  const type = TYPES.find((candidate) => candidate === value.type);
  if (type === undefined) {
    return `The type of the input "${id}" has to be "promptString", "pickString" or "command".`;
  }
  const options = readOptions(value.options);
  if (type === 'pickString' && options.length === 0) {
    return `The input "${id}" offers nothing to pick. List the choices in "options".`;
  }
  if (type === 'command' && typeof value.command !== 'string') {
    return `The input "${id}" has to name an editor command in "command".`;
  }
  return {
    id,
    type,
    description: textOf(value, 'description') ?? '',
    password: value.password === true,
    options,
    range,
    ...optional('default', textOf(value, 'default')),
    ...optional('command', textOf(value, 'command')),
    ...optional('commandArguments', value.args),
  };
}

function readOptions(value: JsonValue | undefined): { label: string; value: string }[] {
  if (!Array.isArray(value)) {
    return [];
  }
  return value.flatMap((option) => {
    if (typeof option === 'string') {
      return [{ label: option, value: option }];
    }
    const chosen = isJsonObject(option) ? textOf(option, 'value') : undefined;
    return isJsonObject(option) && chosen !== undefined
      ? [{ label: textOf(option, 'label') ?? chosen, value: chosen }]
      : [];
  });
}

function textOf(value: JsonObject, member: string): string | undefined {
  const text = value[member];
  return typeof text === 'string' ? text : undefined;
}

/** The member when it has a value: members that may be absent must not be present as undefined. */
function optional<Name extends string, Value>(name: Name, value: Value | undefined): Partial<Record<Name, Value>> {
  const member: Partial<Record<Name, Value>> = {};
  if (value !== undefined) {
    member[name] = value;
  }
  return member;
}
