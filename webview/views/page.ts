import { html, nothing, type TemplateResult } from 'lit';
import { shown } from '../untrusted-text.js';
import { checks } from './checks.js';
import { banners, hero } from './hero.js';
import type { Actions, Model } from './model.js';
import { overview, selfDescription } from './overview.js';
import { startFailure } from './start-failure.js';

export function page(model: Model, actions: Actions): TemplateResult {
  const { report } = model;
  return html`<div class="page" aria-busy=${model.running === undefined ? 'false' : 'true'}>
    ${progress(model)} ${model.notice === undefined ? nothing : html`<p class="banner banner-notice">${shown(model.notice)}</p>`}
    ${
      report === undefined
        ? waiting(model)
        : html`${hero(report, model, actions)} ${startFailure(report, actions)} ${banners(report, actions)}
          ${overview(report, model, actions)} ${checks(report, model, actions)} ${selfDescription(report)}
          <footer class="page-footer muted">MCP Assay ${report.toolVersion}, report format ${report.schemaVersion}</footer>`
    }
  </div>`;
}

function progress(model: Model): TemplateResult | typeof nothing {
  if (model.running === undefined) return nothing;
  return html`<div class="running">
    <progress aria-label="Grading"></progress>
    <span>Grading <strong class="untrusted">${shown(model.running)}</strong>${model.report === undefined ? '' : '; the report below is of the run before'}</span>
  </div>`;
}

function waiting(model: Model): TemplateResult | typeof nothing {
  if (model.running !== undefined || model.notice !== undefined) return nothing;
  return html`<p class="empty">No report yet.</p>`;
}
