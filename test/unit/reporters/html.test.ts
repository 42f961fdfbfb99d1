import { describe, expect, it } from 'vitest';
import { renderHtml } from '../../../src/reporters/html.js';
import { cappedReport } from '../../fixtures/reports/capped.js';
import { hostileReport } from '../../fixtures/reports/hostile.js';

const ASSETS = { script: 'start();', style: 'body { margin: 0 }', nonce: 'fixed' };

function scriptsOf(page: string): string[] {
  return [...page.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].map((match) => match[0]);
}

function dataOf(page: string): unknown {
  const [, text = ''] = /<script type="application\/json" id="report-data">([\s\S]*?)<\/script>/.exec(page) ?? [];
  return JSON.parse(text);
}

describe('the report as one file', () => {
  it('allows its own script and style, and nothing else', () => {
    expect(renderHtml(cappedReport(), ASSETS)).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-fixed'; style-src 'nonce-fixed'; base-uri 'none'; form-action 'none'">`,
    );
  });

  it('names its script by chance when no name is given', () => {
    const { script, style } = ASSETS;
    const nonces = [1, 2].map(() => /nonce="([^"]+)"/.exec(renderHtml(cappedReport(), { script, style }))?.[1]);
    expect(nonces[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it('holds style, script and report, and asks for nothing from elsewhere', () => {
    const page = renderHtml(cappedReport(), ASSETS);
    expect(page).toContain('<title>notes: grade C · MCP Assay</title>');
    expect(page).toContain('<style nonce="fixed">\nbody { margin: 0 }\n</style>');
    expect(page).toContain('<script nonce="fixed">\nstart();\n</script>');
    expect(page).not.toMatch(/<(link|img|iframe|object|embed)|src=/);
    expect(dataOf(page)).toEqual(cappedReport());
  });

  it('keeps hostile text inside its places', () => {
    const page = renderHtml(hostileReport(), ASSETS);
    expect(scriptsOf(page)).toHaveLength(2);
    expect(page).not.toContain('<img');
    expect(page).not.toMatch(/[\u2028\u2029]/);
    expect(dataOf(page)).toEqual(hostileReport());
    expect(/<title>(.*)<\/title>/.exec(page)?.[1]).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it('lets no text of its own script or style end their elements', () => {
    const script = 'const texts = ["</script>", "<!--", "<script>", /<\\/script/];';
    const page = renderHtml(cappedReport(), { ...ASSETS, script, style: 'a::after { content: "</style>" }' });
    expect(scriptsOf(page)[1]).toBe(
      '<script nonce="fixed">\nconst texts = ["\\x3c/script>", "\\x3c!--", "\\x3cscript>", /<\\/script/];\n</script>',
    );
    expect(page.match(/<\/style/g)).toHaveLength(1);
  });

  it('carries the text of the terminal for where scripts do not run', () => {
    expect(renderHtml(cappedReport(), ASSETS)).toContain('<noscript><pre>\n  [C]  notes  78 of 100\n');
  });
});
