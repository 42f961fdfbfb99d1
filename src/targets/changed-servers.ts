import {
  type ConfigContents,
  canonicalJson,
  type InputDefinition,
  type ServerDefinition,
} from './server-definition.js';

export interface ServerChanges {
  added: ServerDefinition[];
  /** As they are now. */
  changed: ServerDefinition[];
  /** As they were. */
  removed: ServerDefinition[];
}

/**
 * Which servers differ between two reads of one file. White space, comments, order of members and place in the file do
 * not count; an input that the entry uses does. A broken file changes nothing: while somebody types, its servers are
 * not gone.
 */
export function changedServers(before: ConfigContents, after: ConfigContents): ServerChanges {
  if (!after.readable) {
    return { added: [], changed: [], removed: [] };
  }
  const previous = new Map(before.servers.map((server) => [server.name, server]));
  const current = new Set(after.servers.map(({ name }) => name));
  const isChanged = (server: ServerDefinition): boolean => {
    const old = previous.get(server.name);
    return old !== undefined && identity(old, before.inputs) !== identity(server, after.inputs);
  };
  return {
    added: after.servers.filter(({ name }) => !previous.has(name)),
    changed: after.servers.filter(isChanged),
    removed: before.servers.filter(({ name }) => !current.has(name)),
  };
}

function identity(server: ServerDefinition, inputs: readonly InputDefinition[]): string {
  const entry = canonicalJson(server.entry);
  const used = inputs
    .filter(({ id }) => entry.includes(`\${input:${id}}`))
    .map(({ id, type, default: standard, command, commandArguments }) =>
      canonicalJson({ id, type, default: standard, command, commandArguments }),
    );
  return [server.reader, entry, ...used.toSorted()].join('\n');
}
