// Made by `npm run generate`, from catalogs/, src/engine/rules/ and package.json. Do not edit.

import type { Rule } from '../rule.js';
import { errorCapabilityGated } from '../rules/error-capability-gated.js';
import { errorInvalidCursor } from '../rules/error-invalid-cursor.js';
import { errorInvalidJson } from '../rules/error-invalid-json.js';
import { errorInvalidJsonrpc } from '../rules/error-invalid-jsonrpc.js';
import { errorInvalidRequestCode } from '../rules/error-invalid-request-code.js';
import { errorMethodCode } from '../rules/error-method-code.js';
import { errorMissingParams } from '../rules/error-missing-params.js';
import { errorParseCode } from '../rules/error-parse-code.js';
import { errorUnknownMethod } from '../rules/error-unknown-method.js';
import { lifecycleCancellation } from '../rules/lifecycle-cancellation.js';
import { lifecycleCapabilities } from '../rules/lifecycle-capabilities.js';
import { lifecycleCompletions } from '../rules/lifecycle-completions.js';
import { lifecycleElicitationCapability } from '../rules/lifecycle-elicitation-capability.js';
import { lifecycleIdMatch } from '../rules/lifecycle-id-match.js';
import { lifecycleInit } from '../rules/lifecycle-init.js';
import { lifecycleInstructions } from '../rules/lifecycle-instructions.js';
import { lifecycleJsonrpc } from '../rules/lifecycle-jsonrpc.js';
import { lifecycleListChanged } from '../rules/lifecycle-list-changed.js';
import { lifecycleLogging } from '../rules/lifecycle-logging.js';
import { lifecycleMetaTolerance } from '../rules/lifecycle-meta-tolerance.js';
import { lifecyclePing } from '../rules/lifecycle-ping.js';
import { lifecycleProgress } from '../rules/lifecycle-progress.js';
import { lifecycleProgressToken } from '../rules/lifecycle-progress-token.js';
import { lifecycleProtoVersion } from '../rules/lifecycle-proto-version.js';
import { lifecycleReinitReject } from '../rules/lifecycle-reinit-reject.js';
import { lifecycleRootsCapability } from '../rules/lifecycle-roots-capability.js';
import { lifecycleSamplingCapability } from '../rules/lifecycle-sampling-capability.js';
import { lifecycleServerInfo } from '../rules/lifecycle-server-info.js';
import { lifecycleStringId } from '../rules/lifecycle-string-id.js';
import { lifecycleVersionNegotiate } from '../rules/lifecycle-version-negotiate.js';
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
import { securityAuthMalformed } from '../rules/security-auth-malformed.js';
import { securityAuthRequired } from '../rules/security-auth-required.js';
import { securityCommandInjection } from '../rules/security-command-injection.js';
import { securityCorsHeaders } from '../rules/security-cors-headers.js';
import { securityErrorNoInternalIp } from '../rules/security-error-no-internal-ip.js';
import { securityErrorNoStacktrace } from '../rules/security-error-no-stacktrace.js';
import { securityExtraParams } from '../rules/security-extra-params.js';
import { securityOauthMetadata } from '../rules/security-oauth-metadata.js';
import { securityOriginValidation } from '../rules/security-origin-validation.js';
import { securityOversizedInput } from '../rules/security-oversized-input.js';
import { securityPathTraversal } from '../rules/security-path-traversal.js';
import { securityRateLimiting } from '../rules/security-rate-limiting.js';
import { securitySessionEntropy } from '../rules/security-session-entropy.js';
import { securitySessionNotAuth } from '../rules/security-session-not-auth.js';
import { securitySqlInjection } from '../rules/security-sql-injection.js';
import { securitySsrfInternal } from '../rules/security-ssrf-internal.js';
import { securityTlsRequired } from '../rules/security-tls-required.js';
import { securityTokenInUri } from '../rules/security-token-in-uri.js';
import { securityToolCrossReference } from '../rules/security-tool-cross-reference.js';
import { securityToolDescriptionPoisoning } from '../rules/security-tool-description-poisoning.js';
import { securityToolRugPull } from '../rules/security-tool-rug-pull.js';
import { securityToolSchemaDefined } from '../rules/security-tool-schema-defined.js';
import { securityWwwAuthenticate } from '../rules/security-www-authenticate.js';
import { stdioFraming } from '../rules/stdio-framing.js';
import { stdioUnicode } from '../rules/stdio-unicode.js';
import { stdioUnknownMethodRecovers } from '../rules/stdio-unknown-method-recovers.js';
import { toolsAnnotations } from '../rules/tools-annotations.js';
import { toolsCall } from '../rules/tools-call.js';
import { toolsCallUnknown } from '../rules/tools-call-unknown.js';
import { toolsContentTypes } from '../rules/tools-content-types.js';
import { toolsList } from '../rules/tools-list.js';
import { toolsOutputSchema } from '../rules/tools-output-schema.js';
import { toolsPagination } from '../rules/tools-pagination.js';
import { toolsSchema } from '../rules/tools-schema.js';
import { toolsTitleField } from '../rules/tools-title-field.js';
import { transportBatchReject } from '../rules/transport-batch-reject.js';
import { transportConcurrent } from '../rules/transport-concurrent.js';
import { transportContentType } from '../rules/transport-content-type.js';
import { transportContentTypeInit } from '../rules/transport-content-type-init.js';
import { transportContentTypeReject } from '../rules/transport-content-type-reject.js';
import { transportDelete } from '../rules/transport-delete.js';
import { transportGet } from '../rules/transport-get.js';
import { transportGetStream } from '../rules/transport-get-stream.js';
import { transportNotification202 } from '../rules/transport-notification-202.js';
import { transportPost } from '../rules/transport-post.js';
import { transportSessionId } from '../rules/transport-session-id.js';
import { transportSessionInvalid } from '../rules/transport-session-invalid.js';
import { transportSseEventField } from '../rules/transport-sse-event-field.js';

/** Every rule that has code, by id. */
export const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['error-capability-gated', errorCapabilityGated],
  ['error-invalid-cursor', errorInvalidCursor],
  ['error-invalid-json', errorInvalidJson],
  ['error-invalid-jsonrpc', errorInvalidJsonrpc],
  ['error-invalid-request-code', errorInvalidRequestCode],
  ['error-method-code', errorMethodCode],
  ['error-missing-params', errorMissingParams],
  ['error-parse-code', errorParseCode],
  ['error-unknown-method', errorUnknownMethod],
  ['lifecycle-cancellation', lifecycleCancellation],
  ['lifecycle-capabilities', lifecycleCapabilities],
  ['lifecycle-completions', lifecycleCompletions],
  ['lifecycle-elicitation-capability', lifecycleElicitationCapability],
  ['lifecycle-id-match', lifecycleIdMatch],
  ['lifecycle-init', lifecycleInit],
  ['lifecycle-instructions', lifecycleInstructions],
  ['lifecycle-jsonrpc', lifecycleJsonrpc],
  ['lifecycle-list-changed', lifecycleListChanged],
  ['lifecycle-logging', lifecycleLogging],
  ['lifecycle-meta-tolerance', lifecycleMetaTolerance],
  ['lifecycle-ping', lifecyclePing],
  ['lifecycle-progress', lifecycleProgress],
  ['lifecycle-progress-token', lifecycleProgressToken],
  ['lifecycle-proto-version', lifecycleProtoVersion],
  ['lifecycle-reinit-reject', lifecycleReinitReject],
  ['lifecycle-roots-capability', lifecycleRootsCapability],
  ['lifecycle-sampling-capability', lifecycleSamplingCapability],
  ['lifecycle-server-info', lifecycleServerInfo],
  ['lifecycle-string-id', lifecycleStringId],
  ['lifecycle-version-negotiate', lifecycleVersionNegotiate],
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
  ['security-auth-malformed', securityAuthMalformed],
  ['security-auth-required', securityAuthRequired],
  ['security-command-injection', securityCommandInjection],
  ['security-cors-headers', securityCorsHeaders],
  ['security-error-no-internal-ip', securityErrorNoInternalIp],
  ['security-error-no-stacktrace', securityErrorNoStacktrace],
  ['security-extra-params', securityExtraParams],
  ['security-oauth-metadata', securityOauthMetadata],
  ['security-origin-validation', securityOriginValidation],
  ['security-oversized-input', securityOversizedInput],
  ['security-path-traversal', securityPathTraversal],
  ['security-rate-limiting', securityRateLimiting],
  ['security-session-entropy', securitySessionEntropy],
  ['security-session-not-auth', securitySessionNotAuth],
  ['security-sql-injection', securitySqlInjection],
  ['security-ssrf-internal', securitySsrfInternal],
  ['security-tls-required', securityTlsRequired],
  ['security-token-in-uri', securityTokenInUri],
  ['security-tool-cross-reference', securityToolCrossReference],
  ['security-tool-description-poisoning', securityToolDescriptionPoisoning],
  ['security-tool-rug-pull', securityToolRugPull],
  ['security-tool-schema-defined', securityToolSchemaDefined],
  ['security-www-authenticate', securityWwwAuthenticate],
  ['stdio-framing', stdioFraming],
  ['stdio-unicode', stdioUnicode],
  ['stdio-unknown-method-recovers', stdioUnknownMethodRecovers],
  ['tools-annotations', toolsAnnotations],
  ['tools-call', toolsCall],
  ['tools-call-unknown', toolsCallUnknown],
  ['tools-content-types', toolsContentTypes],
  ['tools-list', toolsList],
  ['tools-output-schema', toolsOutputSchema],
  ['tools-pagination', toolsPagination],
  ['tools-schema', toolsSchema],
  ['tools-title-field', toolsTitleField],
  ['transport-batch-reject', transportBatchReject],
  ['transport-concurrent', transportConcurrent],
  ['transport-content-type', transportContentType],
  ['transport-content-type-init', transportContentTypeInit],
  ['transport-content-type-reject', transportContentTypeReject],
  ['transport-delete', transportDelete],
  ['transport-get', transportGet],
  ['transport-get-stream', transportGetStream],
  ['transport-notification-202', transportNotification202],
  ['transport-post', transportPost],
  ['transport-session-id', transportSessionId],
  ['transport-session-invalid', transportSessionInvalid],
  ['transport-sse-event-field', transportSseEventField],
]);
