import { escapeMarkup, reportPage as pageAround } from '../reporters/report-page.js';

/** Addresses of the panel's files, as the webview can load them. */
export interface ReportPageAssets {
  script: string;
  style: string;
  /** The source that the editor's policy allows. */
  cspSource: string;
  nonce: string;
  language: string;
  title: string;
}

/** The page of the report panel. Everything that a server has said comes later, by message, never in the page. */
export function reportPage({ script, style, cspSource, nonce, language, title }: ReportPageAssets): string {
  return pageAround({
    language,
    title,
    policy: `default-src 'none'; style-src ${cspSource}; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`,
    head: `<link rel="stylesheet" href="${escapeMarkup(style)}">`,
    body: `<script nonce="${escapeMarkup(nonce)}" src="${escapeMarkup(script)}"></script>`,
  });
}
