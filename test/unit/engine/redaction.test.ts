import { describe, expect, it } from 'vitest';
import { assess } from '../../../src/engine/assess.js';
import { Redactor } from '../../../src/engine/recording/redact.js';
import type { TestResult } from '../../../src/engine/report.js';
import { nodePlatform } from '../../../src/platform/node.js';
import { stdioTarget } from '../../faults/launch.js';

describe('Redactor', () => {
  const redactor = new Redactor(['s3cret "quoted"', 's3cret', 'a b&c']);

  it('replaces secrets as they are, escaped in JSON, and encoded in a URL', () => {
    expect(redactor.text('x s3cret y')).toBe('x «redacted» y');
    expect(redactor.text(JSON.stringify({ token: 's3cret "quoted"' }))).toBe('{"token":"«redacted»"}');
    expect(redactor.text(`?q=${encodeURIComponent('a b&c')}`)).toBe('?q=«redacted»');
  });

  it('goes into member names and lists, and leaves the rest alone', () => {
    expect(redactor.copy({ s3cret: ['s3cret', 1, null, true], other: 'text' })).toEqual({
      '«redacted»': ['«redacted»', 1, null, true],
      other: 'text',
    });
  });
});

it('keeps a secret that the server gives back out of report, recording and live verdicts', async () => {
  const secret = 'very-secret-value-31';
  const target = {
    ...stdioTarget('', { FAULT_NAME: secret }),
    args: [...stdioTarget().args, secret],
    secrets: [secret],
  };
  const verdicts: TestResult[] = [];
  const observer = { onVerdict: (result: TestResult) => verdicts.push(result) };
  const { report, recording } = await assess(target, { observer }, nodePlatform());
  expect(report.startFailure).toBeNull();
  expect(report.url).toContain('«redacted»');
  expect(verdicts).toHaveLength(report.tests.length);
  expect(JSON.stringify([report, recording, verdicts])).not.toContain(secret);
});
