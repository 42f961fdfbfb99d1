/** `.mcp.json` as most tests want it. */
export const PORTABLE = `{
  "mcpServers": {
    "faulty": {
      "command": "node",
      "args": ["servers/faulty.mjs"]
    },
    "marking": {
      "command": "node",
      "args": ["servers/marking.mjs"]
    },
    "absent": {
      "command": "mcp-assay-no-such-program"
    }
  }
}
`;

/** `.vscode/mcp.json`, with what its reader allows beyond JSON. */
export const EDITOR_OWN = `{
  // Comments and trailing commas are allowed here.
  "inputs": [
    { "id": "token", "type": "promptString", "description": "Token of the server", "password": true },
  ],
  "servers": {
    "edited": {
      "type": "stdio",
      "command": "node",
      "args": ["\${workspaceFolder}/servers/edited.mjs"],
    },
    "silent": {
      "command": "node",
      "args": ["\${workspaceFolder}/servers/silent.mjs"],
    },
    "leaking": {
      "command": "node",
      "args": ["\${workspaceFolder}/servers/leaking.mjs"],
      "env": { "TOKEN": "\${input:token}" },
    },
  },
}
`;

/** `.cursor/mcp.json`, with a server that runs already. */
export function cursorConfig(url: string): string {
  return `${JSON.stringify({ mcpServers: { tickets: { type: 'http', url } } }, undefined, 2)}\n`;
}
