/** What the page around the report panel needs from whoever shows it. `head` and `body` are markup of our own. */
export interface ReportPage {
  /** A language tag. */
  language: string;
  /** Plain text. */
  title: string;
  /** The Content Security Policy; it has to allow the style of `head` and the script of `body`. */
  policy: string;
  /** The element that brings the style sheet. */
  head: string;
  /** The elements that bring the script and, in a file of its own, the report. */
  body: string;
}

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

/** For text between tags and for attributes in double quotes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES.get(character) ?? character);
}

/** The page in which the panel's script finds its places: one for the editor's webview and for the file alike. */
export function reportPage(page: ReportPage): string {
  return `<!doctype html>
<html lang="${escapeMarkup(page.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeMarkup(page.policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeMarkup(page.title)}</title>
${page.head}
</head>
<body>
<main id="report"></main>
<div id="live" class="visually-hidden" role="status" aria-live="polite"></div>
${page.body}
</body>
</html>
`;
}
