import { rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { cursorConfig, EDITOR_OWN, PORTABLE } from './configs.js';
import { describeInEditor, RUN_MS, startWorkbench, type Workbench } from './workbench.js';
import { type HttpServer, isAlive, makeWorkspace, startHttpServer, type Workspace } from './workspace.js';

const SECRET = 'correct-horse-battery-staple';
const PING_SECTION = 'https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping';

/** The tests are one session of a user: each goes on where the one before has ended. */
describeInEditor('the extension in an editor', () => {
  let http: HttpServer;
  let workspace: Workspace;
  let bench: Workbench;

  beforeAll(async () => {
    http = await startHttpServer();
    workspace = makeWorkspace({
      '.mcp.json': PORTABLE,
      '.vscode/mcp.json': EDITOR_OWN,
      '.cursor/mcp.json': cursorConfig(http.url),
    });
    bench = await startWorkbench({ folder: workspace.folder, trusted: true });
  });

  beforeEach(({ skip }) => skip(bench.hasFailed, 'an earlier step of the session has failed'));

  afterEach(({ task }) => bench.noteResult(task));

  afterAll(async () => {
    await bench?.editor.stop();
    await http?.stop();
    workspace?.dispose();
  });

  it('finds the servers of all three files and starts none of them', async () => {
    await bench.showServers();
    await bench.row('tickets').waitFor();
    expect(await bench.rowWords()).toEqual([
      'Configuration file .mcp.json, 3 servers',
      'faulty, not graded',
      'marking, not graded',
      'absent, not graded',
      'Configuration file .vscode/mcp.json, 3 servers',
      'edited, not graded',
      'silent, not graded',
      'leaking, not graded',
      'Configuration file .cursor/mcp.json, 1 server',
      'tickets, not graded',
    ]);
    await bench.editor.screenshot('light-01-found');
    expect(workspace.has('servers/started.txt')).toBe(false);
  });

  it('starts nothing when the question is not agreed to', async () => {
    await bench.grade('marking');
    const question = await bench.answer('Cancel');
    expect(question).toContain('node servers/marking.mjs');
    expect(question).toContain('Mode "safe"');
    expect(await bench.stateOf('marking')).toBe('not graded');
    expect(workspace.has('servers/started.txt')).toBe(false);
  });

  it('grades a server after the user has agreed', async () => {
    await bench.grade('faulty');
    await bench.dialog.waitFor();
    await bench.editor.screenshot('light-02-consent');
    await bench.answer('Grade');
    await bench.waitForState('faulty', /^grade B, 2 failures$/);
  });

  it('asks no second time for the same launch', async () => {
    await bench.press(bench.row('faulty'), 'Grade');
    await expect.poll(() => bench.log().split('faulty: grade B').length - 1, { timeout: RUN_MS }).toBe(2);
    expect(await bench.dialog.isVisible()).toBe(false);
  });

  it('puts each failure at the entry of the server, with a link to the specification', async () => {
    await bench.row('faulty').click();
    const problems = await bench.ownProblems();
    expect(problems.map(({ code, place }) => [code, place])).toEqual([
      ['lifecycle-ping', '[Ln 3, Col 5]'],
      ['tools-schema', '[Ln 3, Col 5]'],
    ]);
    expect(problems[0]?.link).toContain(PING_SECTION);
    expect(problems[0]?.text).toContain('pong');
  });

  it('shows the grade above the server and in the language status', async () => {
    await expect.poll(() => bench.lensTexts()).toEqual(['Grade B · 2 failures', 'Grade', 'Grade']);
    const status = bench.page.locator('[id="status.languageStatus"]');
    expect(await status.getAttribute('aria-label')).toMatch(/faulty: grade B.*2 failures/);
    await status.click();
    const item = bench.page.locator('.hover-language-status .element').filter({ hasText: 'faulty' });
    await item.waitFor();
    expect(await item.textContent()).toMatch(/\d s|\d min/);
    await bench.editor.screenshot('light-03-graded');
    await bench.page.keyboard.press('Escape');
  });

  it('lists the failures of a server by category, and everything on request', async () => {
    await bench.row('faulty').locator('.monaco-tl-twistie').click();
    await bench.row('A tool must have').waitFor();
    const failures = (await bench.rowWords()).slice(1, 7);
    expect(failures).toEqual([
      'faulty, grade B, 2 failures',
      expect.stringMatching(/^Lifecycle, 1 of \d+ failed$/),
      'A ping must be answered at once with an empty result, failed, required',
      expect.stringMatching(/^Schema, 1 of \d+ failed$/),
      expect.stringMatching(/^A tool must have .*, failed, required$/),
      'marking, not graded',
    ]);
    const view = bench.page.locator('.sidebar .title-actions');
    await view.getByRole('button', { name: 'Show All Checks' }).click();
    await bench.row('Transport, no failures').waitFor();
    await bench.editor.screenshot('light-04-all-checks');
    await view.getByRole('button', { name: 'Show Failures Only' }).click();
    await bench.row('Transport, no failures').waitFor({ state: 'hidden' });
  });

  it('opens the report at the check that was selected', async () => {
    await bench.row('A tool must have').click();
    const check = bench.report.locator('#check-tools-schema');
    await check.locator('.exchange').waitFor({ timeout: RUN_MS });
    await bench.editor.screenshot('light-05-report');
    expect(await bench.report.locator('.hero').textContent()).toMatch(/faulty[\s\S]*Grade B/);
    const text = await check.textContent();
    expect(text).toContain('How to fix it');
    expect(text).toContain('"method": "tools/list"');
    expect(await bench.report.locator('.check[open]').count()).toBe(1);
    await bench.row('A ping must').click();
    await bench.report.locator('#check-lifecycle-ping .exchange').waitFor();
  });

  it('shows markup of a server as text', async () => {
    const check = bench.report.locator('#check-tools-schema');
    expect(await check.textContent()).toContain('<img src=\\"x\\" onerror=');
    expect(await bench.report.locator('#report').locator('img, script').count()).toBe(0);
    expect(await bench.page.title()).not.toContain('broken-in');
    expect(await bench.report.locator('body').evaluate((body) => body.ownerDocument.title)).not.toContain('broken-in');
  });

  it('copies a check as Markdown and asks before it opens the specification', async () => {
    const check = bench.report.locator('#check-lifecycle-ping');
    await check.getByRole('button', { name: 'Copy as Markdown' }).click();
    const clipboard = () => bench.page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(clipboard).toContain('### Failed: A ping must be answered');
    await check.getByRole('link', { name: 'Read the specification' }).click();
    expect(await bench.answer('Cancel')).toContain(PING_SECTION);
    // The editor follows links by itself as well, and then in a tab of the browser.
    expect(bench.page.context().pages()).toHaveLength(1);
  });

  it('goes from the report to the definition', async () => {
    await bench.openDefinition('tickets');
    await bench.report.getByRole('button', { name: 'Open definition' }).click();
    await expect
      .poll(() => bench.page.locator('[id="status.editor.selection"]').getAttribute('aria-label'))
      .toBe('Ln 3, Col 5');
  });

  it('has result and report again after the window was loaded anew', async () => {
    await bench.reload();
    await bench.report.locator('#check-lifecycle-ping[open] .exchange').waitFor({ timeout: RUN_MS });
    await bench.showServers();
    await bench.waitForState('faulty', /^grade B, 2 failures$/);
    expect((await bench.ownProblems()).map(({ code }) => code)).toEqual(['lifecycle-ping', 'tools-schema']);
  });

  it('runs again what failed, and tells what has been corrected', async () => {
    workspace.edit('servers/faulty.mjs', "{ pong: 'yes' }", '{}');
    await bench.command('Re-run Failed Checks');
    await bench.pick('faulty');
    await bench.waitForState('faulty', /^grade B, 1 failure$/);
    await bench.report.getByText('1 check fixed').waitFor();
    expect((await bench.ownProblems()).map(({ code }) => code)).toEqual(['tools-schema']);
    workspace.edit('servers/faulty.mjs', 'result: {}', "result: { pong: 'yes' }");
    await bench.report.getByRole('button', { name: 'Grade again' }).click();
    await bench.waitForState('faulty', /^grade B, 2 failures$/);
  });

  it('asks again after a saved file has changed the launch, and then grades', async () => {
    await bench.openDefinition('faulty');
    await bench.typeAndSave(5, 36, ', "--again"');
    await bench.toasts.filter({ hasText: 'servers/faulty.mjs --again' }).waitFor();
    await expect.poll(() => bench.stateOf('faulty')).toBe('stale, grade B, 2 failures');
    expect(await bench.ownProblems()).toEqual([]);
    await bench.editor.screenshot('light-06-launch-changed');
    await bench.toasts.getByRole('button', { name: 'Grade' }).click();
    expect(await bench.answer('Grade')).toContain('node servers/faulty.mjs --again');
    await bench.waitForState('faulty', /^grade B, 2 failures$/);
  });

  it('grades by itself when a save brings back a launch that was agreed to', async () => {
    workspace.edit('.mcp.json', ', "--again"', '');
    await bench.waitForState('faulty', /^stale/);
    await bench.openDefinition('faulty');
    await bench.typeAndSave(16, 1, ' ');
    await bench.waitForState('faulty', /^grade B/);
    expect(await bench.dialog.isVisible()).toBe(false);
  });

  it('grades again after a source file was saved, when that is wanted', async () => {
    await bench.grade('edited');
    await bench.answer('Grade');
    await bench.waitForState('edited', /^grade A/);
    workspace.write('.vscode/settings.json', '{ "mcpAssay.runOnSave": "all" }\n');
    await bench.open('servers/edited.mjs');
    await bench.typeAndSave(5, 15, ' late: true ');
    await bench.waitForState('edited', /^grade B, 1 failure$/);
  });

  it('stops a run and leaves no process of it', async () => {
    await bench.press(bench.row('silent'), 'Grade');
    await bench.answer('Grade');
    await expect.poll(() => workspace.has('servers/silent.json'), { timeout: RUN_MS }).toBe(true);
    const pids: number[] = JSON.parse(workspace.read('servers/silent.json'));
    expect(pids.map(isAlive)).toEqual([true, true]);
    await bench.waitForState('silent', /^grading/);
    await bench.editor.screenshot('light-07-grading');
    await bench.press(bench.row('silent'), 'Stop');
    await bench.waitForState('silent', /^not graded$/);
    await expect.poll(() => pids.map(isAlive), { timeout: RUN_MS }).toEqual([false, false]);
  });

  it('says why a server cannot be started', async () => {
    await bench.grade('absent');
    await bench.answer('Grade');
    await bench.waitForState('absent', /^failed to start$/);
    const [problem] = (await bench.ownProblems()).filter(({ text }) => text.includes('mcp-assay-no-such-program'));
    expect(problem?.place).toBe('[Ln 12, Col 18]');
  });

  it('asks for an input once and writes it nowhere', async () => {
    await bench.grade('leaking');
    await bench.answer('Grade');
    await bench.page.locator('.quick-input-widget').getByText('Token of the server').waitFor();
    expect(await bench.quickInput.getAttribute('type')).toBe('password');
    await bench.quickInput.fill(SECRET);
    await bench.page.keyboard.press('Enter');
    await bench.waitForState('leaking', /^failed to start$/);
    await bench.press(bench.row('leaking'), 'Grade');
    // The second run may be over before the tree is looked at; the log keeps that it was.
    await expect.poll(() => bench.log().split('leaking: grading').length - 1, { timeout: RUN_MS }).toBe(2);
    await bench.waitForState('leaking', /^failed to start$/);
    await bench.press(bench.row('leaking'), 'Open Report');
    await bench.report.getByText('cannot sign in with').waitFor();
    expect(await bench.report.locator('body').innerHTML()).not.toContain(SECRET);
    expect(bench.log()).toContain('leaking');
    expect(bench.filesWith(SECRET)).toEqual([]);
  });

  it('grades a server that is reached over HTTP', async () => {
    await bench.grade('tickets');
    expect(await bench.answer('Grade')).toContain(http.url);
    await bench.waitForState('tickets', /^grade A/);
  });

  it('grades a command and a URL that were typed in', async () => {
    for (const line of ['node servers/notes.mjs', http.url]) {
      await bench.command('Grade URL');
      await bench.quickInput.fill(line);
      await bench.page.keyboard.press('Enter');
      expect(await bench.answer('Grade')).toContain(line);
      await bench.waitForState(line, /^grade [AB]/);
    }
    await bench.editor.screenshot('light-08-typed-in');
  });

  it('explains what full mode may do before it agrees to it', async () => {
    workspace.write('.vscode/settings.json', '{ "mcpAssay.mode": "full" }\n');
    const question = async () => {
      await bench.press(bench.row('marking'), 'Grade');
      return bench.answer('Cancel');
    };
    await expect.poll(question, { timeout: RUN_MS }).toContain('Mode "full"');
    await bench.press(bench.row('marking'), 'Grade');
    await bench.dialog.getByRole('button', { name: 'Grade in Full Mode', exact: true }).waitFor();
    await bench.editor.screenshot('light-09-full-mode');
    expect(await bench.answer('Cancel')).toContain('write, delete, send or pay');
    workspace.remove('.vscode/settings.json');
    expect(workspace.has('servers/started.txt')).toBe(false);
  });

  it('explains a check and opens its section of the specification', async () => {
    await bench.command('Open Spec Section');
    await bench.pick('lifecycle-ping · failed');
    expect(await bench.answer('Cancel')).toContain(PING_SECTION);
    await bench.command('Explain Check…');
    await bench.pick('lifecycle-ping · failed');
    await bench.report.getByRole('heading', { name: 'What to change' }).waitFor();
    await bench.editor.screenshot('light-10-explained');
  });

  it('reports a broken file once and goes on with the other files', async () => {
    workspace.write('.mcp.json', '{ "mcpServers": { "faulty": \n');
    await bench.row('Configuration file .mcp.json, cannot be read').waitFor();
    await expect.poll(async () => (await bench.ownProblems()).filter(({ text }) => /JSON/.test(text)).length).toBe(1);
    expect(await bench.stateOf('edited')).toBe('grade B, 1 failure');
    await bench.editor.screenshot('light-11-broken-file');
    workspace.write('.mcp.json', PORTABLE);
    await bench.waitForState('faulty', /^grade B/);
  });

  it('forgets the findings of a server or file that goes', async () => {
    const codes = async () => (await bench.ownProblems()).map(({ code }) => code);
    await expect.poll(codes).toContain('tools-schema');
    workspace.edit('.mcp.json', PORTABLE.slice(PORTABLE.indexOf('"faulty"'), PORTABLE.indexOf('"marking"')), '');
    await bench.row('faulty').waitFor({ state: 'detached' });
    await expect.poll(codes).not.toContain('tools-schema');
    expect(await codes()).toContain('lifecycle-ping');
    workspace.remove('.vscode/mcp.json');
    await bench.row('edited').waitFor({ state: 'detached' });
    await expect.poll(codes).not.toContain('lifecycle-ping');
  });

  it('clears all results', async () => {
    await bench.command('Clear Results');
    await bench.waitForState('tickets', /^not graded$/);
    await expect.poll(() => bench.ownProblems()).toEqual([]);
    expect(await bench.rowWords()).not.toContain('Typed in');
  });

  it('tells the folders of a workspace apart, and forgets one that is removed', async () => {
    const other = makeWorkspace({ '.mcp.json': PORTABLE });
    const file = `${workspace.folder}.code-workspace`;
    let indent = 0;
    const save = (...folders: string[]) => {
      indent += 1;
      writeFileSync(file, JSON.stringify({ folders: folders.map((path) => ({ path })) }, undefined, indent));
    };
    try {
      save(workspace.folder, other.folder);
      await bench.openWorkspace(file);
      await bench.showServers();
      const files = bench.row('Configuration file .mcp.json');
      const listed = async () => {
        const texts = await files.allTextContents();
        // A window that reads the file before its server is there has no folder until the file changes.
        if (texts.length === 0) save(workspace.folder, other.folder);
        return texts;
      };
      await expect
        .poll(listed, { timeout: RUN_MS, interval: 2_000 })
        .toEqual([`.mcp.json${basename(workspace.folder)}`, `.mcp.json${basename(other.folder)}`]);
      await bench.press(bench.row('faulty'), 'Grade');
      await bench.answer('Grade');
      await bench.waitForState('faulty', /^grade B/);
      await expect.poll(async () => (await bench.ownProblems()).length).toBe(2);
      await bench.editor.screenshot('light-12-two-folders');
      save(workspace.folder);
      await expect.poll(() => bench.ownProblems()).toEqual([]);
      await expect.poll(() => files.count()).toBe(1);
    } finally {
      rmSync(file);
      other.dispose();
    }
  });
});
