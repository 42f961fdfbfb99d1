import { isJsonObject, type JsonObject } from '../json.js';
import { wasRejected } from '../recording/exchange.js';
import type { FindingOf } from '../rule.js';
import { found } from './found.js';
import type { MergedList } from './lists.js';

/** What is wrong with the first page of a list. The rules for the three lists have the same keys. */
export function firstPageFindings(list: MergedList, member: string): FindingOf<'tools-list'>[] {
  const [page] = list.pages;
  if (page === undefined) return [];
  if (page.kind === 'error') {
    return [
      {
        key: 'error',
        at: page.at('/error'),
        data: { code: found(page.error.code), message: found(page.error.message) },
      },
    ];
  }
  if (page.kind === 'refused') return [{ key: 'refused', at: page.atHttp(), data: { status: page.http.status } }];
  if (page.kind === 'unanswered') return [{ key: 'unanswered', at: page.atRequest() }];
  const array = isJsonObject(page.result) ? page.result[member] : undefined;
  if (!Array.isArray(array)) {
    const members = isJsonObject(page.result) ? Object.keys(page.result).join(', ') || 'nothing' : found(page.result);
    return [{ key: 'noArray', at: page.at('/result'), data: { found: array === undefined ? members : found(array) } }];
  }
  return [];
}

/** What is wrong with the paging. `key` is the member that tells entries apart. */
export function pagingFindings(list: MergedList, member: string, key: string): FindingOf<'tools-pagination'>[] {
  const findings: FindingOf<'tools-pagination'>[] = [];
  const cursors = new Set<string>();
  const entries = new Set<unknown>();
  for (const [index, page] of list.pages.entries()) {
    const position = index + 1;
    if (page.kind !== 'result') {
      const how = page.kind === 'refused' ? `HTTP status ${page.http.status}` : 'no answer';
      if (page.kind === 'error')
        findings.push({
          key: 'pageError',
          at: page.at('/error'),
          data: { page: position, code: found(page.error.code) },
        });
      else
        findings.push({
          key: 'pageMissing',
          at: wasRejected(page) ? page.atHttp() : page.atRequest(),
          data: { page: position, how },
        });
      return findings;
    }
    const result: JsonObject = isJsonObject(page.result) ? page.result : {};
    const listed = result[member];
    if (!Array.isArray(listed))
      return [...findings, { key: 'pageNoArray', at: page.at('/result'), data: { page: position } }];
    const names = listed.map((entry) => (isJsonObject(entry) ? entry[key] : undefined));
    if (index > 0 && names.length > 0 && names.every((name) => name !== undefined && entries.has(name))) {
      return [...findings, { key: 'repeats', at: page.at(`/result/${member}`), data: { page: position } }];
    }
    for (const name of names) entries.add(name);
    const { nextCursor } = result;
    if (nextCursor === undefined) continue;
    const at = page.at('/result/nextCursor');
    if (typeof nextCursor !== 'string')
      return [...findings, { key: 'cursorType', at, data: { page: position, found: found(nextCursor) } }];
    if (cursors.has(nextCursor)) return [...findings, { key: 'loop', at, data: { page: position } }];
    cursors.add(nextCursor);
    if (list.cut && position === list.pages.length && listed.length === 0) {
      findings.push({ key: 'endless', at, data: { pages: position } });
    }
  }
  return findings;
}
