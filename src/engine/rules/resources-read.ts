import { isJsonObject } from '../json.js';
import { readResources } from '../probes/read-resources.js';
import { defineRule, type FindingOf } from '../rule.js';
import { problemsOfContents } from '../views/content.js';
import { found } from '../views/found.js';
import { resourceList } from '../views/lists.js';

export const resourcesRead = defineRule('resources-read', {
  reads: { resources: resourceList, read: readResources },
  judge({ resources, read: { reads } }, { fail, failIfAny, skip, warn }) {
    if (!resources.readable) return skip('unreadable', []);
    const findings = reads.flatMap(({ uri, read }): FindingOf<'resources-read'>[] => {
      if (read.kind !== 'result') return [];
      const contents = isJsonObject(read.result) ? read.result['contents'] : undefined;
      if (!Array.isArray(contents))
        return [{ key: 'noContents', at: read.at('/result'), data: { uri, found: found(contents) } }];
      const problems = contents.flatMap((item, index) => problemsOfContents(item, `/result/contents/${index}`));
      return problems.map(({ pointer, problem }) => ({
        key: 'contents',
        at: read.at(pointer),
        data: { uri, problem, place: pointer },
      }));
    });
    if (findings.length > 0) return failIfAny(findings);
    const silent = reads.find(({ read }) => read.kind === 'unanswered' || read.kind === 'refused');
    if (silent !== undefined) return fail('unanswered', silent.read.atRequest(), { uri: silent.uri });
    const refused = reads.flatMap(({ uri, read }) => (read.kind === 'error' ? [{ uri, read }] : []));
    const [first] = refused;
    if (first === undefined) {
      return reads.length === 0
        ? skip('empty', [])
        : failIfAny([], ...reads.map(({ read }) => read.at('/result/contents')));
    }
    const { code, message } = first.read.error;
    const at = first.read.at('/error');
    // One resource that has gone since it was listed is no fault; none that can be read is.
    if (refused.length < reads.length) return warn('someFailed', at, { uri: first.uri, code: found(code) });
    return fail('allFailed', at, { uri: first.uri, code: found(code), message: found(message) });
  },
});
