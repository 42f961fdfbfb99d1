import { readFile } from 'node:fs/promises';
import type { Report } from '../engine/report.js';
import { type ReportAssets, renderHtml } from '../reporters/html.js';
import { CannotRun, reasonOf } from './cannot-run.js';

/** One self-contained page. `panelFolder` holds the built report panel. */
export async function htmlPage(report: Report, panelFolder: URL): Promise<string> {
  return renderHtml(report, await readAssets(panelFolder));
}

async function readAssets(panelFolder: URL): Promise<ReportAssets> {
  try {
    const [script, style] = await Promise.all(
      ['report.js', 'report.css'].map((name) => readFile(new URL(name, panelFolder), 'utf8')),
    );
    return { script: script ?? '', style: style ?? '' };
  } catch (error) {
    throw new CannotRun(
      `The report panel is missing from this installation: ${reasonOf(error)}. Install mcp-assay again, or run npm run build in a checkout.`,
    );
  }
}
