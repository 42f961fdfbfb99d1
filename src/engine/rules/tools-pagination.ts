import { defineRule } from '../rule.js';
import { pagingFindings } from '../views/list-findings.js';
import { toolList } from '../views/lists.js';

export const toolsPagination = defineRule('tools-pagination', {
  reads: { list: toolList },
  judge({ list }, { failIfAny, skip, warn }) {
    if (!list.readable) return skip('unreadable', []);
    const findings = pagingFindings(list, 'tools', 'name');
    const last = list.pages.slice(-1).map((page) => page.at('/result'));
    if (findings.length > 0) return failIfAny(findings);
    if (list.pages.length === 1) return skip('onePage', last);
    return list.cut ? warn('cut', last, { pages: list.pages.length }) : failIfAny([], ...last);
  },
});
