const IS_OF_TYPE = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  number: (value) => Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  object: (value) => isObject(value),
  array: (value) => Array.isArray(value),
};

export function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is wrong with a value, as sentences; only the keywords that the tools of this server use. */
export function problemsOf(schema, value, label) {
  if (schema.type && !IS_OF_TYPE[schema.type](value)) return [`${label} must be of type ${schema.type}.`];
  if (schema.enum && !schema.enum.includes(value)) return [`${label} must be one of ${schema.enum.join(', ')}.`];
  if (typeof value === 'string') return problemsOfString(schema, value, label);
  if (typeof value === 'number') return problemsOfNumber(schema, value, label);
  if (isObject(value)) return problemsOfObject(schema, value);
  return [];
}

function problemsOfString(schema, value, label) {
  const length = [...value].length;
  if (length < (schema.minLength ?? 0)) return [`${label} is too short.`];
  if (length > (schema.maxLength ?? Number.POSITIVE_INFINITY)) return [`${label} is too long.`];
  if (schema.pattern && !new RegExp(schema.pattern, 'u').test(value))
    return [`${label} has a form that is not allowed.`];
  return [];
}

function problemsOfNumber(schema, value, label) {
  if (value < (schema.minimum ?? Number.NEGATIVE_INFINITY)) return [`${label} must be at least ${schema.minimum}.`];
  if (value > (schema.maximum ?? Number.POSITIVE_INFINITY)) return [`${label} must be at most ${schema.maximum}.`];
  return [];
}

function problemsOfObject(schema, value) {
  const properties = schema.properties ?? {};
  const missing = (schema.required ?? [])
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => `Argument "${name}" is missing.`);
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(properties, name));
  const refused = schema.additionalProperties === false ? unknown.map(() => 'An argument is not known.') : [];
  const wrong = Object.entries(properties)
    .filter(([name]) => Object.hasOwn(value, name))
    .flatMap(([name, inner]) => problemsOf(inner, value[name], `Argument "${name}"`));
  return [...missing, ...refused, ...wrong];
}
