import { defineRule } from '../rule.js';
import { modelTexts, poisonIn } from '../views/descriptions.js';
import { toolList } from '../views/lists.js';

export const securityToolDescriptionPoisoning = defineRule('security-tool-description-poisoning', {
  reads: { tools: toolList, texts: modelTexts },
  judge({ tools, texts }, { failIfAny, skip }) {
    if (!tools.readable) return skip('unreadable', []);
    if (texts.length === 0) return skip('noTexts', []);
    const findings = texts.flatMap(({ tool, text, at }) => {
      const poison = poisonIn(text);
      return poison === undefined ? [] : [{ key: 'poison' as const, at, data: { tool, poison } }];
    });
    return failIfAny(findings, ...tools.pages.map((page) => page.at('/result/tools')));
  },
});
