import { defineProbe } from '../probe.js';
import { listTools, walkList } from './lists.js';

/** Lists the tools a second time, after the first list is complete. */
export const listToolsAgain = defineProbe({
  id: 'list-tools-again',
  effect: 'read',
  lane: 'shared',
  capability: 'tools',
  needs: { first: listTools },
  once: true,
  run: (context) => walkList(context, 'tools/list'),
});
