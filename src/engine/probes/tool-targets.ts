import { isJsonObject, type JsonObject } from '../json.js';
import { exampleFor } from '../json-schema/example.js';
import type { ProbeContext } from '../probe.js';
import { mergePages } from '../views/lists.js';
import type { Pages } from './lists.js';

/** A tool with valid arguments, and the text argument that hostile texts go into. */
export interface ToolTarget {
  tool: string;
  parameter: string;
  args: JsonObject;
}

type TargetContext = ProbeContext<{ tools: Pages }>;

/**
 * How much harm a call could do by what the tool says of itself: 0 reads only, 1 is not destructive, 2 says nothing,
 * 3 is destructive.
 */
export function tierOf(tool: JsonObject): number {
  const { annotations } = tool;
  if (!isJsonObject(annotations)) return 2;
  if (annotations['readOnlyHint'] === true) return 0;
  if (annotations['destructiveHint'] === false) return 1;
  return annotations['destructiveHint'] === true ? 3 : 2;
}

/** The tools that may be called, safest tier first, with arguments that are valid for their schema. */
export function callableTools({
  needs,
  isForbiddenTool,
}: TargetContext): { tool: JsonObject; name: string; args: JsonObject }[] {
  const callable = mergePages(needs.tools, 'tools').items.flatMap(({ item }) => {
    const { name, inputSchema } = item;
    if (typeof name !== 'string' || !isJsonObject(inputSchema) || isForbiddenTool(name)) return [];
    const args = exampleFor(inputSchema);
    return isJsonObject(args) ? [{ tool: item, name, args }] : [];
  });
  return callable.sort((a, b) => tierOf(a.tool) - tierOf(b.tool));
}

/**
 * One target out of the safest tier that has a free text argument: if there is a choice, one whose parameter sounds
 * like what the texts are for.
 */
export function textTarget(context: TargetContext, sounds: RegExp): ToolTarget | null {
  const candidates = callableTools(context).flatMap(({ tool, name, args }) =>
    textParameters(tool, sounds).map((parameter) => ({ tier: tierOf(tool), tool: name, parameter, args })),
  );
  const [safest] = candidates;
  if (safest === undefined) return null;
  const tier = candidates.filter((candidate) => candidate.tier === safest.tier);
  const { tool, parameter, args } = tier.find((candidate) => sounds.test(candidate.parameter)) ?? safest;
  return { tool, parameter, args };
}

/** Parameters that take any text, and those that sound right and take texts of some form. */
function textParameters(tool: JsonObject, sounds: RegExp): string[] {
  const { inputSchema } = tool;
  const properties =
    isJsonObject(inputSchema) && isJsonObject(inputSchema['properties']) ? inputSchema['properties'] : {};
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (!isJsonObject(schema) || schema['type'] !== 'string' || 'enum' in schema || 'const' in schema) return [];
    const hasForm = 'pattern' in schema || 'format' in schema;
    return hasForm && !sounds.test(name) ? [] : [name];
  });
}
