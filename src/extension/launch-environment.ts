/** Variables by which the editor steers its own processes; a server that inherits them behaves unlike in a terminal. */
const EDITOR_VARIABLES = /^(?:ELECTRON_|VSCODE_|CODE_SERVER_|APPLICATION_INSIGHTS_)/;

/** The environment that servers inherit: the editor's own, without what only concerns the editor. */
export function launchEnvironment(own: NodeJS.ProcessEnv): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(own)) {
    if (value !== undefined && !EDITOR_VARIABLES.test(name)) environment[name] = value;
  }
  return environment;
}
