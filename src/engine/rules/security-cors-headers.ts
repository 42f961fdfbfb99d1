import { foreignOrigins, preflight } from '../probes/foreign-origin.js';
import type { Exchange } from '../recording/exchange.js';
import { defineRule } from '../rule.js';

export const securityCorsHeaders = defineRule('security-cors-headers', {
  reads: { preflight, foreignOrigins },
  judge({ preflight: { origin, answer, loopback }, foreignOrigins: { requests } }, { pass, fail }) {
    const asked = [{ origin, answer }, ...requests.map((request) => ({ origin: request.origin, answer: request.odd }))];
    for (const foreign of asked) {
      if (allowedOrigin(foreign.answer) !== foreign.origin) continue;
      const allowsCredentials = foreign.answer.http?.header('access-control-allow-credentials') === 'true';
      const key = allowsCredentials ? 'credentials' : 'reflected';
      return fail(key, foreign.answer.atHttp(), { origin: foreign.origin });
    }
    // Browsers send no cookies to "*", and what is on the web is often meant to be read.
    const open = loopback ? asked.find(({ answer: exchange }) => allowedOrigin(exchange) === '*') : undefined;
    return open === undefined ? pass(answer.atHttp()) : fail('wildcard', open.answer.atHttp());
  },
});

function allowedOrigin({ http }: Exchange): string | undefined {
  return http?.header('access-control-allow-origin')?.trim();
}
