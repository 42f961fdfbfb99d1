import { defineRule } from '../rule.js';
import { firstPageFindings } from '../views/list-findings.js';
import { toolList } from '../views/lists.js';

export const toolsList = defineRule('tools-list', {
  reads: { list: toolList },
  judge({ list }, { failIfAny }) {
    return failIfAny(
      firstPageFindings(list, 'tools'),
      ...list.pages.slice(0, 1).map((page) => page.at('/result/tools')),
    );
  },
});
