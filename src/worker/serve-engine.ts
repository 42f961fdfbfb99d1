import type { RunOptions } from '../engine/options.js';
import type { Platform } from '../engine/platform.js';
import type { Report } from '../engine/report.js';
import type { Target } from '../engine/target.js';
import { Channel, type Port } from '../rpc/channel.js';
import { type HostContract, hostContract, type WorkerContract, workerContract } from '../rpc/engine-protocol.js';

/** Told of the process groups that a run starts. */
export interface ProcessWatcher {
  onProcessStarted(pid: number): void;
  onProcessEnded(pid: number): void;
}

/** What the worker carries messages for. */
export interface Engine {
  assess(target: Target, options: RunOptions, platform: Platform): Promise<{ report: Report }>;
  /** `recording` is the text of a recording's file. */
  judge(recording: string, options: { only?: readonly string[]; skip?: readonly string[] }): Report;
  platform(watcher: ProcessWatcher): Platform;
}

/** Answers the host's requests with the engine's results. `channel.close()` cancels every run. */
export function serveEngine(port: Port, engine: Engine): Channel<WorkerContract, HostContract> {
  const channel: Channel<WorkerContract, HostContract> = new Channel(port, {
    outgoing: workerContract,
    incoming: hostContract,
    handlers: {
      requests: {
        async assess({ runId, target, options }, { signal }) {
          const platform = engine.platform({
            onProcessStarted: (pid) => channel.emit('processStarted', { runId, pid }),
            onProcessEnded: (pid) => channel.emit('processEnded', { runId, pid }),
          });
          const { report } = await engine.assess(
            target,
            {
              ...options,
              signal,
              observer: {
                onProgress: (progress) => channel.emit('progress', { runId, ...progress }),
                onVerdict: (result) => channel.emit('verdict', { runId, result }),
              },
            },
            platform,
          );
          return { report };
        },
        judge: ({ recording, only, skip }) => ({
          report: engine.judge(recording, { ...(only && { only }), ...(skip && { skip }) }),
        }),
      },
      events: {},
    },
  });
  return channel;
}
