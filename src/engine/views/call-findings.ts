import { isJsonObject, type JsonObject } from '../json.js';
import { validate } from '../json-schema/validator.js';
import type { ResultExchange } from '../recording/exchange.js';
import type { FindingOf } from '../rule.js';
import { found } from './found.js';

/**
 * What is wrong with the shape of a tool's result. The blocks of its content have a rule of their own.
 * https://modelcontextprotocol.io/specification/2025-11-25/server/tools#output-schema
 */
export function callFindings(
  tool: string,
  call: ResultExchange,
  outputSchema: JsonObject | undefined,
): FindingOf<'tools-call'>[] {
  const { result } = call;
  if (!isJsonObject(result)) return [{ key: 'result', at: call.at('/result'), data: { tool, found: found(result) } }];
  const findings: FindingOf<'tools-call'>[] = [];
  const { content, isError, structuredContent } = result;
  if (!Array.isArray(content))
    findings.push({ key: 'content', at: call.at('/result'), data: { tool, found: found(content) } });
  if (isError !== undefined && typeof isError !== 'boolean') {
    findings.push({ key: 'isError', at: call.at('/result/isError'), data: { tool, found: found(isError) } });
  }
  if (structuredContent !== undefined && !isJsonObject(structuredContent)) {
    findings.push({
      key: 'structuredType',
      at: call.at('/result/structuredContent'),
      data: { tool, found: found(structuredContent) },
    });
  }
  // The text does not say that failures are exempt from the schema; every SDK exempts them, since they have no data.
  if (outputSchema?.['type'] !== 'object' || isError === true || findings.length > 0) return findings;
  if (structuredContent === undefined) return [{ key: 'structuredMissing', at: call.at('/result'), data: { tool } }];
  const validation = validate(outputSchema, structuredContent);
  if (validation.outcome !== 'invalid') return [];
  const { pointer, problem } = validation.problem;
  const place = pointer === '' ? 'its top' : pointer;
  return [
    { key: 'structuredInvalid', at: call.at(`/result/structuredContent${pointer}`), data: { tool, problem, place } },
  ];
}
