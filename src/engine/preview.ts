import { catalog } from './catalog.js';
import { RULES } from './generated/rule-map.js';
import type { RunOptions } from './options.js';
import type { Category, Level, RuleSet } from './report.js';
import { LATEST_REVISION } from './revision.js';
import { select } from './selection.js';
import { permits } from './verdict.js';
import { probesOf } from './view.js';

/** What a run with these options would check, without contacting anything. */
export interface PreviewEntry {
  id: string;
  name: string;
  category: Category;
  level: Level;
  set: RuleSet;
  runs: boolean;
  /** Why it would not run. */
  reason?: string;
}

export function preview(options: RunOptions, transport: 'stdio' | 'http'): PreviewEntry[] {
  const asked = options.specVersion ?? 'auto';
  const mode = options.mode ?? 'safe';
  const { entries } = select(
    catalog(asked === 'auto' ? LATEST_REVISION : asked).rules,
    options.only ?? [],
    options.skip ?? [],
  );
  return entries.map((entry) => {
    const { id, title: name, category, level, set } = entry;
    const facts = { id, name, category, level, set };
    if (!entry.transports.includes(transport))
      return { ...facts, runs: false, reason: `only over ${entry.transports.join(', ')}` };
    const rule = RULES.get(id);
    const permitted = rule === undefined || [...probesOf(rule.reads)].every((probe) => permits(mode, probe.effect));
    if (!permitted) return { ...facts, runs: false, reason: `mode ${mode} does not send this` };
    return { ...facts, runs: true };
  });
}
