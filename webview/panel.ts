import { render } from 'lit';
import type { Report } from '../src/engine/report.js';
import type { HostMessage, PanelState } from '../src/rpc/report-protocol.js';
import { checkAsMarkdown } from './check-markdown.js';
import type { WebviewTransport } from './transport.js';
import { shownPlain } from './untrusted-text.js';
import { selectionInWords } from './views/checks.js';
import type { Actions, Model } from './views/model.js';
import { page } from './views/page.js';
import { wholeScore } from './wording.js';

const SCROLL_SETTLES_MS = 150;

function initialState(key: string, report: Report): PanelState {
  const verdict = report.summary.failed > 0 ? 'failures' : 'all';
  return { key, verdict, category: '', level: '', search: '', open: [], scroll: 0 };
}

/** The report panel: keeps what is shown and how, and draws it into the root after each change. */
export class Panel {
  readonly #root: HTMLElement;
  /** Is read out when its text changes; outside what is redrawn, so that it survives. */
  readonly #live: HTMLElement;
  readonly #transport: WebviewTransport;
  #model: Model;
  #scrollTimer: ReturnType<typeof setTimeout> | undefined;
  #toRestore: number | undefined;

  constructor(root: HTMLElement, live: HTMLElement, transport: WebviewTransport) {
    this.#root = root;
    this.#live = live;
    this.#transport = transport;
    const state = transport.getState();
    this.#toRestore = state?.scroll;
    this.#model = {
      host: transport.host,
      report: undefined,
      previous: undefined,
      running: undefined,
      notice: undefined,
      copied: undefined,
      whole: new Set(),
      state: state ?? { key: '', verdict: 'all', category: '', level: '', search: '', open: [], scroll: 0 },
    };
  }

  start(): void {
    this.#transport.onMessage((message) => this.#receive(message));
    window.addEventListener('scroll', () => this.#rememberScroll(), { passive: true });
    document.addEventListener('keydown', (event) => this.#onKey(event));
    this.#draw();
    this.#transport.postMessage({ type: 'ready' });
  }

  #receive(message: HostMessage<Report>): void {
    if (message.type === 'running') {
      this.#update({ running: message.server, notice: undefined });
      this.#announce(`Grading ${shownPlain(message.server)}.`);
      return;
    }
    if (message.type === 'reveal') {
      this.#show(message.id);
      return;
    }
    if (message.type === 'notice') {
      const gone = message.isEmpty === true ? { report: undefined, previous: undefined } : {};
      this.#update({ running: undefined, notice: message.text, ...gone });
      this.#announce(message.text);
      return;
    }
    const { key, report, previous } = message;
    const sameServer = this.#model.state.key === key;
    const state = sameServer ? this.#model.state : initialState(key, report);
    this.#update({
      report,
      previous,
      running: undefined,
      notice: undefined,
      copied: undefined,
      whole: new Set(),
      state,
    });
    const grade = report.grade === null ? 'no grade' : `grade ${report.grade}, ${wholeScore(report.score)} of 100`;
    this.#announce(`${shownPlain(report.target.label)}: ${grade}, ${report.summary.failed} failed.`);
    if (sameServer && this.#toRestore !== undefined) window.scrollTo({ top: this.#toRestore });
    this.#toRestore = undefined;
  }

  #update(change: Partial<Model>): void {
    this.#model = { ...this.#model, ...change };
    if (change.state !== undefined) this.#transport.setState(change.state);
    this.#draw();
  }

  #draw(): void {
    render(page(this.#model, this.#actions), this.#root);
  }

  #announce(text: string): void {
    this.#live.textContent = text;
  }

  #setState(change: Partial<PanelState>): void {
    this.#update({ state: { ...this.#model.state, ...change } });
  }

  readonly #actions: Actions = {
    filter: (change) => {
      this.#setState(change);
      if (this.#model.report !== undefined) this.#announce(selectionInWords(this.#model.report, this.#model));
    },
    toggle: (id, open) => {
      if (this.#model.state.open.includes(id) === open) return;
      this.#actions.toggleAll([id], open);
    },
    toggleAll: (ids, open) => {
      const others = this.#model.state.open.filter((id) => !ids.includes(id));
      this.#setState({ open: open ? [...others, ...ids] : others });
    },
    showWhole: (key) => this.#update({ whole: new Set([...this.#model.whole, key]) }),
    reveal: (id) => this.#reveal(id),
    copy: (id) => this.#copy(id),
    openSpec: (event, url) => {
      if (this.#transport.host === 'file') return;
      event.preventDefault();
      // The editor listens for clicks on links too, further up, and would open it a second time.
      event.stopPropagation();
      this.#transport.postMessage({ type: 'openSpec', url });
    },
    post: (message) => this.#transport.postMessage(message),
  };

  #copy(id: string): void {
    const { report } = this.#model;
    const test = report?.tests.find((candidate) => candidate.id === id);
    if (report === undefined || test === undefined) return;
    this.#update({ copied: id });
    this.#announce(`Copied ${id} as Markdown.`);
    this.#transport.postMessage({ type: 'copy', markdown: checkAsMarkdown(test, report) });
  }

  #reveal(id: string): void {
    this.#show(id)?.querySelector('summary')?.focus({ preventScroll: true });
  }

  /** Opens a check and scrolls to it, without the focus: the user may be somewhere else in the editor. */
  #show(id: string): HTMLElement | undefined {
    const test = this.#model.report?.tests.find((candidate) => candidate.id === id);
    if (test === undefined) return undefined;
    const verdict = !test.passed && this.#model.state.verdict === 'failures' ? 'failures' : 'all';
    const open = [...this.#model.state.open.filter((other) => other !== id), id];
    this.#setState({ verdict, category: '', level: '', search: '', open });
    const check = document.getElementById(`check-${id}`);
    check?.scrollIntoView({ block: 'start' });
    return check ?? undefined;
  }

  #rememberScroll(): void {
    clearTimeout(this.#scrollTimer);
    this.#scrollTimer = setTimeout(() => {
      this.#model = { ...this.#model, state: { ...this.#model.state, scroll: window.scrollY } };
      this.#transport.setState(this.#model.state);
    }, SCROLL_SETTLES_MS);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return;
    if (event.key === '/' && !event.target.matches('input, select')) {
      document.getElementById('search')?.focus();
      event.preventDefault();
      return;
    }
    if (event.target.matches('.check > summary')) this.#moveBetweenChecks(event, event.target);
  }

  /** The arrow keys go from check to check, so that a long list needs no tabbing. */
  #moveBetweenChecks(event: KeyboardEvent, from: HTMLElement): void {
    const summaries = [...this.#root.querySelectorAll<HTMLElement>('.check > summary')];
    const index = summaries.indexOf(from);
    const targets: Record<string, number> = {
      ArrowDown: Math.min(index + 1, summaries.length - 1),
      ArrowUp: Math.max(index - 1, 0),
      Home: 0,
      End: summaries.length - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    summaries[target]?.focus();
    event.preventDefault();
  }
}
