import { FALSE_CONDITION, type HostileCall, type HostileCalls, TRUE_CONDITION } from '../probes/hostile-texts.js';
import type { EvidencePoint } from '../recording/exchange.js';
import type { FindingOf, Judgement } from '../rule.js';
import { reachedTool, replyText } from './result-text.js';

/** Messages of databases about a statement that they could not read. */
const DATABASE_ERROR =
  /SQLITE_ERROR|SQL syntax|SQLSTATE\[?\w|ORA-\d{5}|PSQLException|psycopg2?\.|unterminated quoted string|unrecognized token: "|near "[^"]*": syntax error|Unclosed quotation mark|MySqlException/i;
/** A line of a user database of Unix, or of an initialisation file of Windows. */
const SYSTEM_FILE = /^root:[^:\n]*:0:0:|^; for 16-bit app support/m;
/** Names that only the metadata service of a cloud, or the environment of a process, would list. */
const METADATA = [
  /\bami-id\b/,
  /\binstance-id\b/,
  /\binstance-type\b/,
  /\bsecurity-groups\b/,
  /computeMetadata/,
  /\bPATH=[^\s]*\/bin/,
];

/** The calls in whose reply the text was executed. A text that is merely given back is no sign. */
export function executedCalls({ calls }: HostileCalls): HostileCall[] {
  return calls.filter(({ sign, call }) => sign !== null && replyText(call).includes(sign));
}

export function databaseErrors({ harmless, calls }: HostileCalls): HostileCall[] {
  if (harmless !== null && DATABASE_ERROR.test(replyText(harmless))) return [];
  return calls.filter(({ text, call }) => DATABASE_ERROR.test(replyText(call).replaceAll(text, '')));
}

/** The call with a true condition, when it gives more than the same call with a false one, and that as much as a harmless one. */
export function trueCondition({ plain, harmless, calls }: HostileCalls): HostileCall | undefined {
  const holds = calls.find(({ text }) => text === TRUE_CONDITION);
  const fails = calls.find(({ text }) => text === FALSE_CONDITION);
  if (holds === undefined || fails === undefined || harmless === null || plain === '') return undefined;
  if (!reachedTool(holds.call) || !reachedTool(fails.call)) return undefined;
  const without = (call: HostileCall) => replyText(call.call).replaceAll(call.text, '').replaceAll(TRUE_CONDITION, '');
  const none = replyText(harmless).replaceAll(plain ?? '', '');
  return without(holds) !== without(fails) && without(fails) === none ? holds : undefined;
}

export function systemFiles({ calls }: HostileCalls): HostileCall[] {
  return calls.filter(({ call }) => SYSTEM_FILE.test(replyText(call)));
}

export function metadataReplies({ calls }: HostileCalls): HostileCall[] {
  return calls.filter(({ text, call }) => {
    const reply = replyText(call).replaceAll(text, '');
    return METADATA.filter((name) => name.test(reply)).length >= 2;
  });
}

type InjectionRule =
  | 'security-command-injection'
  | 'security-sql-injection'
  | 'security-path-traversal'
  | 'security-ssrf-internal';

/** What the rules on hostile texts have in common; their catalog entries have the same keys. */
interface InjectionVerdicts {
  pass(...at: EvidencePoint[]): Judgement;
  failIfAny(findings: readonly FindingOf<InjectionRule>[], ...passAt: EvidencePoint[]): Judgement;
  skip(key: 'noTarget' | 'neverReached', at: readonly EvidencePoint[]): Judgement;
  warn(
    key: 'outcome',
    at: readonly EvidencePoint[],
    data: Record<'tool' | 'texts' | 'rejected' | 'returned' | 'unanswered', string | number>,
  ): Judgement;
}

/** Fails where an effect was seen, skips where no text came as far as the tool, and says else what became of the texts. */
export function judgeInjection(
  probe: HostileCalls,
  effects: readonly HostileCall[],
  verdicts: InjectionVerdicts,
): Judgement {
  const { tool, parameter, harmless, calls } = probe;
  if (tool === null || parameter === null || harmless === null) return verdicts.skip('noTarget', []);
  if (effects.length > 0) {
    return verdicts.failIfAny(
      effects.map(({ text, call }) => ({ key: 'effect', at: call.at('/result'), data: { tool, parameter, text } })),
    );
  }
  const at = calls.map(({ call }) => call.atRequest());
  const returned = calls.filter(({ call }) => reachedTool(call)).length;
  if (returned === 0 && !reachedTool(harmless)) return verdicts.skip('neverReached', at);
  const unanswered = calls.filter(({ call }) => call.kind === 'unanswered').length;
  const rejected = calls.length - returned - unanswered;
  return verdicts.warn('outcome', at, { tool, texts: calls.length, rejected, returned, unanswered });
}
