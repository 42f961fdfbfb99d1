import { isJsonObject } from '../json.js';
import type { ResultExchange } from '../recording/exchange.js';
import type { FindingOf } from '../rule.js';
import { found } from './found.js';

const MOST_VALUES = 100;

/** What is wrong with the result of `completion/complete`. */
export function completionFindings(reference: string, reply: ResultExchange): FindingOf<'lifecycle-completions'>[] {
  const completion = isJsonObject(reply.result) ? reply.result['completion'] : undefined;
  if (!isJsonObject(completion)) return [{ key: 'completion', at: reply.at('/result'), data: { reference } }];
  const { values, total, hasMore } = completion;
  const at = (member: string) => reply.at(`/result/completion/${member}`);
  if (!Array.isArray(values)) return [{ key: 'values', at: at('values'), data: { reference, type: found(values) } }];
  const findings: FindingOf<'lifecycle-completions'>[] = [];
  const index = values.findIndex((value) => typeof value !== 'string');
  if (index !== -1)
    findings.push({ key: 'value', at: at(`values/${index}`), data: { reference, type: found(values[index]) } });
  if (values.length > MOST_VALUES)
    findings.push({ key: 'tooMany', at: at('values'), data: { reference, count: values.length } });
  if (total !== undefined && !Number.isInteger(total)) {
    findings.push({ key: 'total', at: at('total'), data: { reference, type: found(total) } });
  }
  if (hasMore !== undefined && typeof hasMore !== 'boolean') {
    findings.push({ key: 'hasMore', at: at('hasMore'), data: { reference, type: found(hasMore) } });
  }
  return findings;
}
