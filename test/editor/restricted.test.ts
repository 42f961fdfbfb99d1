import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { PORTABLE } from './configs.js';
import { describeInEditor, RUN_MS, startWorkbench, type Workbench } from './workbench.js';
import { makeWorkspace, type Workspace } from './workspace.js';

/** Written by the server "marking" as soon as it is started. */
const STARTED = 'servers/started.txt';

describeInEditor('Restricted Mode', () => {
  let workspace: Workspace;
  let bench: Workbench;

  beforeAll(async () => {
    workspace = makeWorkspace({ '.mcp.json': PORTABLE, '.cursor/mcp.json': '{ "mcpServers": { "half": ' });
    const settings = { 'workbench.colorTheme': 'Default Dark Modern' };
    bench = await startWorkbench({ folder: workspace.folder, trusted: false, settings });
  });

  beforeEach(({ skip }) => skip(bench.hasFailed, 'an earlier step of the session has failed'));

  afterEach(({ task }) => bench.noteResult(task));

  afterAll(async () => {
    await bench?.editor.stop();
    workspace?.dispose();
  });

  it('reads and checks the files, and says that no server is started', async () => {
    await bench.showServers();
    await bench.row('marking, not graded').waitFor();
    await bench.page.locator('.sidebar').getByText('Restricted Mode: files are read and checked').waitFor();
    await expect.poll(async () => (await bench.ownProblems()).map(({ code }) => code)).toEqual(['syntax']);
    await bench.editor.screenshot('dark-01-restricted');
  });

  it('starts nothing from a CodeLens', async () => {
    await bench.openDefinition('marking');
    await bench.lenses.filter({ hasText: 'Grade' }).nth(1).locator('a').first().click();
    await bench.toasts.getByText('In Restricted Mode no server is started').waitFor();
    await bench.editor.screenshot('dark-02-refused');
    expect(workspace.has(STARTED)).toBe(false);
  });

  it('offers no command that would start a server', async () => {
    const offered = await bench.offeredCommands('MCP Assay: ');
    expect(offered).toContain('MCP Assay: Open Report');
    expect(offered.filter((title) => /: (?:Grade|Re-run)/.test(title))).toEqual([]);
  });

  it('starts nothing after a save', async () => {
    await bench.openDefinition('marking');
    await bench.typeAndSave(9, 37, ', "--more"');
    await bench.row('marking, not graded').waitFor();
    expect(workspace.read('.mcp.json')).toContain('--more');
    expect(workspace.has(STARTED)).toBe(false);
  });

  it('says in the welcome text what Restricted Mode means when nothing is found', async () => {
    workspace.remove('.mcp.json');
    workspace.remove('.cursor/mcp.json');
    const welcome = bench.page.locator('.sidebar .welcome-view');
    await welcome.getByText('no server is started or contacted').waitFor();
    await welcome.getByText('Manage Workspace Trust').waitFor();
    await bench.editor.screenshot('dark-03-welcome-restricted');
    workspace.write('.mcp.json', PORTABLE);
    await bench.row('marking, not graded').waitFor();
  });

  it('grades as soon as the folder is trusted', async () => {
    await bench.editor.runCommand('Workspaces: Manage Workspace Trust');
    await bench.page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click();
    await bench.page.locator('.workspace-trust-editor').getByText('You trust this folder').waitFor();
    await bench.editor.runCommand('View: Close Editor');
    await bench.page.locator('.workspace-trust-editor').waitFor({ state: 'hidden' });
    await bench.page.locator('.sidebar').getByText('Restricted Mode: files').waitFor({ state: 'hidden' });
    await bench.press(bench.row('marking'), 'Grade');
    await bench.answer('Grade');
    await bench.waitForState('marking', /^grade A/);
    expect(workspace.has(STARTED)).toBe(true);
  });

  it('shows everything in a dark theme too', async () => {
    await bench.press(bench.row('faulty'), 'Grade');
    await bench.answer('Grade');
    await bench.waitForState('faulty', /^grade B/);
    await bench.editor.runCommand('Notifications: Clear All Notifications');
    await bench.openDefinition('faulty');
    await bench.row('faulty').locator('.monaco-tl-twistie').click();
    await bench.row('A tool must have').click();
    await bench.report.locator('#check-tools-schema .exchange').waitFor({ timeout: RUN_MS });
    await bench.editor.screenshot('dark-04-report');
  });
});
