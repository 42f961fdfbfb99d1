import { isJsonObject } from '../json.js';
import { defineProbe, type Probe, type ProbeContext } from '../probe.js';
import type { Exchange } from '../recording/exchange.js';

/** A server that never stops paging is not followed further. */
export const MAXIMUM_PAGES = 50;

/** The pages of a list, in order. `cut` says that the server had more than we follow. */
export interface Pages {
  pages: Exchange[];
  cut: boolean;
}

/** Reads a list page by page, as a client does. */
export async function walkList(
  context: ProbeContext<unknown>,
  method: string,
): Promise<Pages & { [member: string]: Exchange[] | boolean }> {
  const pages: Exchange[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  while (pages.length < MAXIMUM_PAGES) {
    const page = await context.wire.exchange({ method, ...(cursor === undefined ? {} : { params: { cursor } }) });
    pages.push(page);
    const next = page.kind === 'result' && isJsonObject(page.result) ? page.result['nextCursor'] : undefined;
    // A cursor that came before leads in circles; what it says of the server is the pagination rule's to judge.
    if (typeof next !== 'string' || seen.has(next)) return { pages, cut: false };
    seen.add(next);
    cursor = next;
  }
  return { pages, cut: true };
}

function listProbe(id: string, method: string, capability: string): Probe<Pages> {
  return defineProbe<Pages & { [member: string]: Exchange[] | boolean }>({
    id,
    effect: 'read',
    lane: 'shared',
    capability,
    run: (context) => walkList(context, method),
  });
}

export const listTools = listProbe('list-tools', 'tools/list', 'tools');
export const listResources = listProbe('list-resources', 'resources/list', 'resources');
export const listResourceTemplates = listProbe('list-resource-templates', 'resources/templates/list', 'resources');
export const listPrompts = listProbe('list-prompts', 'prompts/list', 'prompts');
