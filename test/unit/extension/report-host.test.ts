import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/engine/report.js';
import { isSpecUrl, type PanelActions, ReportHost } from '../../../src/extension/report-host.js';
import { reportPage } from '../../../src/extension/report-page.js';
import type { ServerState } from '../../../src/extension/results.js';
import type { HostMessage } from '../../../src/rpc/report-protocol.js';
import { sampleReport } from './sample-report.js';

function host(initial: ServerState = {}) {
  const posted: HostMessage<Report>[] = [];
  const calls: string[] = [];
  let state = initial;
  const actions: PanelActions = {
    openSpec: (url) => calls.push(`openSpec ${url}`),
    copy: (markdown) => calls.push(`copy ${markdown}`),
    rerunFailed: (key) => calls.push(`rerunFailed ${key}`),
    regrade: (key) => calls.push(`regrade ${key}`),
    openSource: (key) => calls.push(`openSource ${key}`),
    refused: () => calls.push('refused'),
  };
  const reportHost = new ReportHost({
    key: 'k',
    name: () => 'weather',
    post: (message) => posted.push(message),
    state: () => state,
    actions,
    emptyText: 'Not graded.',
  });
  return {
    reportHost,
    calls,
    take: () => posted.splice(0),
    set: (next: ServerState) => {
      state = next;
      reportHost.update();
    },
  };
}

const running = { isWaiting: false, done: 1, total: 9, failures: 0 };

function result(report: Report, previous?: Report) {
  return { report, ...(previous && { previous }), fingerprint: 'f', finishedAt: 1 };
}

describe('what a panel is shown', () => {
  it('is nothing before it listens, then all there is', () => {
    const { reportHost, take } = host({ result: result(sampleReport()), running });
    reportHost.update();
    expect(take()).toEqual([]);
    reportHost.receive({ type: 'ready' });
    expect(take().map(({ type }) => type)).toEqual(['report', 'running']);
    reportHost.receive({ type: 'ready' });
    expect(take().map(({ type }) => type)).toEqual(['report', 'running']);
  });

  it('is one check on request, as soon as it listens', () => {
    const { reportHost, take } = host({ result: result(sampleReport()) });
    reportHost.reveal('lifecycle-ping');
    expect(take()).toEqual([]);
    reportHost.receive({ type: 'ready' });
    expect(take().map(({ type }) => type)).toEqual(['report', 'reveal']);
    reportHost.reveal('tools-schema');
    expect(take()).toEqual([{ type: 'reveal', key: 'k', id: 'tools-schema' }]);
    reportHost.receive({ type: 'ready' });
    expect(take().map(({ type }) => type)).toEqual(['report']);
  });

  it('is each change once', () => {
    const { reportHost, take, set } = host();
    reportHost.receive({ type: 'ready' });
    expect(take()).toEqual([{ type: 'notice', key: 'k', text: 'Not graded.', isEmpty: true }]);
    set({ running });
    set({ running: { ...running, done: 2 } });
    expect(take()).toEqual([{ type: 'running', key: 'k', server: 'weather' }]);
    const report = sampleReport();
    set({ running, result: result(report) });
    set({ result: result(report) });
    expect(take().at(-1)).toEqual({ type: 'report', key: 'k', report });
  });

  it('is the report again when a run was stopped, and why when it failed', () => {
    const report = sampleReport();
    const { reportHost, take, set } = host({ result: result(report) });
    reportHost.receive({ type: 'ready' });
    set({ result: result(report), running });
    take();
    set({ result: result(report) });
    expect(take().map(({ type }) => type)).toEqual(['report']);
    set({ result: result(report), running });
    take();
    set({ result: result(report), problem: { message: 'The engine stopped.', fingerprint: 'f' } });
    expect(take().map(({ type }) => type)).toEqual(['report', 'notice']);
  });

  it('has the report before', () => {
    const [report, previous] = [sampleReport(), sampleReport({ grade: 'C' })];
    const { reportHost, take } = host({ result: result(report, previous) });
    reportHost.receive({ type: 'ready' });
    expect(take()).toEqual([{ type: 'report', key: 'k', report, previous }]);
  });
});

describe('what a panel asks for', () => {
  it.each([
    [{ type: 'openSpec', url: 'https://modelcontextprotocol.io/x#y' }, 'openSpec https://modelcontextprotocol.io/x#y'],
    [{ type: 'copy', markdown: '# text' }, 'copy # text'],
    [{ type: 'rerunFailed' }, 'rerunFailed k'],
    [{ type: 'regrade' }, 'regrade k'],
    [{ type: 'openSource' }, 'openSource k'],
  ])('is done: %o', (message, call) => {
    const { reportHost, calls } = host();
    reportHost.receive(message);
    expect(calls).toEqual([call]);
  });

  it.each([
    undefined,
    null,
    'ready',
    {},
    { type: 'execute', command: 'rm' },
    { type: 'openSpec', url: 'https://evil.example/' },
    { type: 'openSpec', url: 'https://modelcontextprotocol.io.evil.example/' },
    { type: 'openSpec', url: 'http://modelcontextprotocol.io/' },
    { type: 'openSpec', url: 'https://modelcontextprotocol.io@evil.example/' },
    { type: 'openSpec', url: 'file:///etc/passwd' },
    { type: 'copy', markdown: 7 },
  ])('is refused: %o', (message) => {
    const { reportHost, calls } = host();
    reportHost.receive(message);
    expect(calls).toEqual(['refused']);
  });
});

describe('links', () => {
  it('lead to the specification only', () => {
    expect(isSpecUrl('https://modelcontextprotocol.io/specification/2025-11-25/basic')).toBe(true);
    expect(isSpecUrl('https://modelcontextprotocol.io:8443/')).toBe(false);
    expect(isSpecUrl('not a url')).toBe(false);
  });
});

describe('the page', () => {
  const page = reportPage({
    script: 'https://files/report.js',
    style: 'https://files/report.css',
    cspSource: 'https://files',
    nonce: 'n0nce',
    language: 'en',
    title: '</title><script>alert(1)</script>',
  });

  it('allows its own script and style only', () => {
    expect(page).toContain(
      `content="default-src 'none'; style-src https://files; script-src 'nonce-n0nce'; base-uri 'none'; form-action 'none'"`,
    );
    expect(page).not.toMatch(/unsafe-|\sstyle=|\son\w+=/);
    expect(page.match(/<script/g)).toEqual(['<script']);
  });

  it('escapes the name of a server', () => {
    expect(page).toContain('&lt;/title&gt;&lt;script&gt;');
  });
});
