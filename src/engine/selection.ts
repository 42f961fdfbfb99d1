import type { CatalogEntry } from './catalog.js';

/** What a filter chose, and what in it named nothing. */
export interface Selection {
  entries: CatalogEntry[];
  /** One sentence for each word of a filter that fits no rule, category or set. */
  warnings: string[];
}

/** Applies `only` and `skip`: words are rule ids, categories or sets. */
export function select(entries: readonly CatalogEntry[], only: readonly string[], skip: readonly string[]): Selection {
  const warnings: string[] = [];
  const fits = (word: string) => (entry: CatalogEntry) =>
    entry.id === word || entry.category === word || entry.set === word;
  for (const [option, words] of [
    ['only', only],
    ['skip', skip],
  ] as const) {
    for (const word of words) {
      if (!entries.some(fits(word)))
        warnings.push(`The filter ${option} names "${word}", which is no rule id, category or set.`);
    }
  }
  const chosen = entries.filter((entry) => {
    const wanted = only.length === 0 || only.some((word) => fits(word)(entry));
    return wanted && !skip.some((word) => fits(word)(entry));
  });
  if (chosen.length === 0) warnings.push('The filters leave no rule: nothing was checked.');
  return { entries: chosen, warnings };
}
