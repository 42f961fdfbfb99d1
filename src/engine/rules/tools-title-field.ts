import { defineRule } from '../rule.js';
import { found } from '../views/found.js';
import { toolList } from '../views/lists.js';

export const toolsTitleField = defineRule('tools-title-field', {
  reads: { tools: toolList },
  judge({ tools }, { failIfAny, skip }) {
    if (!tools.readable) return skip('unreadable', []);
    const titled = tools.items.filter(({ item }) => item['title'] !== undefined);
    if (titled.length === 0) return skip('none', []);
    const findings = titled
      .filter(({ item }) => typeof item['title'] !== 'string')
      .map((entry) => ({
        key: 'title' as const,
        at: entry.at('/title'),
        data: { tool: entry.label, found: found(entry.item['title']) },
      }));
    return failIfAny(findings, ...titled.map((entry) => entry.at('/title')));
  },
});
