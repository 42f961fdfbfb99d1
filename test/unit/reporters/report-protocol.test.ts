import { describe, expect, it } from 'vitest';
import { isHostMessage, isPanelMessage, isPanelState, MAX_COPY_LENGTH } from '../../../src/rpc/report-protocol.js';

const isNumber = (value: unknown): value is number => typeof value === 'number';

const STATE = { key: 'k', verdict: 'all', category: '', level: '', search: '', open: ['a'], scroll: 3 };

const NOTHING = [undefined, null, 1, 'ready', [], {}, { type: 'other' }, { type: 1 }];

describe('messages of the panel', () => {
  it.each([
    { type: 'ready' },
    { type: 'rerunFailed' },
    { type: 'regrade' },
    { type: 'openSource' },
    { type: 'copy', markdown: '' },
    { type: 'openSpec', url: 'https://modelcontextprotocol.io/specification/2025-11-25/basic' },
  ])('are accepted: %j', (message) => {
    expect(isPanelMessage(message)).toBe(true);
  });

  it.each([
    ...NOTHING,
    { type: 'copy' },
    { type: 'copy', markdown: 1 },
    { type: 'openSpec' },
    { type: 'openSpec', url: 'http://modelcontextprotocol.io/' },
    { type: 'openSpec', url: 'command:workbench.action.quit' },
    { type: 'openSpec', url: 'javascript:alert(1)' },
    { type: 'openSpec', url: 'https:// evil' },
    { type: 'openSpec', url: `https://a/${'x'.repeat(2_000)}` },
  ])('are refused: %j', (message) => {
    expect(isPanelMessage(message)).toBe(false);
  });

  it('are refused when they would fill the clipboard', () => {
    expect(isPanelMessage({ type: 'copy', markdown: 'x'.repeat(MAX_COPY_LENGTH) })).toBe(true);
    expect(isPanelMessage({ type: 'copy', markdown: 'x'.repeat(MAX_COPY_LENGTH + 1) })).toBe(false);
  });
});

describe('messages of the host', () => {
  it.each([
    { type: 'report', key: 'k', report: 1 },
    { type: 'report', key: 'k', report: 1, previous: 2 },
    { type: 'running', key: 'k', server: 'notes' },
    { type: 'notice', key: 'k', text: 'Nothing.' },
    { type: 'reveal', key: 'k', id: 'lifecycle-ping' },
    { type: 'notice', key: 'k', text: 'Nothing.', isEmpty: true },
  ])('are accepted: %j', (message) => {
    expect(isHostMessage(message, isNumber)).toBe(true);
  });

  it.each([
    ...NOTHING,
    { type: 'report', report: 1 },
    { type: 'report', key: 'k' },
    { type: 'report', key: 'k', report: 'no report' },
    { type: 'report', key: 'k', report: 1, previous: 'no report' },
    { type: 'running', key: 'k' },
    { type: 'notice', key: 'k', text: 1 },
    { type: 'reveal', key: 'k' },
    { type: 'notice', key: 'k', text: '', isEmpty: 1 },
  ])('are refused: %j', (message) => {
    expect(isHostMessage(message, isNumber)).toBe(false);
  });
});

describe('what the panel remembers', () => {
  it('is accepted when it is whole', () => {
    expect(isPanelState(STATE)).toBe(true);
  });

  it.each([
    ...NOTHING,
    { ...STATE, key: 1 },
    { ...STATE, verdict: 'passes' },
    { ...STATE, category: null },
    { ...STATE, open: [1] },
    { ...STATE, open: 'a' },
    { ...STATE, scroll: Number.NaN },
    { ...STATE, scroll: '3' },
  ])('is refused otherwise: %j', (state) => {
    expect(isPanelState(state)).toBe(false);
  });
});
