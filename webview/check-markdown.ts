import type { Evidence, Report, TestResult } from '../src/engine/report.js';
import { bodyLines, excerptsOf, isWithin, lineText } from './body-lines.js';
import { clipped, shownPlain } from './untrusted-text.js';
import { exchangeTitle, verdictOf } from './wording.js';

const LONGEST_RUN = /`+/g;

function fenceFor(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(LONGEST_RUN)].map((match) => match[0].length));
  return '`'.repeat(Math.max(3, longest + 1));
}

/** Text of a server as a code block: there it is neither markup nor a link, and mentions nobody. */
function block(text: string, language = 'text'): string {
  const safe = shownPlain(clipped(text.trimEnd(), 4_000));
  const fence = fenceFor(safe);
  return `${fence}${language}\n${safe}\n${fence}`;
}

/** The same within a line. */
function inline(text: string): string {
  const safe = shownPlain(clipped(text, 300)).replace(/\s+/g, ' ').trim();
  const longest = Math.max(0, ...[...safe.matchAll(LONGEST_RUN)].map((match) => match[0].length));
  const fence = '`'.repeat(longest + 1);
  const space = /^`|`$/.test(safe) ? ' ' : '';
  return safe === '' ? '' : `${fence}${space}${safe}${space}${fence}`;
}

function excerptOf(evidence: Evidence, body: string): string {
  const lines = bodyLines(body);
  const hits = lines.map((line) => evidence.pointer !== '' && isWithin(line, evidence.pointer));
  return excerptsOf(lines, hits, 3, 40)
    .map((excerpt) => ('lines' in excerpt ? excerpt.lines.map(lineText).join('\n') : `… ${excerpt.leftOut} lines`))
    .join('\n');
}

function proof(evidence: Evidence, report: Report): string[] {
  const exchange = report.exchanges.find((candidate) => candidate.id === evidence.exchange);
  if (exchange === undefined) return [];
  const part = evidence.part === 'request' ? exchange.request : exchange.response;
  const place = evidence.pointer === '' ? '' : `, at ${inline(evidence.pointer)}`;
  const note = evidence.note === undefined ? '' : ` ${inline(evidence.note)}`;
  const title = `Proof: ${inline(exchangeTitle(exchange))}${place}${note}`;
  return part === null || part.body === '' ? [title] : [title, block(excerptOf(evidence, part.body), '')];
}

/** One check as Markdown for an issue: the finding, its proof, the fix and the link; texts of the server stay inert. */
export function checkAsMarkdown(test: TestResult, report: Report): string {
  const verdict = { failed: 'Failed', passed: 'Passed', skipped: 'Skipped' }[verdictOf(test)];
  const parts = [
    `### ${verdict}: ${test.name} (\`${test.id}\`)`,
    `Server ${inline(report.target.label)}, graded against MCP ${report.specVersion} by MCP Assay ${report.toolVersion}. Level: ${test.level}.`,
    block(test.details),
    `**Expected:** ${shownPlain(test.expected)}`,
    ...(test.actual === '' || test.actual === test.details ? [] : ['**Actual:**', block(test.actual)]),
    ...test.evidence.slice(0, 3).flatMap((evidence) => proof(evidence, report)),
    ...(verdict === 'Failed'
      ? [`**Why it matters:** ${shownPlain(test.why)}`, `**Fix:** ${shownPlain(test.fix)}`]
      : []),
    ...(/^https:\/\/\S+$/.test(test.specRef) ? [`[The specification says](${test.specRef})`] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}
