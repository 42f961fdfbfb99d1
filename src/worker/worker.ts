import { parentPort } from 'node:worker_threads';
import { assess } from '../engine/assess.js';
import { judge } from '../engine/judge.js';
import { parseRecording } from '../engine/recording/recording.js';
import { nodePlatform } from '../platform/node.js';
import { serveEngine } from './serve-engine.js';
import { threadPort } from './thread-port.js';

if (parentPort) {
  serveEngine(threadPort(parentPort), {
    assess,
    judge: (recording, options) => judge(parseRecording(recording), options),
    platform: nodePlatform,
  });
}
