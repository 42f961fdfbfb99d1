import { listToolsAgain } from '../probes/list-tools-again.js';
import { defineRule, type FindingOf } from '../rule.js';
import { canonical } from '../views/canonical.js';
import { conversation } from '../views/conversation.js';
import { mergePages, toolList } from '../views/lists.js';

export const securityToolRugPull = defineRule('security-tool-rug-pull', {
  reads: { first: toolList, again: listToolsAgain, said: conversation },
  judge({ first, again, said }, { failIfAny, skip }) {
    const second = mergePages(again, 'tools');
    // A list that broke off lacks tools for another reason.
    const isWhole = [...first.pages, ...second.pages].every((page) => page.kind === 'result');
    if (!first.readable || !second.readable || !isWhole) return skip('unreadable', []);
    const announced = said.messages.find(
      ({ reading }) => reading.kind === 'notification' && reading.method === 'notifications/tools/list_changed',
    );
    if (announced !== undefined) return skip('announced', announced.at());
    const before = new Map(first.items.map((entry) => [entry.label, entry]));
    const after = new Map(second.items.map((entry) => [entry.label, entry]));
    const findings: FindingOf<'security-tool-rug-pull'>[] = [];
    for (const [tool, entry] of after) {
      const known = before.get(tool);
      if (known === undefined) findings.push({ key: 'appeared', at: entry.at(), data: { tool } });
      else if (canonical(known.value) !== canonical(entry.value)) {
        findings.push({ key: 'changed', at: [known.at(), entry.at()], data: { tool } });
      }
    }
    for (const [tool, entry] of before)
      if (!after.has(tool)) findings.push({ key: 'vanished', at: entry.at(), data: { tool } });
    return failIfAny(findings, ...second.pages.map((page) => page.at('/result/tools')));
  },
});
