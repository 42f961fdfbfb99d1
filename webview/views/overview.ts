import { html, nothing, svg, type TemplateResult } from 'lit';
import type { CategorySummary, Report } from '../../src/engine/report.js';
import { clipped, shown } from '../untrusted-text.js';
import { CATEGORY_NAMES, counted, duration, MODE_NOTES, wholeScore } from '../wording.js';
import type { Actions, Model } from './model.js';

export function overview(report: Report, model: Model, actions: Actions): TemplateResult {
  // A server that never spoke has one finding, which stands above; shares of it would say nothing.
  const measured = report.coverage.measured > 0 && (report.startFailure === null || report.grade !== null);
  return html`<div class="overview">
    ${
      measured
        ? html`<section aria-labelledby="categories-title">
            <h2 id="categories-title">Categories</h2>
            <table class="categories">
              <thead>
                <tr>
                  <th scope="col"><span class="visually-hidden">Category</span></th>
                  <td></td>
                  <th scope="col" class="number">Score</th>
                  <th scope="col" class="number">Failed</th>
                  <th scope="col" class="number">Passed</th>
                  <th scope="col" class="number">Skipped</th>
                </tr>
              </thead>
              <tbody>
                ${report.categories.filter(hasChecks).map((summary) => categoryRow(summary, model, actions))}
              </tbody>
            </table>
          </section>`
        : nothing
    }
    <section aria-labelledby="run-title">
      <h2 id="run-title">This run</h2>
      <dl class="facts">${facts(report)}</dl>
    </section>
  </div>`;
}

function hasChecks(summary: CategorySummary): boolean {
  return summary.passed + summary.failed + summary.skipped > 0;
}

function categoryRow(summary: CategorySummary, model: Model, actions: Actions): TemplateResult {
  const { category, passed, failed, skipped, score } = summary;
  const chosen = model.state.category === category;
  return html`<tr>
    <th scope="row">
      <button
        type="button"
        class="plain"
        aria-pressed=${chosen ? 'true' : 'false'}
        title="Show only the checks of this category"
        @click=${() => actions.filter({ category: chosen ? '' : category, verdict: failed > 0 ? 'failures' : 'all' })}
      >
        ${CATEGORY_NAMES[category] ?? category}
      </button>
    </th>
    <td class="bar-cell">${bar(passed, failed, skipped)}</td>
    <td class="number">${score === null ? '–' : wholeScore(score)}</td>
    <td class=${failed === 0 ? 'number zero' : 'number failed-count'}>${failed}</td>
    <td class=${passed === 0 ? 'number zero' : 'number'}>${passed}</td>
    <td class=${skipped === 0 ? 'number zero' : 'number'}>${skipped}</td>
  </tr>`;
}

/** Shares of one category as widths of rectangles: a strict policy allows attributes of SVG, not styles. */
function bar(passed: number, failed: number, skipped: number): TemplateResult {
  const total = passed + failed + skipped;
  const share = (count: number): number => (100 * count) / total;
  return html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    ${svg`
      <rect class="bar-skipped" x="0" y="0" width="100" height="8"/>
      <rect class="bar-passed" x="0" y="0" width=${share(passed)} height="8"/>
      <rect class="bar-failed" x=${share(passed)} y="0" width=${share(failed)} height="8"/>`}
  </svg>`;
}

function fact(name: string, value: unknown, note: unknown = nothing): TemplateResult {
  return html`<div>
    <dt>${name}</dt>
    <dd class="untrusted">${value}${note === nothing ? nothing : html` <span class="muted">(${note})</span>`}</dd>
  </div>`;
}

function facts(report: Report): (TemplateResult | typeof nothing)[] {
  const { coverage, published, serverInfo, target } = report;
  const leftOut = coverage.notPermitted === 0 ? '' : `; left out ${counted(coverage.notPermitted, 'check')}`;
  const spoken = serverInfo.protocolVersion === null ? '' : `speaks ${clipped(serverInfo.protocolVersion, 40)}`;
  return [
    fact('Graded', `MCP ${report.specVersion}`, shown(report.specVersionReason.replace(/\.$/, ''))),
    fact('Mode', report.mode, `${MODE_NOTES[report.mode] ?? ''}${leftOut}`),
    report.startFailure !== null && report.grade === null
      ? nothing
      : fact('Measured', `${coverage.measured} of ${coverage.applicable} applicable checks`),
    published.grade === null
      ? nothing
      : fact('Published', `${published.grade}, ${wholeScore(published.score)}`, 'by the published flags, without caps'),
    serverInfo.name === null
      ? nothing
      : fact(
          'Server',
          shown(clipped(`${serverInfo.name} ${serverInfo.version ?? ''}`, 160)),
          spoken === '' ? nothing : shown(spoken),
        ),
    serverInfo.name === null
      ? nothing
      : fact(
          'Offers',
          [
            counted(report.tools.count, 'tool'),
            counted(report.resources.count, 'resource'),
            counted(report.prompts.count, 'prompt'),
          ].join(', '),
        ),
    fact(
      'Time',
      html`<time datetime=${report.timestamp}>${readableTime(report.timestamp)}</time>`,
      `took ${duration(report.durationMs)}`,
    ),
    target.source === undefined ? nothing : fact('Defined in', shown(clipped(placeOf(target.source), 400))),
  ];
}

function placeOf(source: NonNullable<Report['target']['source']>): string {
  return source.range === undefined ? source.file : `${source.file}:${source.range.start.line + 1}`;
}

function readableTime(timestamp: string): string {
  const time = new Date(timestamp);
  if (Number.isNaN(time.getTime())) return timestamp;
  return time.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

/** What the server says of itself, folded: it is long and rarely the question. */
export function selfDescription(report: Report): TemplateResult | typeof nothing {
  const { serverInfo } = report;
  if (serverInfo.name === null && serverInfo.protocolVersion === null) return nothing;
  return html`<section aria-labelledby="self-title">
    <h2 id="self-title">What the server says of itself</h2>
    ${folded('Capabilities', Object.keys(serverInfo.capabilities).length, JSON.stringify(serverInfo.capabilities, null, 2))}
    ${named('Tools', report.tools)} ${named('Resources', report.resources)} ${named('Prompts', report.prompts)}
    ${serverInfo.instructions === null ? nothing : folded('Instructions', undefined, serverInfo.instructions)}
  </section>`;
}

function folded(title: string, count: number | undefined, text: string): TemplateResult {
  return html`<details class="fold">
    <summary>${title}${count === undefined ? nothing : html` <span class="muted">${count}</span>`}</summary>
    <pre class="code untrusted" tabindex="0">${shown(clipped(text, 20_000))}</pre>
  </details>`;
}

function named(title: string, list: { count: number; names: string[] }): TemplateResult | typeof nothing {
  if (list.count === 0) return nothing;
  const left = list.count - list.names.length;
  return html`<details class="fold">
    <summary>${title} <span class="muted">${list.count}</span></summary>
    <ul class="names">
      ${list.names.map((name) => html`<li><code class="untrusted">${shown(clipped(name, 300))}</code></li>`)}
      ${left > 0 ? html`<li class="muted">and ${left} more</li>` : nothing}
    </ul>
  </details>`;
}
