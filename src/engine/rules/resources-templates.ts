import { isJsonObject } from '../json.js';
import { defineRule, type FindingOf } from '../rule.js';
import { found } from '../views/found.js';
import { type ListItem, resourceTemplateList } from '../views/lists.js';
import { problemOfUriTemplate } from '../views/uri.js';

export const resourcesTemplates = defineRule('resources-templates', {
  reads: { list: resourceTemplateList },
  judge({ list }, { fail, failIfAny, skip }) {
    const failed = list.pages.find((page) => page.kind !== 'result');
    if (failed?.kind === 'error') {
      const { code, message } = failed.error;
      if (code === -32601) return skip('notOffered', failed.at('/error/code'));
      return fail('error', failed.at('/error'), { code: found(code), message: found(message) });
    }
    if (failed !== undefined) return fail('unanswered', failed.atRequest());
    const wrong = list.pages.find((page) => page.kind === 'result' && !hasTemplates(page.result));
    if (wrong?.kind === 'result') {
      const member = isJsonObject(wrong.result) ? wrong.result['resourceTemplates'] : wrong.result;
      return fail('noArray', wrong.at('/result'), { found: found(member) });
    }
    return failIfAny(
      list.items.flatMap(templateFindings),
      ...list.pages.map((page) => page.at('/result/resourceTemplates')),
    );
  },
});

function hasTemplates(result: unknown): boolean {
  return isJsonObject(result) && Array.isArray(result['resourceTemplates']);
}

function templateFindings(entry: ListItem): FindingOf<'resources-templates'>[] {
  const { item, value, label: template } = entry;
  if (!isJsonObject(value))
    return [{ key: 'entry', at: entry.at(), data: { position: entry.index + 1, found: found(value) } }];
  const findings: FindingOf<'resources-templates'>[] = [];
  for (const member of ['name', 'uriTemplate', 'title', 'description', 'mimeType']) {
    const isRequired = member === 'name' || member === 'uriTemplate';
    const text = item[member];
    if (typeof text === 'string' || (text === undefined && !isRequired)) continue;
    findings.push({ key: 'member', at: entry.at(`/${member}`), data: { template, member, found: found(text) } });
  }
  const { uriTemplate } = item;
  const problem = typeof uriTemplate === 'string' ? problemOfUriTemplate(uriTemplate) : undefined;
  if (typeof uriTemplate === 'string' && problem !== undefined) {
    findings.push({ key: 'syntax', at: entry.at('/uriTemplate'), data: { template, uriTemplate, problem } });
  }
  return findings;
}
