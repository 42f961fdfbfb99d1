import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalog } from '../../../src/engine/catalog.js';
import { RULES } from '../../../src/engine/generated/rule-map.js';
import type { Effect, Probe } from '../../../src/engine/probe.js';
import { neededProbes } from '../../../src/engine/run.js';
import { probesOf, readsWholeRun } from '../../../src/engine/view.js';
import { faultCases } from '../../faults/faults.js';

const { rules: entries } = catalog('2025-11-25');
const EFFECTS: readonly Effect[] = ['read', 'call', 'hostile'];

function strongest(probes: Iterable<Probe>): Effect {
  const ranks = [...probes].map((probe) => EFFECTS.indexOf(probe.effect));
  return EFFECTS[Math.max(0, ...ranks)] ?? 'read';
}

/** Everything that a rule's texts can be named in: the rule itself, and the views that make findings for several rules. */
const sources = ['rules', 'views'].map((folder) => {
  const path = new URL(`../../../src/engine/${folder}/`, import.meta.url);
  return readdirSync(path).map((name) => ({ folder, name, text: readFileSync(new URL(name, path), 'utf8') }));
});
const views = (sources[1] ?? []).map(({ text }) => text).join('\n');

describe('the catalog and the code', () => {
  it('have the same rules', () => {
    expect([...RULES.keys()].sort()).toEqual(entries.map((entry) => entry.id).sort());
  });

  it.each(entries.map((entry) => [entry.id, entry] as const))('%s reads what its effect says', (id, entry) => {
    const rule = RULES.get(id);
    if (rule === undefined) throw new Error(`${id} has no code`);
    const probes = probesOf(rule.reads);
    expect(probes.size > 0 || readsWholeRun(rule.reads)).toBe(true);
    expect(strongest(probes)).toBe(entry.effect);
    expect(rule.id).toBe(id);
  });

  it.each(entries.map((entry) => [entry.id, entry] as const))('%s uses every text that it has', (id, entry) => {
    const own = sources[0]?.find(({ name }) => name === `${id}.ts`)?.text ?? '';
    const keys = [entry.fail, entry.skip ?? {}, entry.warn ?? {}].flatMap(Object.keys);
    const unused = keys.filter((key) => !new RegExp(`['"]${key}['"]`).test(own + views));
    expect(unused).toEqual([]);
  });
});

describe('every rule has a fault', () => {
  const cases = faultCases(entries.map((entry) => entry.id));
  const expected = entries.flatMap((entry) => entry.transports.map((transport) => [entry.id, transport] as const));
  it.each(expected)('%s on %s', (id, transport) => {
    expect(cases.some((fault) => fault.transport === transport && fault.fails.includes(id))).toBe(true);
  });
});

describe('probes', () => {
  const probes = [...neededProbes(entries)];

  it('are all read by a rule, or needed by a probe', () => {
    const read = new Set(probes.map((probe) => probe.id));
    const path = new URL('../../../src/engine/probes/', import.meta.url);
    const defined = readdirSync(path).flatMap((name) => {
      const text = readFileSync(new URL(name, path), 'utf8');
      return [...text.matchAll(/^ {2}id: '([a-z-]+)'/gm)].map((match) => match[1]);
    });
    expect(defined.filter((id) => id !== undefined && !read.has(id))).toEqual([]);
  });

  it('have one id each', () => {
    const ids = probes.map((probe) => probe.id);
    expect(ids).toHaveLength(new Set(ids).size);
  });

  it('come after what they need, and no probe needs a later lane', () => {
    const lanes = ['first', 'spare', 'shared', 'own', 'fresh', 'last'];
    for (const probe of probes) {
      for (const before of [...Object.values(probe.needs), ...Object.values(probe.wants)]) {
        expect(probes.indexOf(before)).toBeLessThan(probes.indexOf(probe));
        if (before.lane === 'last') expect(lanes.indexOf(before.lane)).toBeLessThanOrEqual(lanes.indexOf(probe.lane));
      }
    }
  });
});
