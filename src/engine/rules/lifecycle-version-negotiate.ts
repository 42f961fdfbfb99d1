import { isJsonObject } from '../json.js';
import { handshake } from '../probes/handshake.js';
import { negotiateVersion, UNSUPPORTED_VERSION } from '../probes/negotiate-version.js';
import type { Exchange } from '../recording/exchange.js';
import { isRevision, LATEST_REVISION } from '../revision.js';
import { defineRule } from '../rule.js';
import { noAnswer } from '../views/answer.js';
import { found } from '../views/found.js';

export const lifecycleVersionNegotiate = defineRule('lifecycle-version-negotiate', {
  reads: { negotiateVersion, handshake },
  judge({ negotiateVersion: { unsupported, supported }, handshake: { initialize } }, { fail, pass, skip, warn }) {
    const requested = UNSUPPORTED_VERSION;
    const missing = noAnswer(unsupported);
    if (missing?.key === 'ended') return fail('ended', missing.at, { requested, exit: missing.data.exit });
    if (missing?.key === 'silent') return fail('silent', missing.at, { requested, seconds: missing.data.seconds });
    if (missing !== undefined) return fail('error', missing.at, { requested, code: `HTTP ${missing.data.status}` });
    if (unsupported.kind === 'error') {
      const { code } = unsupported.error;
      const at = unsupported.at('/error');
      return code === -32602 ? warn('refused', at) : fail('error', at, { requested, code: found(code) });
    }
    const answered = versionIn(unsupported);
    const at = unsupported.at('/result/protocolVersion');
    if (answered === requested) return fail('accepted', at, { requested });
    // What is no text is the finding of lifecycle-proto-version.
    if (typeof answered === 'string' && !isRevision(answered)) {
      const isAlways = !isRevision(versionIn(initialize));
      return isAlways ? skip('noRevision', at) : fail('unknown', at, { requested, answered });
    }
    const latest = [initialize, supported]
      .map((exchange) => versionIn(exchange))
      .find((version) => version === LATEST_REVISION);
    // A server that answers the latest revision with another one, and yet names the latest as its own, does not echo.
    const plain = versionIn(initialize);
    if (answered === LATEST_REVISION && isRevision(plain) && plain !== LATEST_REVISION) {
      return fail('notEchoed', initialize.at('/result/protocolVersion'), {
        requested: LATEST_REVISION,
        answered: plain,
      });
    }
    if (latest !== undefined && answered !== latest)
      return warn('notLatest', at, { answered: found(answered), latest });
    return pass(at);
  },
});

function versionIn(exchange: Exchange | null): string | undefined {
  const result = exchange?.kind === 'result' ? exchange.result : undefined;
  const version = isJsonObject(result) ? result['protocolVersion'] : undefined;
  return typeof version === 'string' ? version : undefined;
}
