import { html, svg, type TemplateResult } from 'lit';

const SHAPES = {
  failed: svg`<circle cx="8" cy="8" r="6.5"/><path d="m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8"/>`,
  warned: svg`<path d="M8 2 14.5 13.5h-13Z"/><path d="M8 6.3v3.4m0 1.6v.4"/>`,
  advised: svg`<circle cx="8" cy="8" r="6.5"/><path d="M8 7.2v4m0-6.6V5"/>`,
  passed: svg`<circle cx="8" cy="8" r="6.5"/><path d="m5 8.3 2.1 2.1L11 6.2"/>`,
  skipped: svg`<circle cx="8" cy="8" r="6.5"/><path d="M5.2 8h5.6"/>`,
  chevron: svg`<path d="m6 3.5 4.5 4.5L6 12.5"/>`,
  copy: svg`<rect x="5.5" y="5.5" width="8" height="8" rx="1.5"/><path d="M10.5 3.5v-1h-8v8h1"/>`,
  link: svg`<path d="M9.5 2.5h4v4m0-4-6 6M6.5 3.5h-4v10h10v-4"/>`,
  again: svg`<path d="M13.2 8a5.2 5.2 0 1 1-1.6-3.8M13.5 1.8v3.4h-3.4"/>`,
  file: svg`<path d="M9.5 1.5h-6v13h9v-10Zm0 0v3h3"/>`,
} as const;

export type IconName = keyof typeof SHAPES;

/** A drawing beside words that say the same; it is hidden from screen readers. */
export function icon(name: IconName): TemplateResult {
  return html`<svg class="icon icon-${name}" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">${SHAPES[name]}</svg>`;
}
