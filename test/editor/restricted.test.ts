import { afterAll, beforeAll, expect, it } from 'vitest';
import { PORTABLE } from './configs.js';
import { describeInEditor, startWorkbench, type Workbench } from './workbench.js';
import { makeWorkspace, type Workspace } from './workspace.js';

const STARTED = 'servers/started.txt';

describeInEditor('Restricted Mode', () => {
  let workspace: Workspace;
  let bench: Workbench;

  beforeAll(async () => {
    workspace = makeWorkspace({ '.mcp.json': PORTABLE });
    const settings = { 'workbench.colorTheme': 'Default Dark Modern' };
    bench = await startWorkbench({ folder: workspace.folder, trusted: false, settings });
  });

  afterAll(async () => {
    await bench?.editor.stop();
    workspace?.dispose();
  });

  it('shows the servers and says that none is started', async () => {
    await bench.showServers();
    await bench.row('marking, not graded').waitFor();
    await bench.page.locator('.sidebar').getByText('Restricted Mode: files are read and checked').waitFor();
    await bench.editor.screenshot('dark-01-restricted');
  });

  it('starts nothing, whatever is tried', async () => {
    await bench.openDefinition('marking');
    await bench.lenses.filter({ hasText: 'Grade' }).nth(1).locator('a').first().click();
    await bench.toasts.getByText('In Restricted Mode no server is started').waitFor();
    expect(workspace.has(STARTED)).toBe(false);
  });
});
