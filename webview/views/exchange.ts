import { html, nothing, type TemplateResult } from 'lit';
import type { Evidence, Report, ReportExchange, TestResult } from '../../src/engine/report.js';
import { bodyLines, type Excerpt, excerptsOf, isWithin, type Line } from '../body-lines.js';
import { clipped, shown } from '../untrusted-text.js';
import { counted, exchangeTitle, httpHead } from '../wording.js';
import type { Actions, Model } from './model.js';

/** A body of at most so many lines is shown in full; of a longer one the places of the finding and what is around. */
const SHORT = 24;
const AROUND = 4;
/** A browser lays out more lines than these too slowly. */
const MOST_LINES = 5_000;
const MOST_CHARACTERS = 400_000;

/** The exchanges that prove a verdict with the places that matter marked; what happened alike is shown once. */
export function exchanges(test: TestResult, report: Report, model: Model, actions: Actions): TemplateResult[] {
  const seen = new Map<string, { exchange: ReportExchange; places: Evidence[]; times: number }>();
  for (const id of new Set(test.evidence.map((evidence) => evidence.exchange))) {
    const exchange = report.exchanges.find((candidate) => candidate.id === id);
    if (exchange === undefined) continue;
    const places = test.evidence.filter((evidence) => evidence.exchange === id);
    const likeness = JSON.stringify([
      exchange.request,
      exchange.response,
      exchange.end,
      places.map(({ part, pointer, note }) => [part, pointer, note]),
    ]);
    const alike = seen.get(likeness);
    if (alike === undefined) seen.set(likeness, { exchange, places, times: 1 });
    else alike.times += 1;
  }
  return [...seen.values()].map(
    ({ exchange, places, times }) =>
      html`${exchangeView(exchange, places, test, model, actions)}${
        times === 1 ? nothing : html`<p class="muted">The same happened ${counted(times - 1, 'more time')}.</p>`
      }`,
  );
}

function exchangeView(
  exchange: ReportExchange,
  places: Evidence[],
  test: TestResult,
  model: Model,
  actions: Actions,
): TemplateResult {
  const { request, response } = exchange;
  const key = `${test.id}/${exchange.id}`;
  const whole = (part: string): boolean => model.whole.has(`${key}/${part}`);
  const showWhole = (part: string) => (): void => actions.showWhole(`${key}/${part}`);
  return html`<figure class="exchange">
    <figcaption>
      <span class="untrusted">${shown(clipped(exchangeTitle(exchange), 300))}</span>
      <span class="muted">${exchange.transport}, ${Math.round(exchange.atMs)} ms into the run</span>
    </figcaption>
    ${places.map((place) => placeView(place, test))}
    ${
      request === null
        ? nothing
        : partView(
            'Sent',
            head(request, ''),
            request.body,
            pointersOf(places, 'request'),
            whole('request'),
            showWhole('request'),
          )
    }
    ${
      response === null
        ? html`<p class="muted">Nothing came back.</p>`
        : partView(
            'Received',
            head(response, response.status === undefined ? '' : `HTTP ${response.status}`),
            response.body,
            pointersOf(places, 'reply', 'stdout', 'stderr'),
            whole('response'),
            showWhole('response'),
          )
    }
    ${response?.truncated === true ? html`<p class="muted">The body is longer; the report keeps its beginning.</p>` : nothing}
  </figure>`;
}

/** Where the place is and what is to be seen there, unless the findings say it already. */
function placeView(place: Evidence, test: TestResult): TemplateResult | typeof nothing {
  const note = place.note === undefined || test.details.includes(place.note) ? '' : place.note;
  if (place.pointer === '' && note === '') return nothing;
  return html`<p class="place untrusted">
    ${place.pointer === '' ? nothing : html`<code>${shown(clipped(place.pointer, 300))}</code>`}
    ${shown(clipped(note, 1_000))}
  </p>`;
}

function pointersOf(places: Evidence[], ...parts: Evidence['part'][]): string[] {
  return places.filter((place) => parts.includes(place.part) && place.pointer !== '').map((place) => place.pointer);
}

function head(part: { method?: string; url?: string; headers?: [string, string][] }, status: string): string {
  const line = part.url === undefined ? status : `${part.method ?? ''} ${part.url}`;
  return httpHead(part, line);
}

function partView(
  title: string,
  headText: string,
  body: string,
  pointers: string[],
  whole: boolean,
  showWhole: () => void,
): TemplateResult {
  const lines = bodyLines(clipped(body, MOST_CHARACTERS));
  const shownLines = lines.slice(0, MOST_LINES);
  const hits = shownLines.map((line) => pointers.some((pointer) => isWithin(line, pointer)));
  const excerpts = excerptsOf(shownLines, hits, AROUND, whole ? MOST_LINES : SHORT);
  const isHit = (line: Line): boolean => pointers.some((pointer) => isWithin(line, pointer));
  return html`<div class="part">
    <div class="part-title">
      <span>${title}</span>
      ${
        excerpts.some((excerpt) => 'leftOut' in excerpt)
          ? html`<button type="button" class="plain link" @click=${showWhole}>Show all ${lines.length.toLocaleString('en-US')} lines</button>`
          : nothing
      }
    </div>
    <pre class="code untrusted" tabindex="0" aria-label=${`${title} message`}>${
      headText === '' ? nothing : html`<span class="head">${shown(clipped(headText, 8_000))}\n\n</span>`
    }${body === '' ? html`<span class="muted">(empty)</span>` : excerpts.map((excerpt) => excerptView(excerpt, isHit))}</pre>
  </div>`;
}

function excerptView(excerpt: Excerpt, isHit: (line: Line) => boolean): TemplateResult | TemplateResult[] {
  if ('leftOut' in excerpt) return html`<span class="gap">⋯ ${excerpt.leftOut.toLocaleString('en-US')} lines\n</span>`;
  return excerpt.lines.map((line) => {
    const text = html`${'  '.repeat(line.indent)}${line.tokens.map((token) => html`<span class="token-${token.kind}">${shown(token.text)}</span>`)}\n`;
    return isHit(line) ? html`<mark>${text}</mark>` : text;
  });
}
