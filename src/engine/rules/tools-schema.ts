import { isJsonObject } from '../json.js';
import { defineRule, type FindingOf } from '../rule.js';
import { found } from '../views/found.js';
import { toolList } from '../views/lists.js';
import { type ToolSchemas, toolSchemas } from '../views/tool-schemas.js';

export const toolsSchema = defineRule('tools-schema', {
  reads: { tools: toolList, schemas: toolSchemas },
  judge({ tools, schemas }, { failIfAny, skip }) {
    if (!tools.readable) return skip('unreadable', []);
    if (tools.items.length === 0)
      return skip(
        'empty',
        tools.pages.map((page) => page.at('/result')),
      );
    return failIfAny(schemas.flatMap(findingsOf), ...tools.pages.map((page) => page.at('/result/tools')));
  },
});

function findingsOf({ tool: entry, input }: ToolSchemas): FindingOf<'tools-schema'>[] {
  const findings: FindingOf<'tools-schema'>[] = [];
  const { item, label: tool, value } = entry;
  if (!isJsonObject(value))
    return [{ key: 'entry', at: entry.at(), data: { position: entry.index + 1, found: found(value) } }];
  const { name, description } = item;
  if (typeof name !== 'string')
    findings.push({ key: 'name', at: entry.at('/name'), data: { tool, found: found(name) } });
  if (description !== undefined && typeof description !== 'string') {
    findings.push({ key: 'description', at: entry.at('/description'), data: { tool, found: found(description) } });
  }
  const schema = input.value;
  // A schema that is missing altogether is the finding of security-tool-schema-defined.
  if (schema === undefined) return findings;
  if (!isJsonObject(schema))
    return [...findings, { key: 'notObject', at: entry.at('/inputSchema'), data: { tool, found: found(schema) } }];
  if (schema['type'] !== 'object') {
    return [
      ...findings,
      { key: 'type', at: entry.at('/inputSchema/type'), data: { tool, found: found(schema['type']) } },
    ];
  }
  for (const { pointer, problem } of input.problems ?? []) {
    const place = pointer === '' ? 'its top' : pointer;
    findings.push({ key: 'invalid', at: entry.at(`/inputSchema${pointer}`), data: { tool, problem, place } });
  }
  return findings;
}
