import type { Report } from '../engine/report.js';
import { escapeMarkup, reportPage } from './report-page.js';
import { renderTerminal } from './terminal.js';
import { clip } from './text-layout.js';
import { visibleLine } from './visible-text.js';

/** The built panel: the contents of `dist/webview/report.js` and `dist/webview/report.css`. */
export interface ReportAssets {
  script: string;
  style: string;
  /** Names the page's own script and style in its policy; a random one when absent. */
  nonce?: string;
}

/** JSON in which nothing can end the script element, start a comment, or be a line break to JavaScript only. */
function escapeData(report: Report): string {
  return JSON.stringify(report)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/** A script in which no string or pattern reads as the end of its element or as the start of a comment. */
function escapeScript(script: string): string {
  return script.replace(/<(?=!--|\/?script)/gi, '\\x3c');
}

function escapeStyle(style: string): string {
  return style.replace(/<(?=\/style)/gi, '\\3c ');
}

/**
 * The report as one HTML file that needs no network: the report panel's own script and style, and the report as data.
 * Where scripts do not run, the terminal's text stands in.
 */
export function renderHtml(report: Report, assets: ReportAssets): string {
  const nonce = assets.nonce ?? crypto.randomUUID();
  const verdict = report.grade === null ? 'no grade' : `grade ${report.grade}`;
  const text = renderTerminal(report, { colour: false, verbose: false, width: 100 });
  return reportPage({
    language: 'en',
    title: `${visibleLine(clip(report.target.label, 120))}: ${verdict} · MCP Assay`,
    policy: `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`,
    head: `<style nonce="${nonce}">\n${escapeStyle(assets.style)}\n</style>`,
    body: [
      `<noscript><pre>${escapeMarkup(text)}</pre></noscript>`,
      `<script type="application/json" id="report-data">${escapeData(report)}</script>`,
      `<script nonce="${nonce}">\n${escapeScript(assets.script)}\n</script>`,
    ].join('\n'),
  });
}
