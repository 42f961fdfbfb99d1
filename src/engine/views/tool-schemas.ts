import { isJsonObject, type JsonValue } from '../json.js';
import { problemsOfSchema, type SchemaProblem } from '../json-schema/validator.js';
import { defineView } from '../view.js';
import { type ListItem, toolList } from './lists.js';

/** A schema of a tool, read. */
export interface ReadSchema {
  value: JsonValue | undefined;
  /** What is wrong under its dialect; null when that cannot be judged here, or it is no object. */
  problems: SchemaProblem[] | null;
}

export interface ToolSchemas {
  tool: ListItem;
  input: ReadSchema;
  output: ReadSchema;
}

/** Of a longer list the rest is not compiled: at some milliseconds a schema, a list could keep a run busy for minutes. */
const MOST_TOOLS = 500;

function read(value: JsonValue | undefined, position: number): ReadSchema {
  return { value, problems: isJsonObject(value) && position < MOST_TOOLS ? problemsOfSchema(value) : null };
}

/** The schemas of every listed tool, each compiled once. */
export const toolSchemas = defineView({
  id: 'tool-schemas',
  reads: { tools: toolList },
  build: ({ tools }): ToolSchemas[] =>
    tools.items.map((tool, position) => ({
      tool,
      input: read(tool.item['inputSchema'], position),
      output: read(tool.item['outputSchema'], position),
    })),
});
