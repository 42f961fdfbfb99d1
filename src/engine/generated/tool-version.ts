// Made by `npm run generate`, from catalogs/, src/engine/rules/ and package.json. Do not edit.

export const TOOL_VERSION = '0.1.0';
