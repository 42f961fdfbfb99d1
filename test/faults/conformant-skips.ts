import type { RuleId } from '../../src/engine/generated/catalog-types.js';
import type { Mode } from '../../src/engine/options.js';
import type { SkipCause } from '../../src/engine/report.js';
import type { Transport } from './faults.js';

type Skips = Partial<Record<RuleId, SkipCause>>;

function skips(cause: SkipCause, ...rules: RuleId[]): Skips {
  return Object.fromEntries(rules.map((rule) => [rule, cause]));
}

/** The server declares every capability that has a method, so that there is none to refuse. */
const NOTHING_UNDECLARED = skips('not-applicable', 'error-capability-gated');

const ONLY_STDIO = skips('not-applicable', 'stdio-framing', 'stdio-unicode', 'stdio-unknown-method-recovers');

const ONLY_HTTP = skips(
  'not-applicable',
  'transport-post',
  'transport-content-type',
  'transport-content-type-reject',
  'transport-session-id',
  'transport-session-invalid',
  'transport-get',
  'transport-delete',
  'transport-content-type-init',
  'transport-get-stream',
  'transport-sse-event-field',
  'security-session-entropy',
  'security-cors-headers',
  'security-origin-validation',
);

/** The server asks for no token, and on loopback it need not be reached over TLS. */
const NO_AUTHORIZATION = skips(
  'not-applicable',
  'security-auth-required',
  'security-www-authenticate',
  'security-auth-malformed',
  'security-tls-required',
  'security-session-not-auth',
  'security-oauth-metadata',
);

const CALLS = skips('not-permitted', 'tools-call', 'tools-content-types', 'lifecycle-progress-token');

const HOSTILE = skips(
  'not-permitted',
  'security-command-injection',
  'security-sql-injection',
  'security-path-traversal',
  'security-ssrf-internal',
  'security-oversized-input',
  'security-extra-params',
  'security-rate-limiting',
);

const TOKEN_IN_URI = {
  notApplicable: skips('not-applicable', 'security-token-in-uri'),
  notPermitted: skips('not-permitted', 'security-token-in-uri'),
};

const STDIO = { ...NOTHING_UNDECLARED, ...ONLY_HTTP, ...NO_AUTHORIZATION, ...TOKEN_IN_URI.notApplicable };
const HTTP = { ...NOTHING_UNDECLARED, ...ONLY_STDIO, ...NO_AUTHORIZATION };

/** Every rule that is not judged on the conformant server, with the cause. */
export const CONFORMANT_SKIPS: Readonly<Record<Transport, Readonly<Record<Mode, Skips>>>> = {
  stdio: {
    observe: { ...STDIO, ...CALLS, ...HOSTILE },
    safe: { ...STDIO, ...HOSTILE },
    full: STDIO,
  },
  http: {
    observe: { ...HTTP, ...CALLS, ...HOSTILE, ...TOKEN_IN_URI.notPermitted },
    safe: { ...HTTP, ...HOSTILE, ...TOKEN_IN_URI.notPermitted },
    full: { ...HTTP, ...TOKEN_IN_URI.notApplicable },
  },
};
