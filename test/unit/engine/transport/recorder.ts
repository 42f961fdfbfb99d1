import { Recorder } from '../../../../src/engine/recording/recorder.js';
import {
  type ExchangeRecord,
  RECORDING_FORMAT,
  RECORDING_VERSION,
  type Recording,
} from '../../../../src/engine/recording/recording.js';
import { nodePlatform } from '../../../../src/platform/node.js';

/** A recorder of a run that has just begun. */
export function newRecorder(type: 'stdio' | 'http'): Recorder {
  const recording: Recording = {
    format: RECORDING_FORMAT,
    version: RECORDING_VERSION,
    toolVersion: '0',
    startedAt: new Date().toISOString(),
    durationMs: 0,
    mode: 'safe',
    specVersion: '2025-11-25',
    specVersionReason: 'test',
    limits: { requestMs: 5_000, startupMs: 5_000, preflightMs: 5_000 },
    only: [],
    skip: [],
    forbiddenTools: [],
    target: { type, label: 'test', shown: 'test', credential: false, loopback: true },
    connections: [],
    exchanges: [],
    probes: {},
    startFailure: null,
    warnings: [],
  };
  return new Recorder(recording, nodePlatform());
}

/** The text that was taken for the reply to an exchange. */
export function replyTo(recorder: Recorder, exchange: ExchangeRecord): string | undefined {
  return recorder.recording.connections[exchange.connection]?.incoming[exchange.reply ?? -1]?.text;
}

export const TAG = { probe: 'test', attempt: 0 };
