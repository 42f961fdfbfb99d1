import { isJsonObject, type JsonObject } from '../json.js';
import { defineRule, type FindingOf } from '../rule.js';
import { found } from '../views/found.js';
import { type ListItem, promptList } from '../views/lists.js';

export const promptsSchema = defineRule('prompts-schema', {
  reads: { prompts: promptList },
  judge({ prompts }, { failIfAny, skip }) {
    if (!prompts.readable) return skip('unreadable', []);
    if (prompts.items.length === 0) return skip('empty', []);
    return failIfAny(prompts.items.flatMap(findingsOf), ...prompts.pages.map((page) => page.at('/result/prompts')));
  },
});

const WANTED = { text: 'a text', array: 'an array', object: 'an object', flag: 'true or false' };

function findingsOf(entry: ListItem): FindingOf<'prompts-schema'>[] {
  const { item, label: prompt, value } = entry;
  if (!isJsonObject(value))
    return [{ key: 'entry', at: entry.at(), data: { position: entry.index + 1, found: found(value) } }];
  const findings: FindingOf<'prompts-schema'>[] = [];
  for (const member of wrongTexts(item)) {
    findings.push({
      key: 'member',
      at: entry.at(`/${member}`),
      data: { prompt, member, found: found(item[member]), wanted: WANTED.text },
    });
  }
  const listed = item['arguments'];
  if (listed === undefined) return findings;
  if (!Array.isArray(listed)) {
    const data = { prompt, member: 'arguments', found: found(listed), wanted: WANTED.array };
    return [...findings, { key: 'member', at: entry.at('/arguments'), data }];
  }
  for (const [index, argument] of listed.entries()) {
    const about = { prompt, position: index + 1 };
    const place = `/arguments/${index}`;
    if (!isJsonObject(argument)) {
      findings.push({
        key: 'argument',
        at: entry.at(place),
        data: { ...about, member: 'it', found: found(argument), wanted: WANTED.object },
      });
      continue;
    }
    for (const member of wrongTexts(argument)) {
      findings.push({
        key: 'argument',
        at: entry.at(`${place}/${member}`),
        data: { ...about, member, found: found(argument[member]), wanted: WANTED.text },
      });
    }
    const { required } = argument;
    if (required === undefined || typeof required === 'boolean') continue;
    findings.push({
      key: 'argument',
      at: entry.at(`${place}/required`),
      data: { ...about, member: 'required', found: found(required), wanted: WANTED.flag },
    });
  }
  return findings;
}

/** Members of a prompt or argument that must be texts and are not. */
function wrongTexts(holder: JsonObject): string[] {
  return ['name', 'title', 'description'].filter((member) => {
    const value = holder[member];
    return typeof value !== 'string' && (value !== undefined || member === 'name');
  });
}
