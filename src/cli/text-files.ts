import { readFile } from 'node:fs/promises';
import type { PathStyle, TextFiles } from '../targets/server-definition.js';
import { reasonOf } from './cannot-run.js';

export const pathStyle: PathStyle = process.platform === 'win32' ? 'windows' : 'posix';

export const textFiles: TextFiles = {
  async readText(path) {
    try {
      return { kind: 'text', text: await readFile(path, 'utf8') };
    } catch (error) {
      const isMissing =
        error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
      return isMissing ? { kind: 'missing' } : { kind: 'unreadable', reason: reasonOf(error) };
    }
  },
};
