import { describe, expect, it } from 'vitest';
import { renderJson } from '../../../src/reporters/json.js';
import { cappedReport } from '../../fixtures/reports/capped.js';
import { hostileReport } from '../../fixtures/reports/hostile.js';

describe('the report as JSON', () => {
  it('is the report, and one line break at its end', () => {
    const text = renderJson(cappedReport());
    expect(JSON.parse(text)).toEqual(cappedReport());
    expect(text).toMatch(/\}\n$/);
    expect(text.startsWith('{\n  "schemaVersion": "1",\n')).toBe(true);
  });

  it('holds no character that steers a terminal or hides text, and loses none', () => {
    const text = renderJson(hostileReport());
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(JSON.parse(text)).toEqual(hostileReport());
  });

  it('escapes invisible characters outside the basic plane as two units', () => {
    const report = cappedReport();
    report.warnings = ['tag \u{e0041}'];
    expect(renderJson(report)).toContain('"tag \\udb40\\udc41"');
  });
});
