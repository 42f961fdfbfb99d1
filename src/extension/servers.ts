import { createHash } from 'node:crypto';
import type * as vscode from 'vscode';
import { Redactor } from '../engine/recording/redact.js';
import type { Target } from '../engine/target.js';
import {
  type ConfigContents,
  canonicalJson,
  type InputDefinition,
  type ServerDefinition,
} from '../targets/server-definition.js';

/** A configuration file of the workspace, as it was last read. */
export interface ConfigFileState {
  uri: vscode.Uri;
  folder: vscode.WorkspaceFolder;
  /** Relative to the folder, with `/`. */
  path: string;
  contents: ConfigContents;
}

/** A server that a configuration file defines. */
export interface ConfiguredServer {
  kind: 'configured';
  /** The same as long as file and name are the same. */
  key: string;
  name: string;
  /** Changes when the entry changes: a result with another fingerprint is stale. */
  fingerprint: string;
  file: ConfigFileState;
  definition: ServerDefinition;
}

/** A URL or a command that the user typed in. */
export interface TypedServer {
  kind: 'typed';
  key: string;
  name: string;
  fingerprint: string;
  target: Target;
}

export type Server = ConfiguredServer | TypedServer;

export function configuredServer(file: ConfigFileState, definition: ServerDefinition): ConfiguredServer {
  return {
    kind: 'configured',
    key: `${file.uri.toString()}#${encodeURIComponent(definition.name)}`,
    name: definition.name,
    fingerprint: fingerprintOf(definition, file.contents.inputs),
    file,
    definition,
  };
}

/** Over the entry and the inputs that it uses; layout and comments of the file do not count. */
function fingerprintOf({ entry }: ServerDefinition, inputs: readonly InputDefinition[]): string {
  const text = canonicalJson(entry);
  const used = inputs
    .filter(({ id }) => text.includes(`\${input:${id}}`))
    .map(({ id, type, default: standard }) => canonicalJson({ id, type, default: standard }));
  return createHash('sha256')
    .update([text, ...used].join('\n'))
    .digest('hex');
}

/** What was typed can hold a token: the key is a hash, since it is stored, and the name is redacted. */
export function typedServer(text: string, target: Target): TypedServer {
  const key = `typed:${createHash('sha256').update(text).digest('hex')}`;
  return { kind: 'typed', key, name: new Redactor(target.secrets).text(text), fingerprint: '', target };
}

/** Why a server cannot be graded as it stands in the file; undefined when it can. */
export function unusableReason(server: Server): string | undefined {
  if (server.kind === 'typed' || server.definition.definition.type !== 'invalid') return undefined;
  return server.definition.definition.problem.message;
}
