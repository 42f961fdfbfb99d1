// Made by `npm run generate`, from catalogs/, src/engine/rules/ and package.json. Do not edit.

import type { ValidateFunction } from 'ajv';

export const validate: ValidateFunction;
