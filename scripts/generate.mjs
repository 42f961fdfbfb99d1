// Writes the code that follows from the catalogs and from the files in src/engine/rules.
// With --check it writes nothing and fails when a file is not up to date.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const note = '// Made by `npm run generate`, from catalogs/, src/engine/rules/ and package.json. Do not edit.\n';

function entries() {
  const all = {};
  for (const name of readdirSync(join(root, 'catalogs')).sort()) {
    if (!/^\d{4}-\d{2}-\d{2}\.json$/.test(name)) continue;
    Object.assign(all, JSON.parse(readFileSync(join(root, 'catalogs', name), 'utf8')).rules);
  }
  return all;
}

function textType(text) {
  const names = [...new Set([...text.matchAll(/\{([A-Za-z][A-Za-z0-9]*)\}/g)].map((match) => match[1]))];
  return names.length === 0 ? 'None' : `{ ${names.map((name) => `${name}: Data`).join('; ')} }`;
}

function member(name) {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? name : `'${name}'`;
}

function catalogTypes() {
  const lines = [
    note,
    'type Data = string | number | boolean;',
    'type None = Record<never, never>;',
    '',
    '/** The texts of each rule by key, with what their placeholders need. */',
    'export interface RuleTexts {',
  ];
  for (const [id, entry] of Object.entries(entries())) {
    lines.push(`  '${id}': {`);
    for (const outcome of ['fail', 'skip', 'warn']) {
      const texts = Object.entries(entry[outcome] ?? {});
      if (texts.length === 0) {
        lines.push(`    ${outcome}: None;`);
        continue;
      }
      lines.push(`    ${outcome}: {`);
      for (const [key, text] of texts)
        lines.push(`      ${member(key)}: ${textType(typeof text === 'string' ? text : text.text)};`);
      lines.push('    };');
    }
    lines.push('  };');
  }
  lines.push('}', '', 'export type RuleId = keyof RuleTexts;', '');
  return lines.join('\n');
}

function camelCase(id) {
  return id.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase());
}

function ruleMap() {
  const ids = readdirSync(join(root, 'src/engine/rules'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.slice(0, -3))
    .sort();
  const lines = [note, "import type { Rule } from '../rule.js';"];
  for (const id of ids) lines.push(`import { ${camelCase(id)} } from '../rules/${id}.js';`);
  lines.push(
    '',
    '/** Every rule that has code, by id. */',
    'export const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([',
  );
  for (const id of ids) lines.push(`  ['${id}', ${camelCase(id)}],`);
  lines.push(']);', '');
  return lines.join('\n');
}

function toolVersion() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return `${note}\nexport const TOOL_VERSION = '${version}';\n`;
}

/** The check of a schema against its dialect as code: making it at run time would take 60 ms of each run. */
function metaSchema(AjvOfDialect, id) {
  const options = { strict: false, validateFormats: false, unicodeRegExp: false, logger: false };
  const ajv = new AjvOfDialect({ ...options, code: { source: true, esm: true } });
  // Ajv's copy of draft-07 wants what the text only recommends: an `enum` that is not empty.
  const { properties } = ajv.schemas[id].schema;
  if (properties?.enum) properties.enum = { type: 'array', items: true };
  const code = standalone.default(ajv, ajv.getSchema(id));
  const asImport = code.replaceAll('require("ajv/dist/runtime/equal").default', 'equal');
  if (/\brequire\(/.test(asImport)) throw new Error(`The code for ${id} requires more than is known here.`);
  return `${note}
import equalModule from 'ajv/dist/runtime/equal.js';

const equal = equalModule.default ?? equalModule;
${asImport.replace(/^"use strict";|export default \w+;/g, '')}
`;
}

const metaSchemaTypes = `${note}
import type { ValidateFunction } from 'ajv';

export const validate: ValidateFunction;
`;

const metaSchemas = {
  '2020-12': [Ajv2020, 'https://json-schema.org/draft/2020-12/schema'],
  '2019-09': [Ajv2019, 'https://json-schema.org/draft/2019-09/schema'],
  'draft-07': [Ajv, 'http://json-schema.org/draft-07/schema'],
};

const files = {
  ...Object.fromEntries(
    Object.entries(metaSchemas).flatMap(([dialect, [AjvOfDialect, id]]) => [
      [`src/engine/generated/meta-${dialect}.js`, metaSchema(AjvOfDialect, id)],
      [`src/engine/generated/meta-${dialect}.d.ts`, metaSchemaTypes],
    ]),
  ),
  'src/engine/generated/catalog-types.ts': catalogTypes(),
  'src/engine/generated/rule-map.ts': ruleMap(),
  'src/engine/generated/tool-version.ts': toolVersion(),
};
let stale = false;
for (const [path, text] of Object.entries(files)) {
  const file = join(root, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  if (process.argv.includes('--check')) {
    stale = true;
    console.error(`${path} is not up to date: run npm run generate`);
  } else writeFileSync(file, text);
}
process.exitCode = stale ? 1 : 0;
