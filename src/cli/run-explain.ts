import { type CatalogEntry, catalog, specUrl } from '../engine/catalog.js';
import { LATEST_REVISION } from '../engine/revision.js';
import { terminalStyle } from '../reporters/terminal-style.js';
import { wrap } from '../reporters/text-layout.js';
import { CannotRun } from './cannot-run.js';
import type { ExplainCommand } from './command.js';
import { nearest } from './nearest.js';
import { wantsColor, writeOut } from './output.js';

/** Prints the catalog entry of a check. */
export async function runExplain(command: ExplainCommand): Promise<number> {
  const { revision, rules } = catalog(LATEST_REVISION);
  const entry = rules.find((rule) => rule.id === command.id);
  if (entry === undefined) {
    const suggestion = nearest(
      command.id,
      rules.map((rule) => rule.id),
    );
    const hint = suggestion === undefined ? 'Run mcp-assay test --list for all checks.' : `Did you mean ${suggestion}?`;
    throw new CannotRun(`There is no check ${command.id}. ${hint}`);
  }
  const spec = specUrl(revision, entry.spec);
  const text =
    command.format === 'json' ? `${JSON.stringify({ ...entry, spec }, null, 2)}\n` : page(entry, spec, command);
  await writeOut(text);
  return 0;
}

function page(entry: CatalogEntry, spec: string, command: ExplainCommand): string {
  const style = terminalStyle(wantsColor(command.color, process.stdout));
  const width = Math.min(100, process.stdout.columns || 80) - 2;
  const section = (title: string, lines: readonly string[]) => [
    '',
    style.bold(title),
    ...lines.map((line) => `  ${line}`.trimEnd()),
  ];
  const lines = [
    style.bold(entry.title),
    `${entry.id} · ${entry.category} · ${levelText(entry)} · ${entry.transports.join(' and ')}${periodText(entry)}`,
    ...section('What is asked for', wrap(entry.expected, width)),
    ...section('Why it matters', wrap(entry.why, width)),
    ...section('What to change', markdownLines(entry.fix, width)),
    ...section('Specification', [spec]),
  ];
  return `${lines.join('\n')}\n`;
}

/** Prose is wrapped; the lines of a fenced code block stay as they are. */
function markdownLines(markdown: string, width: number): string[] {
  let isCode = false;
  return markdown.split('\n').flatMap((line) => {
    if (line.startsWith('```')) {
      isCode = !isCode;
      return [''];
    }
    return isCode ? [`  ${line}`] : wrap(line, width);
  });
}

function levelText(entry: CatalogEntry): string {
  const texts = {
    must: 'required by the specification',
    should: 'recommended by the specification',
    advice: 'advice, not scored',
  };
  const conditional = entry.capability === undefined ? '' : `, for servers with ${entry.capability}`;
  return `${texts[entry.level]}${conditional}`;
}

function periodText(entry: CatalogEntry): string {
  const since = entry.since === undefined ? '' : ` · since ${entry.since}`;
  const until = entry.until === undefined ? '' : ` · until ${entry.until}`;
  return since + until;
}
