import type { PathStyle } from './server-definition.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment of a process: the inherited one, with each change applied in turn. Null removes a variable. On
 * Windows, names that differ only by case are one variable. `append` puts a PATH behind the inherited one.
 */
export function mergeEnvironment(
  inherited: Environment,
  changes: Iterable<readonly [name: string, value: string | null]>,
  options: { style: PathStyle; path: 'append' | 'replace' },
): Record<string, string> {
  const keyOf = (name: string): string => (options.style === 'windows' ? name.toUpperCase() : name);
  const merged = new Map<string, readonly [name: string, value: string]>();
  for (const [name, value] of Object.entries(inherited)) {
    if (value !== undefined) {
      merged.set(keyOf(name), [name, value]);
    }
  }
  for (const [name, value] of changes) {
    const key = keyOf(name);
    const before = merged.get(key);
    if (value === null) {
      merged.delete(key);
    } else if (options.path === 'append' && name.toUpperCase() === 'PATH' && before !== undefined && before[1] !== '') {
      merged.set(key, [before[0], `${before[1]}${options.style === 'windows' ? ';' : ':'}${value}`]);
    } else {
      merged.set(key, [before?.[0] ?? name, value]);
    }
  }
  return Object.fromEntries(merged.values());
}
