import { defineProbe } from '../probe.js';
import type { Exchange } from '../recording/exchange.js';

/** From the most to the least talkative, so that the last one keeps the rest of the run quiet. */
export const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

interface LevelSet {
  [member: string]: string | Exchange;
  level: string;
  set: Exchange;
}

/** Sets each log level once. */
export const setLogLevels = defineProbe({
  id: 'set-log-levels',
  effect: 'read',
  lane: 'shared',
  capability: 'logging',
  async run({ wire }) {
    const levels = LOG_LEVELS.map(
      async (level): Promise<LevelSet> => ({
        level,
        set: await wire.exchange({ method: 'logging/setLevel', params: { level } }),
      }),
    );
    return { levels: await Promise.all(levels) };
  },
});
