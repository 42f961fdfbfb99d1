import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { type CatalogEntry, catalog, fillText } from '../../src/engine/catalog.js';
import { isRevision, REVISIONS } from '../../src/engine/revision.js';

const REVISION = '2025-11-25';

/** The published ids in their order, with the published flag: `!` is required, a capability after `?` is a condition. */
const PUBLISHED = `
  transport-post! transport-content-type! transport-notification-202 transport-content-type-reject transport-session-id
  transport-session-invalid transport-get transport-delete transport-batch-reject! transport-content-type-init
  transport-get-stream transport-concurrent transport-sse-event-field stdio-framing! stdio-unicode
  stdio-unknown-method-recovers lifecycle-init! lifecycle-proto-version! lifecycle-server-info lifecycle-capabilities!
  lifecycle-jsonrpc! lifecycle-ping! lifecycle-instructions lifecycle-id-match! lifecycle-string-id
  lifecycle-version-negotiate lifecycle-reinit-reject lifecycle-logging?logging lifecycle-completions?completions
  lifecycle-cancellation lifecycle-progress lifecycle-list-changed lifecycle-progress-token
  lifecycle-sampling-capability lifecycle-roots-capability lifecycle-elicitation-capability lifecycle-meta-tolerance
  tools-list?tools tools-call tools-pagination tools-content-types resources-list?resources resources-read
  resources-templates resources-pagination resources-subscribe?resources.subscribe prompts-list?prompts prompts-get
  prompts-pagination error-unknown-method! error-method-code error-invalid-jsonrpc! error-invalid-json
  error-missing-params error-parse-code error-invalid-request-code tools-call-unknown error-capability-gated
  error-invalid-cursor tools-schema?tools tools-annotations tools-title-field tools-output-schema
  prompts-schema?prompts resources-schema?resources security-auth-required security-www-authenticate
  security-auth-malformed security-tls-required security-session-entropy security-session-not-auth
  security-oauth-metadata security-token-in-uri security-cors-headers security-origin-validation
  security-command-injection security-sql-injection security-path-traversal security-ssrf-internal
  security-oversized-input security-extra-params security-tool-schema-defined security-tool-rug-pull
  security-tool-description-poisoning security-tool-cross-reference security-error-no-stacktrace
  security-error-no-internal-ip security-rate-limiting
`
  .trim()
  .split(/\s+/);

/** What the specification does not ask for in so many words, or what cannot be proven from outside. */
const ADVICE = [
  'transport-content-type-reject',
  'transport-session-invalid',
  'transport-sse-event-field',
  'lifecycle-reinit-reject',
  'security-token-in-uri',
  'security-cors-headers',
  'security-command-injection',
  'security-sql-injection',
  'security-path-traversal',
  'security-ssrf-internal',
  'security-oversized-input',
  'security-extra-params',
  'security-tool-rug-pull',
  'security-tool-description-poisoning',
  'security-tool-cross-reference',
  'security-error-no-internal-ip',
  'security-rate-limiting',
];

const FATAL = [
  'stdio-framing',
  'stdio-unknown-method-recovers',
  'lifecycle-init',
  'tools-list',
  'resources-list',
  'prompts-list',
];

function readJson(path: string) {
  return JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
}

const file = readJson(`catalogs/${REVISION}.json`);
const headings: Record<string, string[]> = readJson(`test/fixtures/spec-headings-${REVISION}.json`);
const { rules } = catalog(REVISION);
const ids: ReadonlySet<string> = new Set(rules.map(({ id }) => id));

function messages(entry: CatalogEntry): [place: string, text: string][] {
  const { fail, warn = {}, skip = {} } = entry;
  return [
    ...Object.entries(fail).map(([key, text]): [string, string] => [`${entry.id} fail.${key}`, text]),
    ...Object.entries(warn).map(([key, text]): [string, string] => [`${entry.id} warn.${key}`, text]),
    ...Object.entries(skip).map(([key, { text }]): [string, string] => [`${entry.id} skip.${key}`, text]),
  ];
}

/** The ids of the rules for which the claim does not hold. */
function exceptions(holds: (entry: CatalogEntry) => boolean): string[] {
  return rules.filter((entry) => !holds(entry)).map(({ id }) => id);
}

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

describe(`the catalog of ${REVISION}`, () => {
  const validate = new Ajv2020({ strict: true, strictTypes: false, allErrors: true }).compile(
    readJson('catalogs/catalog.schema.json'),
  );

  it('fits its schema', () => {
    validate(file);
    expect((validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)).toEqual([]);
  });

  it.each([
    ['a level that does not exist', { level: 'may' }],
    ['a text with a full stop at its end', { fail: { key: 'the server did something.' } }],
    ['no way to fail', { fail: {} }],
    [
      'an owner for something that is not one',
      { skip: { key: { cause: 'not-evaluable', by: 'tools-list', text: 'Nothing can be said' } } },
    ],
    ['a capability that no server declares', { capability: 'sampling' }],
    ['a member that nobody reads', { severity: 'high' }],
  ])('has a schema that refuses %s', (_, change) => {
    const broken = structuredClone(file);
    Object.assign(broken.rules['tools-call'], change);
    expect(validate(broken)).toBe(false);
  });

  it('has the published ids in their order, with their published flags', () => {
    const core = rules.filter(({ set }) => set === 'core');
    const flagged = core.map(({ id, published }) => {
      if (typeof published === 'object') return `${id}?${published.requiredIf}`;
      return published === 'required' ? `${id}!` : id;
    });
    expect(flagged).toEqual(PUBLISHED);
    expect(PUBLISHED).toHaveLength(88);
  });

  it('calls a rule advice when no sentence is behind it', () => {
    expect(rules.filter(({ level }) => level === 'advice').map(({ id }) => id)).toEqual(ADVICE);
  });

  it('lets a failure be fatal only where a client cannot work with the server at all', () => {
    expect(rules.filter(({ fatal }) => fatal === true).map(({ id }) => id)).toEqual(FATAL);
  });

  it('requires no rule of a server that lacks the capability of the rule', () => {
    expect(
      exceptions(({ published, capability }) => typeof published !== 'object' || published.requiredIf === capability),
    ).toEqual([]);
  });

  it('knows the revisions from which and until which a rule holds', () => {
    expect(
      exceptions(({ since, until }) => [since, until].every((value) => value === undefined || isRevision(value))),
    ).toEqual([]);
    expect(exceptions(({ since = REVISIONS[0], until = REVISION }) => since <= until)).toEqual([]);
  });

  it('lets a batch be served in the one revision that knows batches', () => {
    expect(rules.find(({ id }) => id === 'transport-batch-reject')?.since).toBe('2025-06-18');
  });

  it('links each rule to a section that exists', () => {
    expect(
      exceptions(({ spec }) => {
        const [page = '', anchor = ''] = spec.split('#');
        return headings[page]?.includes(anchor) === true;
      }),
    ).toEqual([]);
  });
});

describe('the texts of the catalog', () => {
  it.each(['must', 'should'])('say %s in the title exactly when the level does', (word) => {
    const says = new RegExp(`\\b${word}\\b`, 'i');
    expect(exceptions(({ level, title }) => says.test(title) === (level === word))).toEqual([]);
  });

  it('have no title and no set of messages twice', () => {
    expect(repeated(rules.map(({ title }) => title))).toEqual([]);
    expect(repeated(rules.map(({ fail }) => JSON.stringify(Object.values(fail))))).toEqual([]);
  });

  it('name as owner of a cause a rule that exists, and never in a circle', () => {
    const owners = new Map<string, string[]>(
      rules.map(({ id, skip = {} }) => [id, Object.values(skip).flatMap(({ by }) => (by === undefined ? [] : [by]))]),
    );
    const unknown = [...owners.values()].flat().filter((owner) => !ids.has(owner));
    expect(unknown).toEqual([]);
    const reaches = (from: string, target: string, seen: readonly string[] = []): boolean =>
      (owners.get(from) ?? []).some(
        (next) => next === target || (!seen.includes(next) && reaches(next, target, [...seen, next])),
      );
    expect(exceptions(({ id }) => !reaches(id, id))).toEqual([]);
  });

  it('give each owner a transport of the rule that it covers', () => {
    const transportsOf = new Map<string, readonly string[]>(rules.map(({ id, transports }) => [id, transports]));
    expect(
      exceptions(({ transports, skip = {} }) =>
        Object.values(skip).every(
          ({ by }) => by === undefined || transports.some((transport) => transportsOf.get(by)?.includes(transport)),
        ),
      ),
    ).toEqual([]);
  });

  it('name an owner for whatever was not checked', () => {
    expect(
      exceptions(({ skip = {} }) =>
        Object.values(skip).every(({ cause, by }) => cause !== 'not-checked' || by !== undefined),
      ),
    ).toEqual([]);
  });

  it('begin the remedy with what to do, and show at most one example', () => {
    // A noun or an article at the beginning describes the fault once more instead of mending it.
    expect(exceptions(({ fix }) => /^(?!The |A |An |This |It |There )[A-Z][a-z]+ /.test(fix))).toEqual([]);
    expect(
      exceptions(({ fix }) => {
        const fences = fix.match(/^```.*$/gm) ?? [];
        return (
          fences.length === 0 || (fences.length === 2 && /^```[a-z]+$/.test(fences[0] ?? '') && fences[1] === '```')
        );
      }),
    ).toEqual([]);
  });

  it('show JSON that is JSON', () => {
    const broken = rules.filter(({ fix }) => {
      const [, example] = /```json\n([\s\S]*?)\n```/.exec(fix) ?? [];
      if (example === undefined) return false;
      try {
        JSON.parse(example);
        return false;
      } catch {
        return true;
      }
    });
    expect(broken.map(({ id }) => id)).toEqual([]);
  });

  it('have placeholders that are well formed', () => {
    const malformed = rules
      .flatMap(messages)
      .filter(([, text]) => /[{}]/.test(text.replace(/\{[a-z][A-Za-z0-9]*\}/g, '')));
    expect(malformed).toEqual([]);
  });

  it('are filled in completely', () => {
    for (const [place, text] of rules.flatMap(messages)) {
      const names = [...text.matchAll(/\{([A-Za-z0-9]+)\}/g)].map(([, name = '']) => name);
      const filled = fillText(text, Object.fromEntries(names.map((name) => [name, 1])));
      expect(filled, place).not.toMatch(/[{}]/);
    }
  });

  it('begin small where they continue a sentence, and large where they stand alone', () => {
    const wrong = rules
      .flatMap(messages)
      .filter(([place, text]) => (place.includes(' fail.') ? /^[A-Z][a-z]/.test(text) : /^[a-z]/.test(text)));
    expect(wrong).toEqual([]);
  });

  it('are calm', () => {
    const texts = rules.flatMap((entry): [string, string][] => [
      [`${entry.id} why`, entry.why],
      [`${entry.id} expected`, entry.expected],
      ...messages(entry),
    ]);
    expect(
      texts.filter(([, text]) => /!| {2}|[\u2013\u2014]|\b(?:simply|just|please|obviously)\b/i.test(text)),
    ).toEqual([]);
  });
});
