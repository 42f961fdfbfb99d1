import { html, type TemplateResult } from 'lit';
import { shown } from './untrusted-text.js';

/** Splits at the fence lines: what stands at odd places is code. A fence that is not closed runs to the end. */
function blocksOf(markdown: string): { code: boolean; text: string }[] {
  return markdown
    .split(/^[ \t]*```[^\n`]*$/m)
    .map((text, index) => ({ code: index % 2 === 1, text: text.replace(/^\n+|\n+$/g, '') }))
    .filter((block) => block.text.trim() !== '');
}

function inline(text: string): (string | TemplateResult)[] {
  return text
    .split(/`([^`\n]+)`/)
    .flatMap((part, index) => (index % 2 === 1 ? [html`<code>${shown(part)}</code>`] : shown(part)));
}

/**
 * The Markdown that the catalogs use: paragraphs, inline code and fenced code. Everything else, markup and links
 * included, is shown as the text that it is.
 */
export function markdown(text: string): TemplateResult[] {
  return blocksOf(text).flatMap((block) =>
    block.code
      ? [html`<pre class="code" tabindex="0"><code>${shown(block.text)}</code></pre>`]
      : block.text.split(/\n{2,}/).map((paragraph) => html`<p>${inline(paragraph)}</p>`),
  );
}
