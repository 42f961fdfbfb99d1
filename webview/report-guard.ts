import type { Report } from '../src/engine/report.js';

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const ARRAYS = ['tests', 'categories', 'warnings', 'exchanges'] as const;
const OBJECTS = ['target', 'published', 'summary', 'coverage', 'serverInfo', 'tools', 'resources', 'prompts'] as const;
const TEXTS = ['toolVersion', 'specVersion', 'specVersionReason', 'mode', 'url', 'timestamp'] as const;

/**
 * Whether a message carries a report of the format that this panel can show. It looks at the outer shape only: the
 * sender is the extension of the same version, and the schema is what tests hold it to.
 */
export function isReport(value: unknown): value is Report {
  return (
    isRecord(value) &&
    value.schemaVersion === '1' &&
    ARRAYS.every((member) => Array.isArray(value[member])) &&
    OBJECTS.every((member) => isRecord(value[member])) &&
    TEXTS.every((member) => typeof value[member] === 'string')
  );
}
