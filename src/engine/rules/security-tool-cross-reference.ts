import { defineRule } from '../rule.js';
import { interferesWith, mayInterfere, modelTexts } from '../views/descriptions.js';
import { toolList } from '../views/lists.js';

/** Of longer lists the rest is not compared: each text meets each name. */
const MOST_COMPARED = 500;

export const securityToolCrossReference = defineRule('security-tool-cross-reference', {
  reads: { tools: toolList, texts: modelTexts },
  judge({ tools, texts }, { failIfAny, skip }) {
    if (!tools.readable) return skip('unreadable', []);
    const names = tools.items.map(({ label }) => label);
    if (names.length < 2) return skip('oneTool', []);
    const suspects = texts.filter(({ text }) => mayInterfere(text)).slice(0, MOST_COMPARED);
    const compared = names.slice(0, MOST_COMPARED);
    const findings = suspects.flatMap(({ tool, text, at }) => {
      const other = compared.find((name) => name !== tool && interferesWith(text, name));
      return other === undefined ? [] : [{ key: 'interferes' as const, at, data: { tool, other } }];
    });
    return failIfAny(findings, ...tools.pages.map((page) => page.at('/result/tools')));
  },
});
