import { createHash } from 'node:crypto';
import type * as vscode from 'vscode';
import { isNumber, isOptional, isShape, isString } from '../rpc/guards.js';
import { isReport } from '../rpc/report-guard.js';
import type { ResultStorage, ServerResult } from './results.js';

interface StoredResult extends ServerResult {
  key: string;
}

const isStoredResult = isShape<StoredResult>({
  key: isString,
  report: isReport,
  previous: isOptional(isReport),
  fingerprint: isString,
  finishedAt: isNumber,
});

/**
 * Keeps the last result of every server in the extension's folder of the workspace, one file each. Reports are redacted
 * by the engine, so that no secret gets there. Without a folder nothing is kept.
 */
export function resultFiles(vs: typeof vscode, storage: vscode.Uri | undefined): ResultStorage {
  const folder = storage && vs.Uri.joinPath(storage, 'results');
  const { fs } = vs.workspace;

  function fileOf(parent: vscode.Uri, key: string): vscode.Uri {
    return vs.Uri.joinPath(parent, `${createHash('sha256').update(key).digest('hex')}.json`);
  }

  async function read(uri: vscode.Uri): Promise<StoredResult | undefined> {
    try {
      const stored: unknown = JSON.parse(new TextDecoder().decode(await fs.readFile(uri)));
      return isStoredResult(stored) ? stored : undefined;
    } catch {
      // A file that was cut off, or that another window has just removed, only means that the server is graded again.
      return undefined;
    }
  }

  return {
    async load() {
      if (!folder) return new Map();
      const names = await fs.readDirectory(folder).then(
        (entries) => entries.map(([name]) => name),
        () => [],
      );
      const results = await Promise.all(names.map((name) => read(vs.Uri.joinPath(folder, name))));
      return new Map(results.filter((result) => result !== undefined).map(({ key, ...result }) => [key, result]));
    },
    async save(key, result) {
      if (!folder) return;
      await fs.createDirectory(folder);
      await fs.writeFile(fileOf(folder, key), new TextEncoder().encode(JSON.stringify({ key, ...result })));
    },
    async remove(keys) {
      if (!folder) return;
      const removals = keys.map((key) => fs.delete(fileOf(folder, key)));
      const outcomes = await Promise.allSettled(removals);
      const failure = outcomes.find((outcome) => outcome.status === 'rejected' && !isMissing(vs, outcome.reason));
      if (failure?.status === 'rejected') throw failure.reason;
    },
  };
}

function isMissing(vs: typeof vscode, error: unknown): boolean {
  return error instanceof vs.FileSystemError && error.code === 'FileNotFound';
}
