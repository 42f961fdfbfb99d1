export { AbortError, assess } from './engine/assess.js';
export { type Catalog, type CatalogEntry, catalog, type Published, specUrl } from './engine/catalog.js';
export type { JsonObject, JsonValue } from './engine/json.js';
export { judge } from './engine/judge.js';
export {
  DEFAULT_TIME_LIMITS,
  MODES,
  type Mode,
  type Observer,
  type RunOptions,
  type TimeLimits,
} from './engine/options.js';
export type {
  ChildProcess,
  HttpAgent,
  HttpEvents,
  HttpRequest,
  HttpResponseHead,
  Platform,
  ProcessEvents,
  ProcessExit,
  SpawnFailure,
  TlsFacts,
} from './engine/platform.js';
export { preview } from './engine/preview.js';
export { parseRecording, type Recording } from './engine/recording/recording.js';
export type {
  Category,
  CategorySummary,
  Evidence,
  Letter,
  Level,
  Report,
  ReportExchange,
  RuleSet,
  SkipCause,
  StartFailure,
  TestResult,
} from './engine/report.js';
export { LATEST_REVISION, REVISIONS, type Revision } from './engine/revision.js';
export type { HttpTarget, SourceRange, StdioTarget, Target, TargetSource } from './engine/target.js';
export { nodePlatform } from './platform/node.js';
export { type ReportAssets, renderHtml } from './reporters/html.js';
export { renderJson } from './reporters/json.js';
export { renderTerminal, type TerminalOptions } from './reporters/terminal.js';
