import { defineRule } from '../rule.js';
import { interferesWith, modelTexts } from '../views/descriptions.js';
import { toolList } from '../views/lists.js';

export const securityToolCrossReference = defineRule('security-tool-cross-reference', {
  reads: { tools: toolList, texts: modelTexts },
  judge({ tools, texts }, { failIfAny, skip }) {
    if (!tools.readable) return skip('unreadable', []);
    const names = tools.items.map(({ label }) => label);
    if (names.length < 2) return skip('oneTool', []);
    const findings = texts.flatMap(({ tool, text, at }) => {
      const other = names.find((name) => name !== tool && interferesWith(text, name));
      return other === undefined ? [] : [{ key: 'interferes' as const, at, data: { tool, other } }];
    });
    return failIfAny(findings, ...tools.pages.map((page) => page.at('/result/tools')));
  },
});
