import { preview } from '../engine/preview.js';
import { padEnd } from '../reporters/text-layout.js';
import { CannotRun } from './cannot-run.js';
import { type ListCommand, TRANSPORTS, type Transport } from './command.js';
import { writeOut } from './output.js';

/** A check, with the transports on which it would run and why not on the others. */
interface Row {
  id: string;
  name: string;
  category: string;
  level: string;
  set: string;
  runs: Transport[];
  reasons: Partial<Record<Transport, string>>;
}

/** Prints which checks would run. */
export async function runList(command: ListCommand): Promise<number> {
  if (command.format === 'html')
    throw new CannotRun('--list prints a table or JSON: use --format terminal or --format json.');
  const transports = command.transport === undefined ? TRANSPORTS : [command.transport];
  const rows = collectRows(command, transports);
  await writeOut(command.format === 'json' ? `${JSON.stringify(rows, null, 2)}\n` : table(rows, transports));
  return 0;
}

function collectRows(command: ListCommand, transports: readonly Transport[]): Row[] {
  const rows = new Map<string, Row>();
  for (const transport of transports) {
    const options = {
      only: command.only,
      skip: command.skip,
      ...(command.mode !== undefined && { mode: command.mode }),
      ...(command.specVersion !== undefined && { specVersion: command.specVersion }),
    };
    for (const { runs, reason, ...check } of preview(options, transport)) {
      const row = rows.get(check.id) ?? { ...check, runs: [], reasons: {} };
      rows.set(check.id, row);
      if (runs) row.runs.push(transport);
      else row.reasons[transport] = reason ?? 'does not run';
    }
  }
  return [...rows.values()];
}

function table(rows: readonly Row[], transports: readonly Transport[]): string {
  const idWidth = Math.max(0, ...rows.map((row) => row.id.length));
  const lines = rows.map((row) => {
    const reasons = [...new Set(Object.values(row.reasons))].join(' ');
    const where = row.runs.length === 0 ? `not run: ${reasons}` : row.runs.join(', ');
    return `${padEnd(row.id, idWidth)}  ${padEnd(row.level, 6)}  ${where}`;
  });
  const counts = transports.map(
    (transport) => `${rows.filter((row) => row.runs.includes(transport)).length} on ${transport}`,
  );
  return `${[...lines, '', `${rows.length} checks; would run: ${counts.join(', ')}.`].join('\n')}\n`;
}
