import { describe, expect, it } from 'vitest';
import { checkAsMarkdown } from '../../webview/check-markdown.js';
import { cappedReport } from '../fixtures/reports/capped.js';
import { hostileReport } from '../fixtures/reports/hostile.js';

function markdownOf(id: string, report = cappedReport()): string {
  const test = report.tests.find((candidate) => candidate.id === id);
  if (test === undefined) throw new Error(`The fixture has no ${id}.`);
  return checkAsMarkdown(test, report);
}

describe('a check as Markdown', () => {
  it('holds the finding, its proof, the reason, the fix and the link', () => {
    expect(markdownOf('error-method-code')).toBe(`### Failed: An unknown method is error -32601 (\`error-method-code\`)

Server \`notes\`, graded against MCP 2025-11-25 by MCP Assay 0.1.0. Level: must.

\`\`\`text
The code is -32603.
\`\`\`

**Expected:** An error with the code -32601.

**Actual:**

\`\`\`text
An error with the code -32603 and the message "Internal error".
\`\`\`

Proof: \`POST assay/unknown → 200 after 4 ms\`, at \`/error/code\`

\`\`\`
event: message
data:
{
  "jsonrpc": "2.0",
  "id": 5,
  "error": {
    "code": -32603,
    "message": "Internal error"
  }
}
\`\`\`

**Why it matters:** A client cannot tell a method that is missing from a server that broke, and tries again.

**Fix:** Answer a method that you do not know with the code \`-32601\`.

[The specification says](https://modelcontextprotocol.io/specification/2025-11-25/basic#responses)
`);
  });

  it('says of a skip only why it was skipped', () => {
    const text = markdownOf('security-sql-injection');
    expect(text).toContain('### Skipped: SQL in an argument does no harm');
    expect(text).toContain('Only full mode sends hostile input.');
    expect(text).not.toContain('**Fix:**');
  });

  it('keeps the texts of a server inert', () => {
    const report = hostileReport();
    report.target.label = 'evil` ![x](http://track.example) @everyone';
    for (const test of report.tests) test.details = '```\n![x](http://track.example)\n````` <b>';
    const text = markdownOf('tools-schema', report);
    expect(text).toContain('Server ``evil` ![x](http://track.example) @everyone``, graded');
    expect(text).toContain('``````text\n```\n![x](http://track.example)\n````` <b>\n``````');
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(markdownOf('error-method-code', report)).not.toContain('javascript:');
  });
});
