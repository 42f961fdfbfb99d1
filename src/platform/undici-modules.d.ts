// undici's entry point loads fetch, WebSocket and caches, which cost more time than all of a short run; these two
// modules are what is used. The package has no export map and no types for single modules.
declare module 'undici/lib/dispatcher/agent.js' {
  import type { Agent } from 'undici';

  const agent: typeof Agent;
  export = agent;
}

declare module 'undici/lib/core/connect.js' {
  import type { buildConnector } from 'undici';

  const connect: typeof buildConnector;
  export = connect;
}
