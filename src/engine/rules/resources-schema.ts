import { isJsonObject } from '../json.js';
import { defineRule, type FindingOf } from '../rule.js';
import { found } from '../views/found.js';
import { type ListItem, resourceList } from '../views/lists.js';
import { problemOfUri } from '../views/uri.js';

export const resourcesSchema = defineRule('resources-schema', {
  reads: { resources: resourceList },
  judge({ resources }, { failIfAny, skip }) {
    if (!resources.readable) return skip('unreadable', []);
    if (resources.items.length === 0) return skip('empty', []);
    return failIfAny(
      resources.items.flatMap(findingsOf),
      ...resources.pages.map((page) => page.at('/result/resources')),
    );
  },
});

const MEMBERS = [
  { member: 'uri', type: 'string', required: true },
  { member: 'name', type: 'string', required: true },
  { member: 'title', type: 'string', required: false },
  { member: 'description', type: 'string', required: false },
  { member: 'mimeType', type: 'string', required: false },
  { member: 'size', type: 'number', required: false },
] as const;

function findingsOf(entry: ListItem): FindingOf<'resources-schema'>[] {
  const { item, label: resource, value } = entry;
  if (!isJsonObject(value))
    return [{ key: 'entry', at: entry.at(), data: { position: entry.index + 1, found: found(value) } }];
  const findings: FindingOf<'resources-schema'>[] = [];
  for (const { member, type, required } of MEMBERS) {
    const there = item[member];
    const isRight = there === undefined ? !required : typeof there === type;
    if (isRight) continue;
    const wanted = type === 'string' ? 'a text' : 'a number';
    findings.push({
      key: 'member',
      at: entry.at(`/${member}`),
      data: { resource, member, found: found(there), wanted },
    });
  }
  const { uri } = item;
  const problem = typeof uri === 'string' ? problemOfUri(uri) : undefined;
  if (typeof uri === 'string' && problem !== undefined) {
    findings.push({ key: 'uri', at: entry.at('/uri'), data: { resource, uri, problem } });
  }
  return findings;
}
