import { isJsonObject } from '../json.js';
import { defineRule, type FindingOf } from '../rule.js';
import { found } from '../views/found.js';
import { toolList } from '../views/lists.js';
import { type ToolSchemas, toolSchemas } from '../views/tool-schemas.js';

export const toolsOutputSchema = defineRule('tools-output-schema', {
  reads: { tools: toolList, schemas: toolSchemas },
  judge({ tools, schemas }, { failIfAny, skip }) {
    if (!tools.readable) return skip('unreadable', []);
    const declared = schemas.filter(({ output }) => output.value !== undefined);
    if (declared.length === 0) return skip('none', []);
    return failIfAny(declared.flatMap(findingsOf), ...declared.map(({ tool }) => tool.at('/outputSchema')));
  },
});

function findingsOf({ tool: entry, output }: ToolSchemas): FindingOf<'tools-output-schema'>[] {
  const { label: tool } = entry;
  const schema = output.value;
  if (!isJsonObject(schema))
    return [{ key: 'notObject', at: entry.at('/outputSchema'), data: { tool, found: found(schema) } }];
  // This revision asks for an object at the root; later ones allow more.
  if (schema['type'] !== 'object')
    return [{ key: 'type', at: entry.at('/outputSchema/type'), data: { tool, found: found(schema['type']) } }];
  return (output.problems ?? []).map(({ pointer, problem }) => ({
    key: 'invalid',
    at: entry.at(`/outputSchema${pointer}`),
    data: { tool, problem, place: pointer === '' ? 'its top' : pointer },
  }));
}
