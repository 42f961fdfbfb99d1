import { isJsonObject } from '../json.js';
import { callTools } from '../probes/call-tools.js';
import { defineRule } from '../rule.js';
import { problemsOfContent } from '../views/content.js';

export const toolsContentTypes = defineRule('tools-content-types', {
  reads: { called: callTools },
  judge({ called }, { failIfAny, skip }) {
    const withContent = called.calls.flatMap(({ tool, call }) => {
      const content = call.kind === 'result' && isJsonObject(call.result) ? call.result['content'] : undefined;
      return Array.isArray(content) ? [{ tool, call, content }] : [];
    });
    if (withContent.length === 0) return skip('noContent', []);
    const findings = withContent.flatMap(({ tool, call, content }) =>
      problemsOfContent(content, '/result/content').map(({ pointer, problem }) => ({
        key: 'block' as const,
        at: call.at(pointer),
        data: { tool, problem, place: pointer },
      })),
    );
    return failIfAny(findings, ...withContent.map(({ call }) => call.at('/result/content')));
  },
});
