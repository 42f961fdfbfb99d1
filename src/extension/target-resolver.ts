import { homedir } from 'node:os';
import type * as vscode from 'vscode';
import type { Target } from '../engine/target.js';
import { targetOfLine } from '../targets/command-line.js';
import { type LaunchContext, launchFacts, launchText, targetFacts } from '../targets/launch-hash.js';
import { resolveTarget } from '../targets/resolve.js';
import type { ConfigProblem } from '../targets/server-definition.js';
import { HumanError } from './human-error.js';
import type { Inputs } from './inputs.js';
import { launchEnvironment } from './launch-environment.js';
import { type ConfiguredServer, type Server, type TypedServer, typedServer } from './servers.js';
import { uriToPath } from './uri-to-path.js';
import { readTextFile } from './workspace-servers.js';

/** The entry cannot be made into something that can be run; `problem` has the place. */
export class UnresolvedError extends HumanError {
  constructor(readonly problem: ConfigProblem) {
    super(problem.message);
  }
}

/** What a run of a server means, for consent. */
export interface Launch {
  /** To be hashed only: it holds values of the file. */
  facts: string;
  /** The command line or URL as the file has it. */
  text: string;
  /** Whether a process is started; otherwise a server that runs somewhere is contacted. */
  isCommand: boolean;
}

/** Makes targets of servers, with the editor's environment, folders and answers. */
export class TargetResolver {
  constructor(
    private readonly vs: typeof vscode,
    private readonly inputs: Inputs,
  ) {}

  /** Asks for nothing and resolves no input, so that it can be had before the user has agreed. */
  async launch(server: Server): Promise<Launch> {
    if (server.kind === 'typed') {
      return { facts: targetFacts(server.target), text: server.name, isCommand: server.target.type === 'stdio' };
    }
    const { definition } = server;
    if (definition.definition.type === 'invalid') throw new UnresolvedError(definition.definition.problem);
    const isCommand = definition.definition.type === 'stdio';
    return { facts: await launchFacts(definition, this.context(server)), text: launchText(definition), isCommand };
  }

  /** The target with every value in its place. With `mayAsk` false an input without a stored value is an error. */
  async target(server: Server, mayAsk: boolean): Promise<Target> {
    if (server.kind === 'typed') return server.target;
    const resolution = await resolveTarget(server.definition, {
      ...this.context(server),
      inputs: server.file.contents.inputs,
      input: (request) => this.inputs.get(request, mayAsk),
    });
    if (resolution.ok) return resolution.target;
    throw new UnresolvedError(resolution.problems[0]);
  }

  /** A server that the user typed: an http(s) URL or a command line, run from the first folder. */
  typed(line: string): TypedServer {
    const folder = this.vs.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file');
    const result = targetOfLine(line, {
      folder: folder ? uriToPath(folder.uri) : homedir(),
      homeFolder: homedir(),
      style: pathStyle(),
      environment: launchEnvironment(process.env),
    });
    if (!result.ok) throw new HumanError(result.message);
    return typedServer(line.trim(), result.value);
  }

  private context({ file: { folder } }: ConfiguredServer): LaunchContext {
    if (folder.uri.scheme !== 'file') {
      throw new HumanError(
        this.vs.l10n.t('Servers of a virtual folder cannot be started. Open the folder from a disk.'),
      );
    }
    return {
      folder: uriToPath(folder.uri),
      folders: (this.vs.workspace.workspaceFolders ?? []).map(({ name, uri }) => ({ name, path: uriToPath(uri) })),
      homeFolder: homedir(),
      environment: launchEnvironment(process.env),
      style: pathStyle(),
      files: { readText: (path) => readTextFile(this.vs, this.vs.Uri.file(path)) },
    };
  }
}

function pathStyle(): 'posix' | 'windows' {
  return process.platform === 'win32' ? 'windows' : 'posix';
}
