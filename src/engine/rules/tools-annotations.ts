import { isJsonObject } from '../json.js';
import { defineRule, type FindingOf } from '../rule.js';
import { found } from '../views/found.js';
import { type ListItem, toolList } from '../views/lists.js';

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];

export const toolsAnnotations = defineRule('tools-annotations', {
  reads: { tools: toolList },
  judge({ tools }, { failIfAny, skip }) {
    if (!tools.readable) return skip('unreadable', []);
    const annotated = tools.items.filter(({ item }) => item['annotations'] !== undefined);
    if (annotated.length === 0) return skip('none', []);
    return failIfAny(annotated.flatMap(findingsOf), ...annotated.map((entry) => entry.at('/annotations')));
  },
});

function findingsOf(entry: ListItem): FindingOf<'tools-annotations'>[] {
  const { annotations } = entry.item;
  const tool = entry.label;
  if (!isJsonObject(annotations))
    return [{ key: 'notObject', at: entry.at('/annotations'), data: { tool, found: found(annotations) } }];
  const findings: FindingOf<'tools-annotations'>[] = [];
  for (const hint of HINTS) {
    const value = annotations[hint];
    if (value === undefined || typeof value === 'boolean') continue;
    findings.push({ key: 'hint', at: entry.at(`/annotations/${hint}`), data: { tool, hint, found: found(value) } });
  }
  const { title } = annotations;
  if (title !== undefined && typeof title !== 'string') {
    findings.push({ key: 'title', at: entry.at('/annotations/title'), data: { tool, found: found(title) } });
  }
  return findings;
}
