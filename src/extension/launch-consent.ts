import { createHash } from 'node:crypto';
import type { Mode } from '../engine/options.js';

/** What the user agrees to: that the server is started or contacted, or also that `full` mode does its worst. */
export type ConsentScope = 'start' | 'full';

/** The part of the editor's state of a workspace that is used. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): Thenable<void>;
}

const STATE_KEY = 'mcpAssay.consent';

/** More launches than anybody has; the oldest are forgotten, which only means that the user is asked again. */
const MAX_REMEMBERED = 500;

export function scopeOf(mode: Mode): ConsentScope {
  return mode === 'full' ? 'full' : 'start';
}

/** SHA-256 over `launchFacts`; changes whenever something else would be run. The facts themselves are never stored. */
export function launchHash(facts: string): string {
  return createHash('sha256').update(facts).digest('hex');
}

/**
 * What the user has agreed to, bound to a hash of the launch. Trust that is bound to a name only would let a changed
 * file start something else under it (CVE-2025-54136).
 */
export class LaunchConsent {
  constructor(private readonly memory: Memory) {}

  has(facts: string, scope: ConsentScope): boolean {
    const granted = this.granted();
    const hash = launchHash(facts);
    return granted.includes(entryOf(hash, scope)) || granted.includes(entryOf(hash, 'full'));
  }

  async grant(facts: string, scope: ConsentScope): Promise<void> {
    const entry = entryOf(launchHash(facts), scope);
    const others = this.granted().filter((known) => known !== entry);
    await this.memory.update(STATE_KEY, [...others, entry].slice(-MAX_REMEMBERED));
  }

  async forgetAll(): Promise<void> {
    await this.memory.update(STATE_KEY, undefined);
  }

  private granted(): string[] {
    const stored = this.memory.get(STATE_KEY);
    return Array.isArray(stored) ? stored.filter((entry) => typeof entry === 'string') : [];
  }
}

function entryOf(hash: string, scope: ConsentScope): string {
  return `${scope}:${hash}`;
}
