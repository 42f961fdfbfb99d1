import type { Report } from '../engine/report.js';
import { renderJson } from '../reporters/json.js';
import { renderTerminal } from '../reporters/terminal.js';
import { CannotRun } from './cannot-run.js';
import type { ReportOptions } from './command.js';
import { htmlPage } from './html-page.js';
import { note, saveFile, wantsColor, writeOut } from './output.js';

/** How several reports stand in one output: `single` is one report as it is, `list` an array in JSON. */
export type Shape = 'single' | 'list';

/** Writes the reports to the file or to standard output, in the chosen form. */
export async function deliverReports(reports: readonly Report[], shape: Shape, options: ReportOptions): Promise<void> {
  if (reports.length === 0 && (shape === 'single' || options.format !== 'json')) return;
  if (options.format === 'html' && shape === 'list' && reports.length > 1) {
    await deliverPages(reports, options);
    return;
  }
  const text = await render(reports, shape, options);
  if (options.output === undefined) {
    await writeOut(text);
    return;
  }
  await saveFile(options.output, text, 'The report');
  note(`The report is in ${options.output}.`);
}

async function render(reports: readonly Report[], shape: Shape, options: ReportOptions): Promise<string> {
  if (options.format === 'terminal') return renderForTerminal(reports, options);
  const pages = options.format === 'json' ? reports.map(renderJson) : await Promise.all(reports.map(htmlPage));
  if (shape === 'single' || options.format === 'html') return pages.join('');
  return `[${pages.map((page) => page.trimEnd()).join(',\n')}]\n`;
}

function renderForTerminal(reports: readonly Report[], options: ReportOptions): string {
  const colour = options.output === undefined && wantsColor(options.color, process.stdout);
  const width = process.stdout.columns ?? 80;
  return reports.map((report) => renderTerminal(report, { colour, verbose: options.verbose, width })).join('\n');
}

/** One page holds one report, so each server gets a file of its own beside the name that was given. */
async function deliverPages(reports: readonly Report[], options: ReportOptions): Promise<void> {
  const { output } = options;
  if (output === undefined) {
    throw new CannotRun(
      'Several servers make several HTML files: give --output FILE, or pick one server with --server NAME.',
    );
  }
  const taken = new Set<string>();
  for (const report of reports) {
    const file = fileFor(output, report.target.label, taken);
    await saveFile(file, await htmlPage(report), 'The report');
    note(`The report of ${report.target.label} is in ${file}.`);
  }
}

/** `report.html` and the server `my server` make `report-my-server.html`. */
function fileFor(output: string, label: string, taken: Set<string>): string {
  const [, stem = output, extension = ''] = /^(.*?)(\.[^./\\]*)?$/s.exec(output) ?? [];
  const slug = label.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'server';
  let file = `${stem}-${slug}${extension}`;
  for (let number = 2; taken.has(file); number += 1) file = `${stem}-${slug}-${number}${extension}`;
  taken.add(file);
  return file;
}
