import { isJsonObject } from '../json.js';
import { callTools } from '../probes/call-tools.js';
import { wasRejected } from '../recording/exchange.js';
import { defineRule } from '../rule.js';
import { callFindings } from '../views/call-findings.js';
import { found } from '../views/found.js';
import { toolList } from '../views/lists.js';

const METHOD_NOT_FOUND = -32601;

export const toolsCall = defineRule('tools-call', {
  reads: { tools: toolList, called: callTools },
  judge({ tools, called }, { fail, failIfAny, skip, warn }) {
    if (!tools.readable) return skip('unreadable', []);
    if (called.readOnly === 0) return skip('noReadOnly', []);
    const { calls } = called;
    const [first] = calls;
    if (first === undefined) return skip('noArguments', []);
    const findings = calls.flatMap(({ tool, call }) => {
      const schema = tools.items.find(({ item }) => item['name'] === tool)?.item['outputSchema'];
      return call.kind === 'result' ? callFindings(tool, call, isJsonObject(schema) ? schema : undefined) : [];
    });
    if (findings.length > 0) return failIfAny(findings);
    const refusals = calls.filter(({ call }) => wasRejected(call));
    if (calls.some(({ call }) => call.kind === 'result')) {
      const internal = refusals.find(({ call }) => call.kind === 'error' && call.error.code !== -32602);
      if (internal === undefined || internal.call.kind !== 'error')
        return failIfAny([], ...calls.map(({ call }) => call.at('/result')));
      return warn('someFailed', internal.call.at('/error'), {
        tool: internal.tool,
        code: found(internal.call.error.code),
      });
    }
    // A tool may have had reason to fail with made-up arguments, or for lack of what it works on; not to be unknown.
    const unfounded = refusals.find(
      ({ call, madeUp }) => call.kind !== 'error' || call.error.code === METHOD_NOT_FOUND || !madeUp,
    );
    if (unfounded?.call.kind === 'error') {
      const { code, message } = unfounded.call.error;
      return fail('allFailed', unfounded.call.at('/error'), {
        tool: unfounded.tool,
        code: found(code),
        message: found(message),
      });
    }
    if (refusals.length > 0 && unfounded === undefined)
      return skip(
        'argumentsRefused',
        refusals.map(({ call }) => call.at('/error')),
      );
    const { call } = unfounded ?? first;
    const how = call.kind === 'refused' ? `HTTP status ${call.http.status}` : call.end;
    return fail('unanswered', call.atRequest(), { how });
  },
});
