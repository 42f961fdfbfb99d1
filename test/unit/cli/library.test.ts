import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  AbortError,
  assess,
  catalog,
  judge,
  LATEST_REVISION,
  nodePlatform,
  parseRecording,
  preview,
  renderHtml,
  renderJson,
  renderTerminal,
  type StdioTarget,
} from '../../../src/library.js';
import { allGone } from '../platform/process-state.js';

const stdioServer = fileURLToPath(new URL('../../hostile/servers/stdio.mjs', import.meta.url));

function target(name: string): StdioTarget {
  const env = { PATH: process.env['PATH'] ?? '' };
  return { type: 'stdio', label: name, secrets: [], command: process.execPath, args: [stdioServer, name], env };
}

describe('the library', () => {
  it('grades a server, judges the recording again, and renders the report', async () => {
    const seen: string[] = [];
    const options = { only: ['tools-list'], observer: { onVerdict: ({ id }: { id: string }) => void seen.push(id) } };
    const { report, recording } = await assess(target('well-behaved'), options, nodePlatform());
    expect(report.tests.map(({ id, passed, skipped }) => ({ id, passed, skipped }))).toEqual([
      { id: 'tools-list', passed: true, skipped: false },
    ]);
    expect(seen).toEqual(['tools-list']);
    const again = judge(parseRecording(JSON.stringify(recording)));
    expect(again.tests.map(({ passed }) => passed)).toEqual([true]);
    expect(JSON.parse(renderJson(report))).toEqual(JSON.parse(JSON.stringify(report)));
    expect(renderTerminal(report, { colour: false, verbose: true, width: 80 })).toContain('tools-list');
    expect(renderHtml(report, { script: '', style: '' })).toContain('tools-list');
  });

  it('knows the checks without a server', () => {
    const ids = catalog(LATEST_REVISION).rules.map((rule) => rule.id);
    expect(ids).toHaveLength(88);
    expect(preview({}, 'stdio').map((entry) => entry.id)).toEqual(ids);
  });

  it('can be stopped, and leaves no process then', async () => {
    const started: number[] = [];
    const controller = new AbortController();
    const platform = nodePlatform({
      onProcessStarted: (pid) => {
        started.push(pid);
        controller.abort();
      },
    });
    const run = assess(target('never-answers'), { signal: controller.signal }, platform);
    await expect(run).rejects.toThrow(AbortError);
    expect(started.length).toBeGreaterThan(0);
    await allGone(started);
  });
});
