/** Tells whether a value that came over a boundary is what it should be. */
export type Guard<Value> = (value: unknown) => value is Value;

/** The type that a guard recognizes. */
export type Guarded<SomeGuard> = SomeGuard extends (value: unknown) => value is infer Value ? Value : never;

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isString(value: unknown): value is string {
  return typeof value === 'string';
}

export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

export function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

export function isNull(value: unknown): value is null {
  return value === null;
}

export function isListOf<Entry>(isEntry: Guard<Entry>): Guard<Entry[]> {
  return (value): value is Entry[] => Array.isArray(value) && value.every(isEntry);
}

/** An object whose members, whatever their names, all have one type. */
export function isMapOf<Entry>(isEntry: Guard<Entry>): Guard<Record<string, Entry>> {
  return (value): value is Record<string, Entry> => isRecord(value) && Object.values(value).every(isEntry);
}

export function isOneOf<const Values extends readonly unknown[]>(values: Values): Guard<Values[number]> {
  return (value): value is Values[number] => values.includes(value);
}

export function isEither<First, Second>(isFirst: Guard<First>, isSecond: Guard<Second>): Guard<First | Second> {
  return (value): value is First | Second => isFirst(value) || isSecond(value);
}

/**
 * An object with these members. Other members are allowed: they are of no use to the reader and do no harm. A member
 * that may be absent is declared with `isOptional`.
 */
export function isShape<Shape extends object>(members: { [Name in keyof Shape]-?: Guard<Shape[Name]> }): Guard<Shape> {
  const entries = Object.entries<Guard<unknown>>(members);
  return (value): value is Shape => isRecord(value) && entries.every(([name, isMember]) => isMember(value[name]));
}

/** A member that may be absent. */
export function isOptional<Value>(isValue: Guard<Value>): Guard<Value | undefined> {
  return (value): value is Value | undefined => value === undefined || isValue(value);
}
