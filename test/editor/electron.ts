import { spawnSync } from 'node:child_process';
import { downloadAndUnzipVSCode, resolveCliArgsFromVSCodeExecutablePath } from '@vscode/test-electron';
import { _electron, type Page } from 'playwright-core';

export interface DesktopOptions {
  vsix?: string;
  folder: string;
  trusted: boolean;
  userDataFolder: string;
  extensionsFolder: string;
  env: Record<string, string>;
}

/**
 * Starts a desktop VS Code, which is downloaded when it is not there yet. MCP_ASSAY_VSCODE chooses the version, default
 * `stable`. On Linux it needs a display.
 */
export async function startDesktop(options: DesktopOptions): Promise<{ page: Page; close(): Promise<void> }> {
  const executablePath = await downloadAndUnzipVSCode(process.env['MCP_ASSAY_VSCODE'] ?? 'stable');
  const folders = ['--user-data-dir', options.userDataFolder, '--extensions-dir', options.extensionsFolder];
  if (options.vsix) {
    const [command = executablePath, ...args] = resolveCliArgsFromVSCodeExecutablePath(executablePath, {
      reuseMachineInstall: true,
    });
    const install = [...args, ...folders, '--install-extension', options.vsix];
    // On Windows the command is a .cmd file, which needs a shell (nodejs/node#52554).
    const result = spawnSync(command, install, { encoding: 'utf8', shell: process.platform === 'win32' });
    if (result.status !== 0) throw new Error(`the extension was not installed:\n${result.stdout}${result.stderr}`);
  }
  const flags = ['--no-sandbox', '--disable-gpu', '--skip-welcome', '--skip-release-notes', '--disable-updates'];
  if (options.trusted) flags.push('--disable-workspace-trust');
  const application = await _electron.launch({
    executablePath,
    args: [...folders, ...flags, options.folder],
    env: options.env,
  });
  return { page: await application.firstWindow(), close: () => application.close() };
}
