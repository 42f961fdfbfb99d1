import type { Observer } from '../engine/options.js';
import type { TestResult } from '../engine/report.js';
import { terminalStyle } from '../reporters/terminal-style.js';
import { visibleLine } from '../reporters/visible-text.js';
import { note, wantsColor } from './output.js';

const CLEAR_LINE = '\r\x1b[2K';
/** Redrawing more often only costs time. */
const redrawMs = 40;
const tickMs = 1_000;
/** In characters; the progress itself needs the rest of the line. */
const longestLabel = 32;

/** What a run tells while it goes on. `end` must be called before anything else is printed. */
export interface ProgressDisplay extends Observer {
  end(): void;
}

export interface ProgressOptions {
  /** The server's name. */
  label: string;
  verbose: boolean;
  color: boolean;
  /** Takes secrets out of what a verdict says: the run redacts only what it returns. */
  redact(text: string): string;
}

/** The end of a long command line says more than its beginning. */
function shortened(label: string): string {
  const characters = Array.from(label);
  return characters.length <= longestLabel ? label : `…${characters.slice(1 - longestLabel).join('')}`;
}

/** A live line on standard error when that is a terminal, and with `verbose` a line for each verdict. */
export function showProgress(options: ProgressOptions): ProgressDisplay {
  const style = terminalStyle(wantsColor(options.color, process.stderr));
  const live = process.stderr.isTTY === true && process.env['TERM'] !== 'dumb';
  const label = shortened(visibleLine(options.redact(options.label)));
  const startedAt = performance.now();
  let step = 'starting';
  let done = 0;
  let total = 0;
  let passed = 0;
  let failed = 0;
  let latest = '';
  let drawnAt = Number.NEGATIVE_INFINITY;

  function draw(): void {
    if (!live) return;
    drawnAt = performance.now();
    const seconds = Math.floor((drawnAt - startedAt) / 1_000);
    const parts = [
      label,
      total === 0 ? step : `${done}/${total} ${step}`,
      passed + failed === 0 ? '' : `${passed} passed, ${failed} failed`,
      latest,
      seconds === 0 ? '' : `${seconds} s`,
    ];
    const text = parts.filter((part) => part !== '').join(' · ');
    process.stderr.write(
      CLEAR_LINE +
        Array.from(text)
          .slice(0, (process.stderr.columns || 80) - 1)
          .join(''),
    );
  }

  function drawUnlessJustDone(): void {
    if (performance.now() - drawnAt >= redrawMs) draw();
  }

  const tick = live ? setInterval(draw, tickMs) : undefined;
  tick?.unref();
  draw();
  return {
    onProgress(progress) {
      ({ step, done, total } = progress);
      drawUnlessJustDone();
    },
    onVerdict(result) {
      const isFirst = passed + failed === 0;
      if (!result.skipped) {
        if (result.passed) passed += 1;
        else failed += 1;
        latest = `${result.passed ? '✓' : '✗'} ${result.id}`;
      }
      if (options.verbose) {
        if (live) process.stderr.write(CLEAR_LINE);
        note(verdictLine(result));
      }
      if (isFirst) draw();
      else drawUnlessJustDone();
    },
    end() {
      clearInterval(tick);
      if (live) process.stderr.write(CLEAR_LINE);
    },
  };

  function verdictLine(result: TestResult): string {
    const time = `${Math.round(result.durationMs)} ms`;
    if (result.skipped) return style.dim(`- ${result.id} (${result.cause ?? 'skipped'})`);
    if (result.passed) return `${style.green('✓')} ${result.id} ${style.dim(time)}`;
    const [detail = ''] = result.details.split('\n');
    return `${style.red('✗')} ${result.id} ${style.dim(time)} ${visibleLine(options.redact(detail))}`;
  }
}
