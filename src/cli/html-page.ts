import type { Report } from '../engine/report.js';
import { CannotRun } from './cannot-run.js';

export async function htmlPage(report: Report): Promise<string> {
  throw new CannotRun(`no HTML yet for ${report.url}`);
}
