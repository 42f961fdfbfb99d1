import { html, nothing, type TemplateResult } from 'lit';
import type { Report } from '../../src/engine/report.js';
import { changesBetween } from '../selection.js';
import { clipped, shown } from '../untrusted-text.js';
import { counted, wholeScore } from '../wording.js';
import { icon } from './icons.js';
import type { Actions, Model } from './model.js';

export function hero(report: Report, model: Model, actions: Actions): TemplateResult {
  const verdict = report.grade === null ? 'No grade' : `Grade ${report.grade}, ${wholeScore(report.score)} of 100`;
  return html`<header class="hero">
    <div class="grade grade-${report.grade ?? 'none'}" aria-hidden="true">${report.grade ?? '–'}</div>
    <div class="hero-text">
      <h1 class="untrusted">${shown(clipped(report.target.label, 200))}</h1>
      <p class="verdict">${verdict}${failuresInWords(report)}${since(report, model.previous)}</p>
      ${
        report.url === report.target.label
          ? nothing
          : html`<p class="address"><code class="untrusted">${shown(clipped(report.url, 500))}</code></p>`
      }
      ${report.noGradeReason === null || report.startFailure !== null ? nothing : html`<p class="reason">${shown(report.noGradeReason)}</p>`}
    </div>
    ${model.host === 'editor' ? buttons(report, model, actions) : nothing}
  </header>`;
}

function buttons(report: Report, model: Model, actions: Actions): TemplateResult {
  const busy = model.running !== undefined;
  return html`<div class="actions">
    <button type="button" class="primary" ?disabled=${busy} @click=${() => actions.post({ type: 'regrade' })}>
      ${icon('again')}Grade again
    </button>
    ${
      report.summary.failed === 0 || report.grade === null
        ? nothing
        : html`<button type="button" ?disabled=${busy} @click=${() => actions.post({ type: 'rerunFailed' })}>
            Re-run failed
          </button>`
    }
    ${
      report.target.source === undefined
        ? nothing
        : html`<button type="button" @click=${() => actions.post({ type: 'openSource' })}>
            ${icon('file')}Open definition
          </button>`
    }
  </div>`;
}

/** How many checks of each level failed: only the level tells how much a failure weighs. */
function failuresInWords(report: Report): string {
  const failed = report.tests.filter((test) => !test.passed && !test.skipped);
  if (report.grade === null || failed.length === 0) return '';
  const counts = (['must', 'should', 'advice'] as const)
    .map((level) => [failed.filter((test) => test.level === level).length, level] as const)
    .filter(([count]) => count > 0)
    .map(([count, level]) => `${count} ${level}`);
  return `; failed: ${counts.join(', ')}`;
}

/** What has changed since the run before, when there was one. */
function since(report: Report, previous: Report | undefined): TemplateResult | typeof nothing {
  if (previous === undefined) return nothing;
  const { fixed, broken } = changesBetween(previous, report);
  const isSame = previous.grade === report.grade && wholeScore(previous.score) === wholeScore(report.score);
  if (isSame && fixed.length + broken.length === 0) return nothing;
  const before = previous.grade === null ? 'no grade' : `${previous.grade}, ${wholeScore(previous.score)}`;
  const parts = [
    `Before: ${before}`,
    ...(fixed.length === 0 ? [] : [`${counted(fixed.length, 'check')} fixed`]),
    ...(broken.length === 0 ? [] : [`${counted(broken.length, 'check')} newly failing`]),
  ];
  return html`<br /><span class="muted">${parts.join('; ')}</span>`;
}

/** What stands between the grade and the details: a run in progress, a notice, the cap, the warnings. */
export function banners(report: Report, actions: Actions): TemplateResult {
  return html`${
    report.cap === null
      ? nothing
      : html`<section class="banner banner-cap" aria-label="Cap">
          <p><strong>Held at ${report.cap.grade}.</strong> ${shown(report.cap.reason)}</p>
          <ul class="chips">
            ${report.cap.rules.map(
              (id) =>
                html`<li>
                  <button type="button" class="chip" @click=${() => actions.reveal(id)}>${id}</button>
                </li>`,
            )}
          </ul>
        </section>`
  }
  ${
    report.warnings.length === 0
      ? nothing
      : html`<section class="banner banner-warning" aria-label="Warnings">
          ${report.warnings.map((warning) => html`<p class="untrusted">${icon('warned')}<span>${shown(clipped(warning, 2_000))}</span></p>`)}
        </section>`
  }`;
}
