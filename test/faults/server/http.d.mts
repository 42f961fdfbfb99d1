import type { Fault } from './faults/index.mjs';

export interface RunningServer {
  url: string;
  server: {
    /** What tools with effects were asked to do. */
    calls: { tool: string; path: string }[];
  };
  close(): Promise<void>;
}

export function startHttpServer(options?: {
  /** Name of a fault, or a fault. */
  fault?: string | Partial<Fault>;
  auth?: { token: string };
  callLog?: string;
  port?: number;
}): Promise<RunningServer>;
