import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Report, TestResult } from '../../src/engine/report.js';
import { VERDICT_FILTERS, type VerdictFilter } from '../../src/rpc/report-protocol.js';
import { markdown } from '../mini-markdown.js';
import { changesBetween, type Group, groupsOf } from '../selection.js';
import { clipped, shown } from '../untrusted-text.js';
import { CATEGORY_NAMES, counted, LEVEL_NAMES, verdictOf } from '../wording.js';
import { exchanges } from './exchange.js';
import { type IconName, icon } from './icons.js';
import type { Actions, Model } from './model.js';

const VERDICT_NAMES: Record<VerdictFilter, string> = { failures: 'Failures', all: 'All', skipped: 'Skipped' };

export function checks(report: Report, model: Model, actions: Actions): TemplateResult | typeof nothing {
  if (report.tests.length === 0) return nothing;
  const groups = groupsOf(report, model.state);
  const broken = new Set(model.previous === undefined ? [] : changesBetween(model.previous, report).broken);
  return html`<section class="checks" aria-labelledby="checks-title">
    <h2 id="checks-title">Checks</h2>
    ${toolbar(report, groups, model, actions)}
    ${groups.length === 0 ? emptyList(report, model, actions) : nothing}
    ${repeat(
      groups,
      (group) => group.title,
      (group) =>
        html`<section class="group">
          <h3>${group.title} <span class="count">${group.tests.length}</span></h3>
          ${group.note === '' ? nothing : html`<p class="muted group-note">${group.note}</p>`}
          <div class="list">
            ${repeat(
              group.tests,
              (test) => test.id,
              (test) => checkView(test, report, broken.has(test.id), model, actions),
            )}
          </div>
        </section>`,
    )}
  </section>`;
}

function toolbar(report: Report, groups: Group[], model: Model, actions: Actions): TemplateResult {
  const { state } = model;
  const counts: Record<VerdictFilter, number> = {
    failures: report.summary.failed,
    all: report.summary.total,
    skipped: report.summary.skipped,
  };
  const ids = groups.flatMap((group) => group.tests.map((test) => test.id));
  const allOpen = ids.length > 0 && ids.every((id) => state.open.includes(id));
  return html`<search class="toolbar">
    <fieldset class="segments">
      <legend class="visually-hidden">Verdict</legend>
      ${VERDICT_FILTERS.map(
        (verdict) =>
          html`<label>
            <input
              type="radio"
              name="verdict"
              value=${verdict}
              .checked=${state.verdict === verdict}
              @change=${() => actions.filter({ verdict })}
            />
            <span>${VERDICT_NAMES[verdict]} <span class="count">${counts[verdict]}</span></span>
          </label>`,
      )}
    </fieldset>
    <input
      type="search"
      id="search"
      placeholder="Search"
      aria-label="Search checks"
      autocomplete="off"
      spellcheck="false"
      .value=${state.search}
      @input=${(event: InputEvent) => {
        if (event.target instanceof HTMLInputElement) actions.filter({ search: event.target.value });
      }}
    />
    ${choice('Category', state.category, CATEGORY_NAMES, (category) => actions.filter({ category }))}
    ${choice('Level', state.level, LEVEL_NAMES, (level) => actions.filter({ level }))}
    <button
      type="button"
      class="plain link"
      ?disabled=${ids.length === 0}
      @click=${() => actions.toggleAll(ids, !allOpen)}
    >
      ${allOpen ? 'Collapse all' : 'Expand all'}
    </button>
  </search>`;
}

function choice(
  name: string,
  value: string,
  names: Record<string, string>,
  choose: (value: string) => void,
): TemplateResult {
  return html`<select
    aria-label=${name}
    .value=${value}
    @change=${(event: Event) => {
      if (event.target instanceof HTMLSelectElement) choose(event.target.value);
    }}
  >
    <option value="" ?selected=${value === ''}>Any ${name.toLowerCase()}</option>
    ${Object.entries(names).map(
      ([key, title]) => html`<option value=${key} ?selected=${value === key}>${title}</option>`,
    )}
  </select>`;
}

function emptyList(report: Report, model: Model, actions: Actions): TemplateResult {
  const { verdict, category, level, search } = model.state;
  if (verdict === 'failures' && report.summary.failed === 0 && category + level + search === '') {
    return html`<p class="empty">${icon('passed')}No check failed.</p>`;
  }
  return html`<p class="empty">
    No check matches.
    <button
      type="button"
      class="plain link"
      @click=${() => actions.filter({ verdict: 'all', category: '', level: '', search: '' })}
    >
      Show all ${report.summary.total}
    </button>
  </p>`;
}

function iconOf(test: TestResult): IconName {
  const verdict = verdictOf(test);
  if (verdict !== 'failed' || test.level === 'must') return verdict;
  return test.level === 'should' ? 'warned' : 'advised';
}

function checkView(test: TestResult, report: Report, broken: boolean, model: Model, actions: Actions): TemplateResult {
  const verdict = verdictOf(test);
  const open = model.state.open.includes(test.id);
  return html`<details
    class="check check-${verdict} level-${test.level}"
    id=${`check-${test.id}`}
    ?open=${open}
    @toggle=${(event: Event) => {
      if (event.target instanceof HTMLDetailsElement) actions.toggle(test.id, event.target.open);
    }}
  >
    <summary>
      ${icon('chevron')}${icon(iconOf(test))}
      <span class="check-title">
        <span class="visually-hidden">${verdict}: </span>
        <span class="check-name">${shown(test.name)}</span>
        ${broken ? html`<span class="badge badge-new">New</span>` : nothing}
        <code class="check-id">${test.id}</code>
        ${verdict === 'passed' || test.details === '' ? nothing : html`<span class="check-preview untrusted">${shown(firstLine(test.details))}</span>`}
      </span>
      <span class="badge badge-${test.level}">${LEVEL_NAMES[test.level] ?? test.level}</span>
    </summary>
    ${open ? checkBody(test, report, model, actions) : nothing}
  </details>`;
}

function firstLine(details: string): string {
  const [first = '', ...more] = details.split('\n').filter((line) => line.trim() !== '');
  return more.length === 0 ? clipped(first, 200) : `${clipped(first, 200)} (and ${more.length} more)`;
}

/** Findings and the actual behaviour are often the same words: then a list stands alone, and one sentence in its box. */
function wordsOf(test: TestResult): { details: string[]; actual: string } {
  const details = test.details.split('\n').filter((line) => line.trim() !== '');
  if (test.actual !== test.details) return { details, actual: test.actual };
  return details.length > 1 ? { details, actual: '' } : { details: [], actual: test.actual };
}

function checkBody(test: TestResult, report: Report, model: Model, actions: Actions): TemplateResult {
  const failed = verdictOf(test) === 'failed';
  const { details, actual } = wordsOf(test);
  const proof = exchanges(test, report, model, actions);
  return html`<div class="check-body">
    ${findings(details)}
    ${test.coveredBy === undefined ? nothing : html`<p>Reported by ${covering(test.coveredBy, report, actions)}.</p>`}
    <dl class="compare">
      <div class="expected">
        <dt>Expected</dt>
        <dd class="untrusted">${shown(clipped(test.expected, 1_000))}</dd>
      </div>
      ${
        actual === ''
          ? nothing
          : html`<div class="actual">
              <dt>Actual</dt>
              <dd class="untrusted">${shown(clipped(actual, 1_000))}</dd>
            </div>`
      }
    </dl>
    ${proof.length === 0 ? nothing : html`<h4>${proof.length === 1 ? 'The exchange' : 'The exchanges'}</h4>${proof}`}
    <h4>Why it matters</h4>
    ${markdown(test.why)} ${failed ? html`<h4>How to fix it</h4>${markdown(test.fix)}` : nothing}
    <footer class="check-footer">
      ${specLink(test, actions)}
      <button type="button" @click=${() => actions.copy(test.id)}>
        ${icon('copy')}${model.copied === test.id ? 'Copied' : 'Copy as Markdown'}
      </button>
      <span class="muted">
        ${CATEGORY_NAMES[test.category] ?? test.category}, ${(LEVEL_NAMES[test.level] ?? test.level).toLowerCase()}${
          test.required ? ', published as required' : ''
        }${test.set === 'extended' ? ', beyond the published catalog' : ''}
      </span>
    </footer>
  </div>`;
}

function findings(lines: string[]): TemplateResult | typeof nothing {
  const [only = '', ...more] = lines;
  if (lines.length === 0) return nothing;
  if (more.length === 0) return html`<p class="untrusted">${shown(clipped(only, 1_000))}</p>`;
  const listed = lines.slice(0, 50);
  return html`<ul class="findings">
    ${listed.map((line) => html`<li class="untrusted">${shown(clipped(line, 1_000))}</li>`)}
    ${lines.length > listed.length ? html`<li class="muted">and ${lines.length - listed.length} more</li>` : nothing}
  </ul>`;
}

function covering(id: string, report: Report, actions: Actions): TemplateResult {
  return report.tests.some((test) => test.id === id)
    ? html`<button type="button" class="chip" @click=${() => actions.reveal(id)}>${id}</button>`
    : html`<code>${id}</code>`;
}

function specLink(test: TestResult, actions: Actions): TemplateResult | typeof nothing {
  // A link of another scheme than https could run a program or a script; a catalog holds none.
  if (!/^https:\/\/[^\s/]/.test(test.specRef)) return nothing;
  return html`<a
    class="button"
    href=${test.specRef}
    target="_blank"
    rel="noopener noreferrer"
    title=${test.specRef}
    @click=${(event: Event) => actions.openSpec(event, test.specRef)}
    >${icon('link')}Read the specification</a
  >`;
}

/** One sentence for a screen reader after the filter has changed. */
export function selectionInWords(report: Report, model: Model): string {
  const total = groupsOf(report, model.state).reduce((sum, group) => sum + group.tests.length, 0);
  return `${counted(total, 'check')} shown.`;
}
