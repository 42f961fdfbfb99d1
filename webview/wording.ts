import type { Category, Level, Report, ReportExchange, SkipCause, TestResult } from '../src/engine/report.js';

export const CATEGORY_NAMES: Record<Category, string> = {
  transport: 'Transport',
  lifecycle: 'Lifecycle',
  tools: 'Tools',
  resources: 'Resources',
  prompts: 'Prompts',
  errors: 'Errors',
  schema: 'Schema',
  security: 'Security',
};

export const LEVEL_NAMES: Record<Level, string> = { must: 'Must', should: 'Should', advice: 'Advice' };

/** Title of the failures of a level, and what failing them means. */
export const LEVEL_GROUPS: Record<Level, { title: string; note: string }> = {
  must: { title: 'Required by the specification', note: 'These weigh most in the score, and each one caps the grade.' },
  should: { title: 'Recommended by the specification', note: 'These lower the score, and cap nothing.' },
  advice: { title: 'Advice', note: 'Good practice without a sentence in the specification; never scored.' },
};

export const CAUSE_GROUPS: Record<SkipCause, { title: string; note: string }> = {
  'engine-error': { title: 'Failed inside MCP Assay', note: 'These are faults of this tool, not of the server.' },
  'not-permitted': { title: 'Not permitted', note: 'The mode of the run does not send what these need.' },
  'not-checked': { title: 'Not checked', note: 'Something that these need failed, or was not given.' },
  'not-evaluable': { title: 'Not evaluable', note: 'The answers of the server prove nothing either way.' },
  'not-applicable': { title: 'Not applicable', note: 'These ask nothing of a server like this one.' },
};

export const MODE_NOTES: Record<Report['mode'], string> = {
  observe: 'calls no tool',
  safe: 'calls only tools that say they only read',
  full: 'calls any tool and sends hostile input',
};

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}

/** Rounded down, so that 100 is said only of 100. */
export function wholeScore(score: number): string {
  return String(Math.floor(score));
}

export function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

export function verdictOf(test: TestResult): 'failed' | 'passed' | 'skipped' {
  if (test.skipped) return 'skipped';
  return test.passed ? 'passed' : 'failed';
}

/** One line: what was sent, how it ended and after how long. */
export function exchangeTitle(exchange: ReportExchange): string {
  const sent = exchange.request === null ? 'Sent by the server itself' : subjectOf(exchange.request);
  const time = duration(exchange.elapsedMs);
  switch (exchange.end) {
    case 'answered':
      return `${sent} → ${exchange.response?.status ?? 'reply'} after ${time}`;
    case 'silent':
      return `${sent} → no reply within ${time}`;
    case 'closed':
      return `${sent} → the connection closed after ${time}`;
    case 'failed':
      return `${sent} → ${exchange.error ?? 'failed'} after ${time}`;
    case 'not-awaited':
      return sent;
  }
}

function subjectOf(request: NonNullable<ReportExchange['request']>): string {
  const [, called] = /"method"\s*:\s*"([^"\\]{1,80})"/.exec(request.body) ?? [];
  if (called === undefined) return request.method ?? 'Bytes';
  return request.url === undefined || request.method === undefined ? called : `${request.method} ${called}`;
}

/** What an exchange's part is called. */
export function httpHead(part: { headers?: [string, string][] }, first: string): string {
  return [first, ...(part.headers ?? []).map(([name, value]) => `${name}: ${value}`)]
    .filter((line) => line !== '')
    .join('\n');
}
