// Checks tool arguments against the small part of JSON Schema that the sample servers use.

function typeOf(value) {
  if (Array.isArray(value)) return 'array';
  if (value === null) return 'null';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function checkString(value, schema, name) {
  const length = [...value].length;
  if (schema.minLength !== undefined && length < schema.minLength) return `${name} is too short`;
  if (schema.maxLength !== undefined && length > schema.maxLength) return `${name} is longer than ${schema.maxLength}`;
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, 'u').test(value)) return `${name} has a wrong form`;
  return undefined;
}

function checkValue(value, schema, name) {
  if (typeOf(value) !== schema.type) return `${name} must be of type ${schema.type}`;
  if (schema.enum && !schema.enum.includes(value)) return `${name} must be one of: ${schema.enum.join(', ')}`;
  if (schema.type === 'string') return checkString(value, schema, name);
  if (schema.minimum !== undefined && value < schema.minimum) return `${name} must be at least ${schema.minimum}`;
  if (schema.maximum !== undefined && value > schema.maximum) return `${name} must be at most ${schema.maximum}`;
  return undefined;
}

/** The first problem of `value` under an object schema as a sentence without a full stop, or undefined. */
export function problemOf(value, schema) {
  if (typeOf(value) !== 'object') return 'the arguments must be an object';
  const missing = schema.required?.find((name) => !Object.hasOwn(value, name));
  if (missing) return `the argument ${missing} is missing`;
  for (const [name, entry] of Object.entries(value)) {
    if (!Object.hasOwn(schema.properties, name)) return 'there is an argument that the tool does not have';
    const problem = checkValue(entry, schema.properties[name], name);
    if (problem) return problem;
  }
  return undefined;
}
