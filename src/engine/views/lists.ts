import { isJsonObject, type JsonObject, type JsonValue, pointerStep } from '../json.js';
import type { Probe } from '../probe.js';
import { listPrompts, listResources, listResourceTemplates, listTools, type Pages } from '../probes/lists.js';
import type { EvidencePoint, Exchange } from '../recording/exchange.js';
import { defineView } from '../view.js';

/** An entry of a list, whatever it is, with its place. */
export interface ListItem {
  /** The entry as an object; an empty one when it is something else. */
  item: JsonObject;
  value: JsonValue;
  page: Exchange;
  /** Position in its page. */
  index: number;
  /** A place in the entry: `at('/inputSchema')`. */
  at(pointer?: string, note?: string): EvidencePoint;
  /** The entry's `name` for messages, or its position when it has none. */
  label: string;
}

/** A list merged over its pages. */
export interface MergedList {
  pages: readonly Exchange[];
  items: readonly ListItem[];
  cut: boolean;
  /** Whether the first page is a result with an array under the list's member: what rules about entries need. */
  readable: boolean;
}

export function mergePages({ pages, cut }: Pages, member: string): MergedList {
  const items: ListItem[] = [];
  for (const page of pages) {
    const list = page.kind === 'result' && isJsonObject(page.result) ? page.result[member] : undefined;
    if (!Array.isArray(list)) continue;
    list.forEach((value, index) => {
      const item = isJsonObject(value) ? value : {};
      const base = `/result${pointerStep(member)}${pointerStep(index)}`;
      const { name } = item;
      items.push({
        item,
        value,
        page,
        index,
        at: (pointer = '', note) => page.at(base + pointer, note),
        label: typeof name === 'string' ? name : `#${items.length + 1}`,
      });
    });
  }
  return { pages, items, cut, readable: isPage(pages[0], member) };
}

function isPage(page: Exchange | undefined, member: string): boolean {
  return page?.kind === 'result' && isJsonObject(page.result) && Array.isArray(page.result[member]);
}

function listView(id: string, probe: Probe<Pages>, member: string) {
  return defineView({ id, reads: { list: probe }, build: ({ list }) => mergePages(list, member) });
}

export const toolList = listView('tool-list', listTools, 'tools');
export const resourceList = listView('resource-list', listResources, 'resources');
export const resourceTemplateList = listView('resource-template-list', listResourceTemplates, 'resourceTemplates');
export const promptList = listView('prompt-list', listPrompts, 'prompts');
