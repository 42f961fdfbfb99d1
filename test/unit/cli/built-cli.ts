import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface CliResult {
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

export interface CliOptions {
  cwd?: string;
  /** Replaces the whole environment, apart from PATH. */
  env?: Record<string, string>;
  /** Arguments of Node itself. */
  nodeArguments?: string[];
  /** Milliseconds after which a run counts as hanging and is killed; `signal` is then SIGKILL. */
  hangLimitMs?: number;
  onStarted?: (child: ReturnType<typeof spawn>) => void;
}

/** The terminal face, bundled as for a release from the sources as they are now. */
export class BuiltCli {
  private constructor(
    readonly folder: string,
    readonly file: string,
  ) {}

  static async build(): Promise<BuiltCli> {
    const folder = mkdtempSync(join(tmpdir(), 'mcp-assay-cli-'));
    await build({
      absWorkingDir: root,
      entryPoints: [{ in: 'src/cli/main.ts', out: 'cli' }],
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      chunkNames: 'cli/[name]-[hash]',
      bundle: true,
      splitting: true,
      platform: 'node',
      mainFields: ['module', 'main'],
      format: 'esm',
      target: 'node20.18',
      minify: true,
      logLevel: 'error',
      banner: {
        js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
      },
    });
    return new BuiltCli(folder, join(folder, 'cli.mjs'));
  }

  /** Also bundles the report panel, which the HTML needs, where the command line looks for it: beside itself. */
  async buildPanel(): Promise<void> {
    await build({
      absWorkingDir: root,
      entryPoints: ['webview/report.ts'],
      outdir: join(this.folder, 'webview'),
      bundle: true,
      minify: true,
      platform: 'browser',
      format: 'iife',
      target: 'es2022',
      loader: { '.svg': 'text' },
      logLevel: 'error',
    });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  run(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
    const child = spawn(process.execPath, [...(options.nodeArguments ?? []), this.file, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], ...options.env },
      ...(options.cwd !== undefined && { cwd: options.cwd }),
    });
    const hang = setTimeout(() => child.kill('SIGKILL'), options.hangLimitMs ?? 60_000);
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    options.onStarted?.(child);
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (exitCode, signal) => {
        clearTimeout(hang);
        resolve({ exitCode, signal, stdout, stderr });
      });
    });
  }
}

export function readText(file: string): string {
  return readFileSync(file, 'utf8');
}
