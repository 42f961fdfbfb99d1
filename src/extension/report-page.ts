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
  const policy = `default-src 'none'; style-src ${cspSource}; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${escaped(style)}">
</head>
<body>
<main id="report"></main>
<div id="live" class="visually-hidden" role="status" aria-live="polite"></div>
<script nonce="${escaped(nonce)}" src="${escaped(script)}"></script>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
