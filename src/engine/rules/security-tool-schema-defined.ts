import { isJsonObject } from '../json.js';
import { defineRule } from '../rule.js';
import { toolList } from '../views/lists.js';

export const securityToolSchemaDefined = defineRule('security-tool-schema-defined', {
  reads: { tools: toolList },
  judge({ tools }, { failIfAny, skip }) {
    if (!tools.readable) return skip('unreadable', []);
    if (tools.items.length === 0) return skip('empty', []);
    const findings = tools.items
      .filter(({ item, value }) => isJsonObject(value) && item['inputSchema'] === undefined)
      .map((entry) => ({ key: 'missing' as const, at: entry.at(), data: { tool: entry.label } }));
    return failIfAny(findings, ...tools.pages.map((page) => page.at('/result/tools')));
  },
});
