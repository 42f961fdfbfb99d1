import { defineRule } from '../rule.js';
import { firstPageFindings } from '../views/list-findings.js';
import { resourceList } from '../views/lists.js';

export const resourcesList = defineRule('resources-list', {
  reads: { list: resourceList },
  judge({ list }, { failIfAny }) {
    return failIfAny(
      firstPageFindings(list, 'resources'),
      ...list.pages.slice(0, 1).map((page) => page.at('/result/resources')),
    );
  },
});
