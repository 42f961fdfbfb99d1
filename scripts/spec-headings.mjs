// Lists the anchors of every page of one revision of the specification, for test/fixtures/spec-headings-<revision>.json.
// Usage: node scripts/spec-headings.mjs <docs folder of a checkout of the specification's repository> [revision]
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const [docs, revision = '2025-11-25'] = process.argv.slice(2);
if (docs === undefined) {
  console.error('Usage: node scripts/spec-headings.mjs <docs folder> [revision]');
  process.exit(2);
}

const root = join(docs, 'specification', revision);

function pages() {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.mdx'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** The page's address below the revision: an index page has its folder's. */
function address(file) {
  const path = relative(root, file)
    .split(sep)
    .join('/')
    .replace(/\.mdx$/, '');
  return path.replace(/(^|\/)index$/, '');
}

function decode(text) {
  return text.replace(/&#x([0-9A-Fa-f]+);/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)));
}

/** GitHub's way; the site also drops underscores around a heading and percent-encodes a slash. */
function slug(heading) {
  return heading
    .replace(/[`*\\]/g, '')
    .trim()
    .toLowerCase()
    .replace(/^_+|_+$/g, '')
    .replace(/[^\p{Letter}\p{Number}\s/_-]/gu, '')
    .replace(/\s/g, '-')
    .replaceAll('/', '%2F');
}

function anchors(text) {
  const found = [];
  const used = new Map();
  let fenced = false;
  for (const line of text.split('\n')) {
    if (/^\s*```/.test(line)) fenced = !fenced;
    if (fenced) continue;
    const heading = /^#{1,6}\s+(.+?)\s*$/.exec(line);
    if (heading !== null) {
      const base = slug(decode(heading[1]));
      const before = used.get(base) ?? 0;
      used.set(base, before + 1);
      found.push(before === 0 ? base : `${base}-${before}`);
    }
    // The generated schema page gives each member an anchor of its own.
    for (const match of line.matchAll(/class="tsd-anchor-link" id="([^"]+)"/g)) found.push(decode(match[1]));
  }
  return [...new Set(found)];
}

const headings = Object.fromEntries(pages().map((file) => [address(file), anchors(readFileSync(file, 'utf8'))]));
const target = fileURLToPath(new URL(`../test/fixtures/spec-headings-${revision}.json`, import.meta.url));
writeFileSync(target, `${JSON.stringify(headings, null, 1)}\n`);
console.log(`${target}: ${Object.keys(headings).length} pages, ${Object.values(headings).flat().length} anchors`);
