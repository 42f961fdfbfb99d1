// Made by `npm run generate`, from catalogs/, src/engine/rules/ and package.json. Do not edit.

import type { Rule } from '../rule.js';
import { promptsGet } from '../rules/prompts-get.js';
import { promptsList } from '../rules/prompts-list.js';
import { promptsPagination } from '../rules/prompts-pagination.js';
import { promptsSchema } from '../rules/prompts-schema.js';
import { resourcesList } from '../rules/resources-list.js';
import { resourcesPagination } from '../rules/resources-pagination.js';
import { resourcesRead } from '../rules/resources-read.js';
import { resourcesSchema } from '../rules/resources-schema.js';
import { resourcesSubscribe } from '../rules/resources-subscribe.js';
import { resourcesTemplates } from '../rules/resources-templates.js';
import { securityCommandInjection } from '../rules/security-command-injection.js';
import { securityErrorNoInternalIp } from '../rules/security-error-no-internal-ip.js';
import { securityErrorNoStacktrace } from '../rules/security-error-no-stacktrace.js';
import { securityExtraParams } from '../rules/security-extra-params.js';
import { securityOversizedInput } from '../rules/security-oversized-input.js';
import { securityPathTraversal } from '../rules/security-path-traversal.js';
import { securityRateLimiting } from '../rules/security-rate-limiting.js';
import { securitySqlInjection } from '../rules/security-sql-injection.js';
import { securitySsrfInternal } from '../rules/security-ssrf-internal.js';
import { securityToolCrossReference } from '../rules/security-tool-cross-reference.js';
import { securityToolDescriptionPoisoning } from '../rules/security-tool-description-poisoning.js';
import { securityToolRugPull } from '../rules/security-tool-rug-pull.js';
import { securityToolSchemaDefined } from '../rules/security-tool-schema-defined.js';
import { toolsAnnotations } from '../rules/tools-annotations.js';
import { toolsCall } from '../rules/tools-call.js';
import { toolsContentTypes } from '../rules/tools-content-types.js';
import { toolsList } from '../rules/tools-list.js';
import { toolsOutputSchema } from '../rules/tools-output-schema.js';
import { toolsPagination } from '../rules/tools-pagination.js';
import { toolsSchema } from '../rules/tools-schema.js';
import { toolsTitleField } from '../rules/tools-title-field.js';

/** Every rule that has code, by id. */
export const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['prompts-get', promptsGet],
  ['prompts-list', promptsList],
  ['prompts-pagination', promptsPagination],
  ['prompts-schema', promptsSchema],
  ['resources-list', resourcesList],
  ['resources-pagination', resourcesPagination],
  ['resources-read', resourcesRead],
  ['resources-schema', resourcesSchema],
  ['resources-subscribe', resourcesSubscribe],
  ['resources-templates', resourcesTemplates],
  ['security-command-injection', securityCommandInjection],
  ['security-error-no-internal-ip', securityErrorNoInternalIp],
  ['security-error-no-stacktrace', securityErrorNoStacktrace],
  ['security-extra-params', securityExtraParams],
  ['security-oversized-input', securityOversizedInput],
  ['security-path-traversal', securityPathTraversal],
  ['security-rate-limiting', securityRateLimiting],
  ['security-sql-injection', securitySqlInjection],
  ['security-ssrf-internal', securitySsrfInternal],
  ['security-tool-cross-reference', securityToolCrossReference],
  ['security-tool-description-poisoning', securityToolDescriptionPoisoning],
  ['security-tool-rug-pull', securityToolRugPull],
  ['security-tool-schema-defined', securityToolSchemaDefined],
  ['tools-annotations', toolsAnnotations],
  ['tools-call', toolsCall],
  ['tools-content-types', toolsContentTypes],
  ['tools-list', toolsList],
  ['tools-output-schema', toolsOutputSchema],
  ['tools-pagination', toolsPagination],
  ['tools-schema', toolsSchema],
  ['tools-title-field', toolsTitleField],
]);
