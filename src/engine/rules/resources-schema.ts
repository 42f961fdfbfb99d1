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
    const entries = resources.items.filter(({ value }) => isJsonObject(value));
    return failIfAny(entries.flatMap(findingsOf), ...resources.pages.map((page) => page.at('/result/resources')));
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
  const { item, label: resource } = entry;
  const findings: FindingOf<'resources-schema'>[] = [];
  for (const { member, type, required } of MEMBERS) {
    const value = item[member];
    const isRight = value === undefined ? !required : typeof value === type;
    if (isRight) continue;
    const wanted = type === 'string' ? 'a text' : 'a number';
    findings.push({
      key: 'member',
      at: entry.at(`/${member}`),
      data: { resource, member, found: found(value), wanted },
    });
  }
  const { uri } = item;
  const problem = typeof uri === 'string' ? problemOfUri(uri) : undefined;
  if (typeof uri === 'string' && problem !== undefined) {
    findings.push({ key: 'uri', at: entry.at('/uri'), data: { resource, uri, problem } });
  }
  return findings;
}
