// Made by `npm run generate`, from catalogs/, src/engine/rules/ and package.json. Do not edit.

type Data = string | number | boolean;
type None = Record<never, never>;

/** The texts of each rule by key, with what their placeholders need. */
export interface RuleTexts {
}

export type RuleId = keyof RuleTexts;
