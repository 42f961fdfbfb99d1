import { defineRule } from '../rule.js';
import { firstPageFindings } from '../views/list-findings.js';
import { promptList } from '../views/lists.js';

export const promptsList = defineRule('prompts-list', {
  reads: { list: promptList },
  judge({ list }, { failIfAny }) {
    return failIfAny(
      firstPageFindings(list, 'prompts'),
      ...list.pages.slice(0, 1).map((page) => page.at('/result/prompts')),
    );
  },
});
