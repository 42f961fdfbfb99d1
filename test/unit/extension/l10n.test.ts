import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = `${root}src/extension/`;

const STRING = String.raw`'((?:[^'\\\n]|\\.)*)'`;
const CALL = new RegExp(String.raw`\bt\(\s*(?:${STRING}|(\S))`, 'g');

/** Texts of all calls of `t`; the first argument has to be a plain string, or no translation could be found. */
function translatedTexts(): string[] {
  const texts: string[] = [];
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.ts'))) {
    for (const [, text, other] of readFileSync(`${folder}${name}`, 'utf8').matchAll(CALL)) {
      expect(other, `${name}: t(${other}… is not a plain string`).toBeUndefined();
      texts.push((text ?? '').replaceAll("\\'", "'"));
    }
  }
  return [...new Set(texts)].sort();
}

describe('the texts for translators', () => {
  it('are all in l10n/bundle.l10n.json, and nothing else is', async () => {
    const texts = translatedTexts();
    expect(texts.length).toBeGreaterThan(50);
    const bundle = Object.fromEntries(texts.map((text) => [text, text]));
    await expect(`${JSON.stringify(bundle, null, 2)}\n`).toMatchFileSnapshot(`${root}l10n/bundle.l10n.json`);
  });
});

describe('package.json', () => {
  const manifest = readFileSync(`${root}package.json`, 'utf8');
  const texts: unknown = JSON.parse(readFileSync(`${root}package.nls.json`, 'utf8'));
  const keys = [...new Set([...manifest.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key))].sort();

  it('refers to texts that exist, and every text is used', () => {
    expect(keys.length).toBeGreaterThan(30);
    expect(Object.keys(texts ?? {}).sort()).toEqual(keys);
  });
});
