// Made by `npm run generate`, from catalogs/, src/engine/rules/ and package.json. Do not edit.

import type { Rule } from '../rule.js';

/** Every rule that has code, by id. */
export const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
]);
