import type { RuleId, RuleTexts } from './generated/catalog-types.js';
import type { EvidencePoint } from './recording/exchange.js';
import type { InputsOf, Reads } from './view.js';

export type { RuleId };

export type TextData = Record<string, string | number | boolean>;

/** One thing that is wrong. */
export interface Finding {
  key: string;
  data: TextData;
  at: readonly EvidencePoint[];
}

/** What a rule makes of a recording. */
export type Judgement =
  | { outcome: 'pass'; at: readonly EvidencePoint[]; warning?: { key: string; data: TextData } }
  | { outcome: 'fail'; findings: readonly [Finding, ...Finding[]] }
  | { outcome: 'skip'; key: string; data: TextData; at: readonly EvidencePoint[] };

type FailTexts<Id extends RuleId> = RuleTexts[Id]['fail'];
type SkipTexts<Id extends RuleId> = RuleTexts[Id]['skip'];
type WarnTexts<Id extends RuleId> = RuleTexts[Id]['warn'];
type At = EvidencePoint | readonly EvidencePoint[];

/** Text data of a key: an argument only where the text has placeholders. */
type DataArgument<Data> = [keyof Data] extends [never] ? [] : [data: Data];

type TypedFinding<Texts> = {
  [Key in keyof Texts & string]: { key: Key; at: At } & ([keyof Texts[Key]] extends [never]
    ? { data?: never }
    : { data: Texts[Key] });
}[keyof Texts & string];

/** Makes judgements; keys and their data are those of the rule's catalog entry. */
export interface Verdicts<Id extends RuleId> {
  pass(...at: EvidencePoint[]): Judgement;
  fail<Key extends keyof FailTexts<Id> & string>(
    key: Key,
    at: At,
    ...data: DataArgument<FailTexts<Id>[Key]>
  ): Judgement;
  /** Fails with all of the findings, or passes when there is none. */
  failIfAny(findings: readonly TypedFinding<FailTexts<Id>>[], ...passAt: EvidencePoint[]): Judgement;
  /** Passes, with a sentence among the report's warnings. */
  warn<Key extends keyof WarnTexts<Id> & string>(
    key: Key,
    at: At,
    ...data: DataArgument<WarnTexts<Id>[Key]>
  ): Judgement;
  skip<Key extends keyof SkipTexts<Id> & string>(
    key: Key,
    at: At,
    ...data: DataArgument<SkipTexts<Id>[Key]>
  ): Judgement;
}

/** A finding of a rule before it is judged, for helpers that collect several. */
export type FindingOf<Id extends RuleId> = TypedFinding<FailTexts<Id>>;

export interface Rule {
  readonly id: RuleId;
  readonly reads: Reads;
  judge(inputs: Record<string, unknown>): Judgement;
}

interface RuleDefinition<Id extends RuleId, R extends Reads> {
  reads: R;
  /** Pure: no clock, no random source, no I/O, no other verdicts. */
  judge(inputs: InputsOf<R>, verdicts: Verdicts<Id>): Judgement;
}

/** Defines the rule of a catalog entry as a pure function of what it reads. */
export function defineRule<const Id extends RuleId, const R extends Reads>(
  id: Id,
  definition: RuleDefinition<Id, R>,
): Rule {
  return {
    id,
    reads: definition.reads,
    judge: (inputs) => definition.judge(inputs as InputsOf<R>, verdicts as Verdicts<Id>),
  };
}

function points(at: At): readonly EvidencePoint[] {
  return Array.isArray(at) ? (at as readonly EvidencePoint[]) : [at as EvidencePoint];
}

const verdicts = {
  pass: (...at: EvidencePoint[]): Judgement => ({ outcome: 'pass', at }),
  fail: (key: string, at: At, data: TextData = {}): Judgement => ({
    outcome: 'fail',
    findings: [{ key, data, at: points(at) }],
  }),
  failIfAny: (found: readonly { key: string; at: At; data?: TextData }[], ...passAt: EvidencePoint[]): Judgement => {
    const [first, ...rest] = found.map(({ key, at, data = {} }): Finding => ({ key, data, at: points(at) }));
    if (first === undefined) return { outcome: 'pass', at: passAt };
    return { outcome: 'fail', findings: [first, ...rest] };
  },
  warn: (key: string, at: At, data: TextData = {}): Judgement => ({
    outcome: 'pass',
    at: points(at),
    warning: { key, data },
  }),
  skip: (key: string, at: At, data: TextData = {}): Judgement => ({ outcome: 'skip', key, data, at: points(at) }),
};
