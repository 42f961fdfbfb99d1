import type { Uri } from 'vscode';

/**
 * The path of a file for the operating system. Drive letters come in both cases (microsoft/vscode#64349); they are made
 * upper case here, so that two paths of one file are equal.
 */
export function uriToPath(uri: Uri): string {
  const path = uri.fsPath;
  return /^[a-z]:/.test(path) ? `${path.charAt(0).toUpperCase()}${path.slice(1)}` : path;
}
