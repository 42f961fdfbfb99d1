import type { Node } from 'jsonc-parser';
import { CONFIG_FILES, type ConfigFile, type Reading, readerName } from './config-files.js';
import { effectiveProperties, type Property, spanOf } from './json-file.js';
import { listOf, type ProblemList } from './problems.js';
import type { ReaderId } from './server-definition.js';
import type { SourceText } from './source-text.js';

/** An object that maps names to entries, and who reads it; the rules of `reading` apply. */
export interface ServerRoot {
  node: Node;
  reading: Reading;
  readers: readonly ReaderId[];
}

/** Root keys of any client, to recognise a file that was written for another one. */
const KNOWN_ROOT_KEYS: ReadonlySet<string> = new Set([
  ...CONFIG_FILES.flatMap((row) => row.readings.flatMap((reading) => reading.roots.flat())),
  'context_servers',
  'mcp',
  'mcp-servers',
  'mcp.servers',
  'mcp_servers',
]);

/** Members beside the servers that clients know in these files. */
const OTHER_MEMBERS: ReadonlySet<string> = new Set(['$schema', 'inputs', 'sandbox']);

/**
 * Finds the servers of a file. When they are where the first reader does not look, that is a problem; so is a file
 * with members but no servers at all.
 */
export function findServerRoots(
  root: Node,
  row: ConfigFile,
  primary: Reading,
  source: SourceText,
  problems: ProblemList,
): ServerRoot[] {
  const readings = [primary, ...row.readings.filter((reading) => reading !== primary)];
  const keyed = keyedRoots(root, readings, source, problems);
  const first = keyed?.[0];
  if (keyed === undefined || first !== undefined) {
    if (first !== undefined) {
      reportForeignRoot(first, primary, root, source, problems);
    }
    return keyed ?? [];
  }
  const bareReadings = readings.filter(({ roots }) => roots.some((path) => path.length === 0));
  const members = [...effectiveProperties(root).values()].filter(({ name }) => !OTHER_MEMBERS.has(name));
  const entryLike = members.find(({ value }) => looksLikeEntry(value));
  const bare = bareReadings[0];
  if (bare !== undefined && entryLike !== undefined) {
    const readers = bareReadings.map(({ reader }) => reader);
    reportBareMap(entryLike, readers, primary, source, problems);
    return [{ node: root, reading: bare, readers }];
  }
  reportMissingRoot(members, primary, source, problems);
  return [];
}

/** Undefined when a root is there but is no object; that is then the only problem. */
function keyedRoots(
  root: Node,
  readings: readonly Reading[],
  source: SourceText,
  problems: ProblemList,
): ServerRoot[] | undefined {
  const found = new Map<Node, ServerRoot>();
  for (const reading of readings) {
    for (const path of reading.roots.filter((keys) => keys.length > 0)) {
      const node = nodeAt(root, path);
      if (node === undefined) {
        continue;
      }
      if (node.type !== 'object') {
        const message = `"${path.join('.')}" has to be an object that maps the name of each server to its entry.`;
        const { start, end } = spanOf(node);
        problems.add('error', 'bad-root', message, { range: source.range(start, end) });
        return undefined;
      }
      const before = found.get(node);
      found.set(node, {
        node,
        reading: before?.reading ?? reading,
        readers: [...(before?.readers ?? []), reading.reader],
      });
    }
  }
  return [...found.values()];
}

function nodeAt(root: Node, path: readonly string[]): Node | undefined {
  let node: Node | undefined = root;
  for (const key of path) {
    node = node === undefined ? undefined : effectiveProperties(node).get(key)?.value;
  }
  return node;
}

function looksLikeEntry(node: Node): boolean {
  const members = effectiveProperties(node);
  return members.has('command') || members.has('url');
}

/** The servers are there, but under a key that only other readers look at. */
function reportForeignRoot(
  found: ServerRoot,
  primary: Reading,
  root: Node,
  source: SourceText,
  problems: ProblemList,
): void {
  if (found.readers.includes(primary.reader)) {
    return;
  }
  const property = [...effectiveProperties(root).values()].find(({ value }) => value === found.node);
  const readers = listOf(found.readers.map(readerName));
  const message = `Of the clients known to read this file, only ${readers} looks at "${property?.name ?? ''}"; ${readerName(primary.reader)} wants "${rootKey(primary)}".`;
  reportAt(property, 'warning', message, source, problems);
}

function reportBareMap(
  entry: Property,
  readers: readonly ReaderId[],
  primary: Reading,
  source: SourceText,
  problems: ProblemList,
): void {
  const message = `${readerName(primary.reader)} reads servers only inside a "${rootKey(primary)}" member; entries at the top of the file are read by newer versions of ${listOf(readers.map(readerName))} alone. Put them into "${rootKey(primary)}".`;
  reportAt(entry, 'warning', message, source, problems);
}

function reportMissingRoot(
  members: readonly Property[],
  primary: Reading,
  source: SourceText,
  problems: ProblemList,
): void {
  const foreign = members.find(({ name, value }) => KNOWN_ROOT_KEYS.has(name) && value.type === 'object');
  const name = readerName(primary.reader);
  if (foreign !== undefined) {
    const message = `${name} reads servers of this file from "${rootKey(primary)}", not from "${foreign.name}". Rename the member.`;
    reportAt(foreign, 'error', message, source, problems);
    return;
  }
  const message = `This file has no "${rootKey(primary)}", so ${name} finds no servers in it. Put the entries into that member.`;
  reportAt(members[0], 'warning', message, source, problems);
}

function reportAt(
  property: Property | undefined,
  severity: 'error' | 'warning',
  message: string,
  source: SourceText,
  problems: ProblemList,
): void {
  if (property === undefined) {
    return;
  }
  const { start, end } = spanOf(property.key);
  problems.add(severity, 'wrong-root', message, { range: source.range(start, end) });
}

/** The key that the reader looks at first. */
export function rootKey(reading: Reading): string {
  return reading.roots[0]?.join('.') ?? '';
}
