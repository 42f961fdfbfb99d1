import { html, nothing, type TemplateResult } from 'lit';
import type { Report, StartFailure, TestResult } from '../../src/engine/report.js';
import { clipped, shown } from '../untrusted-text.js';
import { icon } from './icons.js';
import type { Actions } from './model.js';

/** The one finding of a run whose server did not start, was not reached or did not complete the handshake. */
export function startFailure(report: Report, actions: Actions): TemplateResult | typeof nothing {
  const failure = report.startFailure;
  if (failure === null) return nothing;
  const failed = report.tests.filter((test) => !test.passed);
  return html`<section class="start-failure" aria-labelledby="start-failure-title">
    <h2 id="start-failure-title">${icon('failed')}<span class="untrusted">${shown(clipped(failure.message, 2_000))}</span></h2>
    <p class="hint"><strong>What to do:</strong> <span class="untrusted">${shown(clipped(failure.hint, 2_000))}</span></p>
    ${ending(failure)} ${lastWords(failure)}
    ${failed.length === 0 ? nothing : html`<p class="muted">Fails ${failed.map((test) => ruleLink(test, actions))}</p>`}
  </section>`;
}

/** How the process ended, as far as the message does not say it. */
function ending(failure: StartFailure): TemplateResult | typeof nothing {
  const parts = [
    ...(typeof failure.exitCode === 'number' ? [`exit code ${failure.exitCode}`] : []),
    ...(typeof failure.signal === 'string' ? [`signal ${failure.signal}`] : []),
  ].filter((part) => !failure.message.includes(part));
  return parts.length === 0 ? nothing : html`<p>The process ended with ${parts.join(', ')}.</p>`;
}

function lastWords(failure: StartFailure): TemplateResult | typeof nothing {
  if (failure.stderrTail === undefined || failure.stderrTail.trim() === '') return nothing;
  return html`<h3>Its last lines on standard error</h3>
    <pre class="code untrusted" tabindex="0">${shown(failure.stderrTail.slice(-20_000))}</pre>`;
}

function ruleLink(test: TestResult, actions: Actions): TemplateResult {
  return html`<button type="button" class="chip" @click=${() => actions.reveal(test.id)}>${test.id}</button> `;
}
