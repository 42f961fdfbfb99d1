import type { Report } from '../engine/report.js';
import { renderJson } from '../reporters/json.js';
import { renderTerminal } from '../reporters/terminal.js';
import { CannotRun } from './cannot-run.js';
import type { ReportOptions } from './command.js';
import { note, saveFile, wantsColor, writeOut } from './output.js';

/** How several reports stand in one output: `single` is one report as it is, `list` an array in JSON. */
export type Shape = 'single' | 'list';

/** Writes the reports to the file or to standard output, in the chosen form. `panelFolder` is for HTML. */
export async function deliverReports(
  reports: readonly Report[],
  shape: Shape,
  options: ReportOptions,
  panelFolder: URL,
): Promise<void> {
  if (options.format === 'html') {
    await deliverPages(reports, options.output, panelFolder);
    return;
  }
  if (reports.length === 0 && options.format === 'terminal') return;
  await deliver(options.format === 'json' ? jsonText(reports, shape) : terminalText(reports, options), options.output);
}

async function deliver(text: string, output: string | undefined): Promise<void> {
  if (output === undefined) {
    await writeOut(text);
    return;
  }
  await saveFile(output, text, 'The report');
  note(`The report is in ${output}.`);
}

function jsonText(reports: readonly Report[], shape: Shape): string {
  const texts = reports.map(renderJson);
  return shape === 'single' ? texts.join('') : `[${texts.map((text) => text.trimEnd()).join(',\n')}]\n`;
}

function terminalText(reports: readonly Report[], options: ReportOptions): string {
  const colour = options.output === undefined && wantsColor(options.color, process.stdout);
  const width = process.stdout.columns || 80;
  return reports.map((report) => renderTerminal(report, { colour, verbose: options.verbose, width })).join('\n');
}

/** One page holds one report, so each of several servers gets a file of its own beside the name that was given. */
async function deliverPages(reports: readonly Report[], output: string | undefined, panelFolder: URL): Promise<void> {
  const [first, second] = reports;
  if (first === undefined) return;
  const { htmlPage } = await import('./html-page.js');
  if (second === undefined) {
    await deliver(await htmlPage(first, panelFolder), output);
    return;
  }
  if (output === undefined) throw new CannotRun(TOO_MANY_PAGES);
  const taken = new Set<string>();
  for (const report of reports) {
    const file = fileFor(output, report.target.label, taken);
    await saveFile(file, await htmlPage(report, panelFolder), 'The report');
    note(`The report of ${report.target.label} is in ${file}.`);
  }
}

/** Standard output takes one page. */
export const TOO_MANY_PAGES =
  'Several servers make several HTML files: give --output FILE, or pick one server with --server NAME.';

/** `report.html` and the server `my server` make `report-my-server.html`. */
function fileFor(output: string, label: string, taken: Set<string>): string {
  const [, stem = output, extension = ''] = /^(.*?)(\.[^./\\]*)?$/s.exec(output) ?? [];
  const slug = label.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'server';
  let file = `${stem}-${slug}${extension}`;
  for (let number = 2; taken.has(file); number += 1) file = `${stem}-${slug}-${number}${extension}`;
  taken.add(file);
  return file;
}
