import { describe, expect, it } from 'vitest';
import { LaunchConsent, launchHash, scopeOf } from '../../../src/extension/launch-consent.js';

function memory() {
  const values = new Map<string, unknown>();
  return {
    values,
    get: (key: string) => values.get(key),
    async update(key: string, value: unknown) {
      values.set(key, value);
    },
  };
}

const FACTS = '{"type":"stdio","command":"node","args":["server.mjs"]}';

describe('consent', () => {
  it('is bound to what would be run', async () => {
    const consent = new LaunchConsent(memory());
    expect(consent.has(FACTS, 'start')).toBe(false);
    await consent.grant(FACTS, 'start');
    expect(consent.has(FACTS, 'start')).toBe(true);
    expect(consent.has(FACTS.replace('server', 'evil'), 'start')).toBe(false);
  });

  it('to a start is none to the full mode, but the other way round it is', async () => {
    const consent = new LaunchConsent(memory());
    await consent.grant(FACTS, 'start');
    expect(consent.has(FACTS, 'full')).toBe(false);
    const other = new LaunchConsent(memory());
    await other.grant(FACTS, 'full');
    expect(other.has(FACTS, 'start')).toBe(true);
    expect(other.has(FACTS, 'full')).toBe(true);
  });

  it('outlives the window, without the facts being stored', async () => {
    const store = memory();
    await new LaunchConsent(store).grant(FACTS, 'start');
    expect(new LaunchConsent(store).has(FACTS, 'start')).toBe(true);
    expect(JSON.stringify([...store.values])).not.toContain('server.mjs');
  });

  it('is forgotten on request', async () => {
    const consent = new LaunchConsent(memory());
    await consent.grant(FACTS, 'start');
    await consent.forgetAll();
    expect(consent.has(FACTS, 'start')).toBe(false);
  });

  it('does not trip over what something else has stored', async () => {
    const store = memory();
    await store.update('mcpAssay.consent', { not: 'a list' });
    const consent = new LaunchConsent(store);
    expect(consent.has(FACTS, 'start')).toBe(false);
    await consent.grant(FACTS, 'start');
    expect(consent.has(FACTS, 'start')).toBe(true);
  });

  it('keeps the latest launches only', async () => {
    const consent = new LaunchConsent(memory());
    for (let index = 0; index <= 500; index += 1) await consent.grant(`facts ${index}`, 'start');
    expect(consent.has('facts 0', 'start')).toBe(false);
    expect(consent.has('facts 500', 'start')).toBe(true);
  });
});

it('the hash is SHA-256', () => {
  expect(launchHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('only the full mode needs more than consent to a start', () => {
  expect(['observe', 'safe', 'full'].map((mode) => scopeOf(mode as 'observe' | 'safe' | 'full'))).toEqual([
    'start',
    'start',
    'full',
  ]);
});
