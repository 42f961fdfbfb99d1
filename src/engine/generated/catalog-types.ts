// Made by `npm run generate`, from catalogs/, src/engine/rules/ and package.json. Do not edit.

type Data = string | number | boolean;
type None = Record<never, never>;

/** The texts of each rule by key, with what their placeholders need. */
export interface RuleTexts {
  'transport-post': {
    fail: {
      refused: { method: Data; status: Data };
      redirected: { method: Data; status: Data; location: Data };
      empty: { method: Data; status: Data };
    };
    skip: None;
    warn: None;
  };
  'transport-content-type': {
    fail: {
      missing: { method: Data };
      type: { method: Data; contentType: Data };
      json: { method: Data; problem: Data };
      event: { method: Data; problem: Data };
      notEvents: { method: Data; text: Data };
      noResponse: { method: Data };
    };
    skip: {
      notAnswered: None;
    };
    warn: None;
  };
  'transport-notification-202': {
    fail: {
      response: { method: Data };
      status: { method: Data; status: Data };
      body: { method: Data; bytes: Data };
      initializedRefused: { status: Data };
    };
    skip: None;
    warn: None;
  };
  'transport-content-type-reject': {
    fail: {
      served: { contentType: Data; status: Data };
    };
    skip: None;
    warn: None;
  };
  'transport-session-id': {
    fail: {
      status: { status: Data };
      unanswered: None;
    };
    skip: {
      noSession: None;
      notRequired: None;
    };
    warn: None;
  };
  'transport-session-invalid': {
    fail: {
      status: { status: Data };
      served: { status: Data };
      unanswered: None;
    };
    skip: {
      noSession: None;
      notRequired: None;
    };
    warn: None;
  };
  'transport-get': {
    fail: {
      status: { status: Data };
      type: { status: Data; contentType: Data };
      noHeaders: { seconds: Data };
    };
    skip: {
      noAnswer: None;
    };
    warn: None;
  };
  'transport-delete': {
    fail: {
      alive: { deleteStatus: Data };
      status: { deleteStatus: Data; status: Data };
      refused: { status: Data };
    };
    skip: {
      noSession: None;
      notAllowed: None;
      noAnswer: None;
    };
    warn: None;
  };
  'transport-batch-reject': {
    fail: {
      served: { count: Data; results: Data };
      accepted: { count: Data; status: Data };
      ended: { exit: Data };
    };
    skip: None;
    warn: None;
  };
  'transport-content-type-init': {
    fail: {
      missing: None;
      type: { contentType: Data };
      json: { problem: Data };
      event: { problem: Data };
      notEvents: { text: Data };
    };
    skip: {
      notAnswered: None;
    };
    warn: None;
  };
  'transport-get-stream': {
    fail: {
      response: { method: Data };
      event: { problem: Data };
      notEvents: { text: Data };
      blocks: { method: Data; seconds: Data };
    };
    skip: {
      none: None;
      notOpened: None;
    };
    warn: None;
  };
  'transport-concurrent': {
    fail: {
      lost: { lost: Data; sent: Data; seconds: Data };
      mixed: { method: Data; other: Data };
      failed: { sent: Data; failed: Data };
      otherId: { sent: Data; wrong: Data };
    };
    skip: {
      notServed: None;
    };
    warn: None;
  };
  'transport-sse-event-field': {
    fail: {
      name: { event: Data };
    };
    skip: {
      noStream: None;
    };
    warn: None;
  };
  'stdio-framing': {
    fail: {
      foreign: { line: Data; text: Data };
      split: { first: Data; last: Data };
      headers: { header: Data };
      unterminated: None;
      tooLong: { line: Data; limit: Data };
      several: { line: Data; count: Data };
      foreignDuring: { line: Data; method: Data; text: Data };
      more: { count: Data };
    };
    skip: {
      nothing: None;
    };
    warn: {
      blank: { count: Data };
    };
  };
  'stdio-unicode': {
    fail: {
      invalid: { offset: Data; line: Data };
      mangled: { sent: Data; received: Data };
      silent: { seconds: Data };
      ended: { exit: Data };
    };
    skip: {
      noEcho: None;
    };
    warn: None;
  };
  'stdio-unknown-method-recovers': {
    fail: {
      ended: { method: Data; exit: Data };
      silent: { method: Data; next: Data; seconds: Data };
      refused: { method: Data; next: Data };
    };
    skip: None;
    warn: None;
  };
  'lifecycle-init': {
    fail: {
      error: { code: Data; message: Data };
      silent: { seconds: Data };
      ended: { exit: Data };
      closed: None;
      http: { status: Data };
      notRpc: { problem: Data };
      result: { type: Data };
    };
    skip: None;
    warn: None;
  };
  'lifecycle-proto-version': {
    fail: {
      missing: None;
      type: { type: Data };
      unknown: { version: Data };
    };
    skip: None;
    warn: None;
  };
  'lifecycle-server-info': {
    fail: {
      missing: None;
      type: { type: Data };
      required: { member: Data };
      member: { member: Data; type: Data; wanted: Data };
    };
    skip: None;
    warn: None;
  };
  'lifecycle-capabilities': {
    fail: {
      missing: None;
      type: { type: Data };
      member: { name: Data; type: Data };
      flag: { name: Data; flag: Data; type: Data };
    };
    skip: None;
    warn: None;
  };
  'lifecycle-jsonrpc': {
    fail: {
      version: { what: Data; value: Data };
      both: { what: Data };
      neither: { what: Data };
      error: { what: Data; type: Data };
      code: { what: Data; value: Data };
      message: { what: Data };
      id: { what: Data; type: Data };
      params: { what: Data; type: Data };
      batch: { count: Data };
    };
    skip: None;
    warn: None;
  };
  'lifecycle-ping': {
    fail: {
      error: { code: Data; message: Data };
      silent: { seconds: Data };
      http: { status: Data };
      notEmpty: { members: Data };
      ended: { exit: Data };
      type: { type: Data };
    };
    skip: None;
    warn: None;
  };
  'lifecycle-instructions': {
    fail: {
      type: { type: Data };
    };
    skip: {
      absent: None;
    };
    warn: None;
  };
  'lifecycle-id-match': {
    fail: {
      changed: { method: Data; sent: Data; received: Data };
      type: { method: Data; sent: Data; received: Data };
      missing: { method: Data; sent: Data };
      repeated: { method: Data; sent: Data; count: Data };
      unasked: { received: Data };
      lost: { method: Data; sent: Data; seconds: Data };
    };
    skip: None;
    warn: None;
  };
  'lifecycle-string-id': {
    fail: {
      refused: { sent: Data; code: Data };
      silent: { sent: Data; seconds: Data };
      changed: { sent: Data; received: Data };
    };
    skip: {
      anyId: None;
    };
    warn: None;
  };
  'lifecycle-version-negotiate': {
    fail: {
      accepted: { requested: Data };
      unknown: { requested: Data; answered: Data };
      notEchoed: { requested: Data; answered: Data };
      error: { requested: Data; code: Data };
      silent: { requested: Data; seconds: Data };
      ended: { requested: Data; exit: Data };
    };
    skip: {
      noRevision: None;
    };
    warn: {
      refused: None;
      notLatest: { answered: Data; latest: Data };
    };
  };
  'lifecycle-reinit-reject': {
    fail: {
      accepted: None;
      ended: { exit: Data };
      broken: { method: Data };
      silent: { seconds: Data };
    };
    skip: {
      noSession: None;
    };
    warn: None;
  };
  'lifecycle-logging': {
    fail: {
      notServed: { code: Data };
      level: { level: Data; code: Data; message: Data };
      silent: { level: Data; seconds: Data };
      type: { type: Data };
      notEmpty: { members: Data };
    };
    skip: None;
    warn: None;
  };
  'lifecycle-completions': {
    fail: {
      notServed: { code: Data };
      completion: { reference: Data };
      values: { reference: Data; type: Data };
      value: { reference: Data; type: Data };
      tooMany: { reference: Data; count: Data };
      total: { reference: Data; type: Data };
      hasMore: { reference: Data; type: Data };
      silent: { reference: Data; seconds: Data };
      error: { reference: Data; code: Data; message: Data };
    };
    skip: {
      nothing: None;
      refused: { reference: Data };
      unread: None;
    };
    warn: None;
  };
  'lifecycle-cancellation': {
    fail: {
      ended: { exit: Data };
      silent: { method: Data; seconds: Data };
      broken: { method: Data };
      failed: { status: Data };
    };
    skip: None;
    warn: {
      refused: { status: Data };
    };
  };
  'lifecycle-progress': {
    fail: {
      ended: { notification: Data; exit: Data };
      silent: { notification: Data; method: Data; seconds: Data };
      broken: { notification: Data; method: Data };
    };
    skip: None;
    warn: None;
  };
  'lifecycle-list-changed': {
    fail: {
      undeclared: { method: Data; capability: Data };
      ended: { exit: Data };
      silent: { method: Data; seconds: Data };
      broken: { method: Data };
    };
    skip: None;
    warn: None;
  };
  'lifecycle-progress-token': {
    fail: {
      missing: None;
      unknown: { token: Data };
      type: { token: Data; type: Data; wanted: Data };
      late: { token: Data };
      notIncreasing: { token: Data; before: Data; after: Data };
      value: { token: Data; type: Data };
      total: { token: Data; type: Data };
    };
    skip: {
      none: None;
    };
    warn: None;
  };
  'lifecycle-sampling-capability': {
    fail: {
      asked: None;
    };
    skip: None;
    warn: {
      declared: None;
    };
  };
  'lifecycle-roots-capability': {
    fail: {
      asked: None;
    };
    skip: None;
    warn: {
      declared: None;
    };
  };
  'lifecycle-elicitation-capability': {
    fail: {
      asked: None;
    };
    skip: None;
    warn: {
      declared: None;
    };
  };
  'lifecycle-meta-tolerance': {
    fail: {
      refused: { method: Data; code: Data };
      silent: { method: Data; seconds: Data };
      http: { method: Data; status: Data };
      ended: { method: Data; exit: Data };
      differs: { method: Data };
    };
    skip: None;
    warn: None;
  };
  'tools-list': {
    fail: {
      error: { code: Data; message: Data };
      refused: { status: Data };
      unanswered: None;
      noArray: { found: Data };
    };
    skip: None;
    warn: None;
  };
  'tools-call': {
    fail: {
      allFailed: { tool: Data; code: Data; message: Data };
      unanswered: { how: Data };
      result: { tool: Data; found: Data };
      content: { tool: Data; found: Data };
      isError: { tool: Data; found: Data };
      structuredType: { tool: Data; found: Data };
      structuredMissing: { tool: Data };
      structuredInvalid: { tool: Data; problem: Data; place: Data };
    };
    skip: {
      unreadable: None;
      noReadOnly: None;
      noArguments: None;
      argumentsRefused: None;
    };
    warn: {
      someFailed: { tool: Data; code: Data };
    };
  };
  'tools-pagination': {
    fail: {
      cursorType: { page: Data; found: Data };
      pageError: { page: Data; code: Data };
      pageMissing: { page: Data; how: Data };
      pageNoArray: { page: Data };
      loop: { page: Data };
      repeats: { page: Data };
      endless: { pages: Data };
    };
    skip: {
      onePage: None;
      unreadable: None;
    };
    warn: {
      cut: { pages: Data };
    };
  };
  'tools-content-types': {
    fail: {
      block: { tool: Data; problem: Data; place: Data };
    };
    skip: {
      noContent: None;
    };
    warn: None;
  };
  'resources-list': {
    fail: {
      error: { code: Data; message: Data };
      refused: { status: Data };
      unanswered: None;
      noArray: { found: Data };
    };
    skip: None;
    warn: None;
  };
  'resources-read': {
    fail: {
      allFailed: { uri: Data; code: Data; message: Data };
      unanswered: { uri: Data };
      noContents: { uri: Data; found: Data };
      contents: { uri: Data; problem: Data; place: Data };
    };
    skip: {
      unreadable: None;
      empty: None;
    };
    warn: {
      someFailed: { uri: Data; code: Data };
    };
  };
  'resources-templates': {
    fail: {
      error: { code: Data; message: Data };
      unanswered: None;
      noArray: { found: Data };
      entry: { position: Data; found: Data };
      member: { template: Data; member: Data; found: Data };
      syntax: { template: Data; uriTemplate: Data; problem: Data };
    };
    skip: {
      notOffered: None;
    };
    warn: None;
  };
  'resources-pagination': {
    fail: {
      cursorType: { page: Data; found: Data };
      pageError: { page: Data; code: Data };
      pageMissing: { page: Data; how: Data };
      pageNoArray: { page: Data };
      loop: { page: Data };
      repeats: { page: Data };
      endless: { pages: Data };
    };
    skip: {
      onePage: None;
      unreadable: None;
    };
    warn: {
      cut: { pages: Data };
    };
  };
  'resources-subscribe': {
    fail: {
      error: { method: Data; code: Data; message: Data };
      unanswered: { method: Data };
      result: { method: Data; found: Data };
      foreignUpdate: { uri: Data };
    };
    skip: {
      unreadable: None;
      empty: None;
    };
    warn: None;
  };
  'prompts-list': {
    fail: {
      error: { code: Data; message: Data };
      refused: { status: Data };
      unanswered: None;
      noArray: { found: Data };
    };
    skip: None;
    warn: None;
  };
  'prompts-get': {
    fail: {
      allFailed: { prompt: Data; code: Data; message: Data };
      unanswered: { prompt: Data };
      noMessages: { prompt: Data; found: Data };
      message: { position: Data; prompt: Data; problem: Data; place: Data };
      description: { prompt: Data; found: Data };
    };
    skip: {
      unreadable: None;
      empty: None;
      argumentsRefused: None;
    };
    warn: {
      someFailed: { prompt: Data; code: Data };
    };
  };
  'prompts-pagination': {
    fail: {
      cursorType: { page: Data; found: Data };
      pageError: { page: Data; code: Data };
      pageMissing: { page: Data; how: Data };
      pageNoArray: { page: Data };
      loop: { page: Data };
      repeats: { page: Data };
      endless: { pages: Data };
    };
    skip: {
      onePage: None;
      unreadable: None;
    };
    warn: {
      cut: { pages: Data };
    };
  };
  'error-unknown-method': {
    fail: {
      result: { method: Data };
      silent: { method: Data; seconds: Data };
      accepted: { method: Data; status: Data };
    };
    skip: {
      ended: { method: Data };
    };
    warn: None;
  };
  'error-method-code': {
    fail: {
      code: { method: Data; code: Data };
    };
    skip: {
      noError: { method: Data };
    };
    warn: None;
  };
  'error-invalid-jsonrpc': {
    fail: {
      served: { defect: Data };
      accepted: { defect: Data; status: Data };
      ended: { defect: Data; exit: Data };
      broken: { defect: Data; method: Data };
    };
    skip: None;
    warn: None;
  };
  'error-invalid-json': {
    fail: {
      served: None;
      accepted: { status: Data };
      ended: { exit: Data };
      broken: { method: Data };
    };
    skip: None;
    warn: None;
  };
  'error-missing-params': {
    fail: {
      result: { method: Data; member: Data };
      isError: { method: Data; member: Data };
      code: { method: Data; member: Data; code: Data };
      silent: { method: Data; member: Data; seconds: Data };
      ended: { method: Data; member: Data; exit: Data };
      http: { method: Data; member: Data; status: Data };
    };
    skip: {
      nothing: None;
      notServed: { method: Data };
    };
    warn: None;
  };
  'error-parse-code': {
    fail: {
      code: { code: Data };
    };
    skip: {
      notRefused: None;
      noError: None;
    };
    warn: None;
  };
  'error-invalid-request-code': {
    fail: {
      code: { defect: Data; code: Data };
    };
    skip: {
      notRefused: None;
      noError: None;
    };
    warn: None;
  };
  'tools-call-unknown': {
    fail: {
      result: { tool: Data };
      silent: { tool: Data; seconds: Data };
      ended: { tool: Data; exit: Data };
      http: { tool: Data; status: Data };
    };
    skip: {
      notServed: None;
    };
    warn: {
      isError: None;
      code: { code: Data };
    };
  };
  'error-capability-gated': {
    fail: {
      served: { method: Data; capability: Data };
      empty: { method: Data; capability: Data };
      code: { method: Data; capability: Data; code: Data };
      silent: { method: Data; capability: Data; seconds: Data };
      http: { method: Data; capability: Data; status: Data };
      ended: { method: Data; capability: Data; exit: Data };
    };
    skip: {
      allDeclared: None;
      unknownMethod: None;
      unreadable: None;
    };
    warn: None;
  };
  'error-invalid-cursor': {
    fail: {
      ignored: { method: Data; count: Data };
      code: { method: Data; code: Data };
      silent: { method: Data; seconds: Data };
      ended: { method: Data; exit: Data };
      http: { method: Data; status: Data };
    };
    skip: {
      noList: None;
      unread: None;
    };
    warn: None;
  };
  'tools-schema': {
    fail: {
      name: { tool: Data; found: Data };
      description: { tool: Data; found: Data };
      notObject: { tool: Data; found: Data };
      type: { tool: Data; found: Data };
      invalid: { tool: Data; problem: Data; place: Data };
      entry: { position: Data; found: Data };
    };
    skip: {
      unreadable: None;
      empty: None;
    };
    warn: None;
  };
  'tools-annotations': {
    fail: {
      notObject: { tool: Data; found: Data };
      hint: { tool: Data; hint: Data; found: Data };
      title: { tool: Data; found: Data };
    };
    skip: {
      unreadable: None;
      none: None;
    };
    warn: None;
  };
  'tools-title-field': {
    fail: {
      title: { tool: Data; found: Data };
    };
    skip: {
      unreadable: None;
      none: None;
    };
    warn: None;
  };
  'tools-output-schema': {
    fail: {
      notObject: { tool: Data; found: Data };
      type: { tool: Data; found: Data };
      invalid: { tool: Data; problem: Data; place: Data };
    };
    skip: {
      unreadable: None;
      none: None;
    };
    warn: None;
  };
  'prompts-schema': {
    fail: {
      member: { prompt: Data; member: Data; found: Data; wanted: Data };
      argument: { prompt: Data; position: Data; member: Data; found: Data; wanted: Data };
      entry: { position: Data; found: Data };
    };
    skip: {
      unreadable: None;
      empty: None;
    };
    warn: None;
  };
  'resources-schema': {
    fail: {
      member: { resource: Data; member: Data; found: Data; wanted: Data };
      uri: { resource: Data; uri: Data; problem: Data };
      entry: { position: Data; found: Data };
    };
    skip: {
      unreadable: None;
      empty: None;
    };
    warn: None;
  };
  'security-auth-required': {
    fail: {
      open: { host: Data };
      ignored: None;
      status: { status: Data };
    };
    skip: {
      local: None;
      noAnswer: None;
    };
    warn: None;
  };
  'security-www-authenticate': {
    fail: {
      missing: { what: Data };
      unreadable: { what: Data; value: Data };
      scheme: { what: Data; scheme: Data; accepted: Data };
    };
    skip: {
      no401: None;
    };
    warn: None;
  };
  'security-auth-malformed': {
    fail: {
      served: { credential: Data };
      status: { credential: Data; status: Data };
    };
    skip: {
      open: None;
      ignored: None;
    };
    warn: None;
  };
  'security-tls-required': {
    fail: {
      endpoint: { url: Data };
      authorizationServer: { url: Data };
      metadata: { url: Data };
    };
    skip: {
      open: None;
      local: None;
    };
    warn: None;
  };
  'security-session-entropy': {
    fail: {
      repeated: { id: Data };
      counting: { count: Data; first: Data; second: Data };
      time: { id: Data };
      short: { length: Data; first: Data; second: Data };
      characters: { id: Data };
    };
    skip: {
      noSession: None;
    };
    warn: None;
  };
  'security-session-not-auth': {
    fail: {
      served: { credential: Data };
      status: { credential: Data; status: Data };
    };
    skip: {
      noSession: None;
      open: None;
      noCredential: None;
      neverChecked: None;
      anyCredential: None;
    };
    warn: None;
  };
  'security-oauth-metadata': {
    fail: {
      none: { tried: Data };
      pointer: { url: Data; status: Data };
      protected: { url: Data };
      notJson: { url: Data; problem: Data };
      resource: { url: Data; found: Data };
      servers: { url: Data; found: Data };
    };
    skip: {
      open: None;
      otherScheme: { scheme: Data };
      noChallenge: None;
    };
    warn: {
      otherResource: { url: Data; resource: Data; expected: Data };
    };
  };
  'security-token-in-uri': {
    fail: {
      served: { member: Data };
      advertised: None;
    };
    skip: {
      open: None;
      noCredential: None;
      neverChecked: None;
    };
    warn: None;
  };
  'security-cors-headers': {
    fail: {
      wildcard: None;
      reflected: { origin: Data };
      credentials: { origin: Data };
    };
    skip: None;
    warn: None;
  };
  'security-origin-validation': {
    fail: {
      served: { method: Data; origin: Data };
      status: { method: Data; origin: Data; status: Data };
    };
    skip: {
      noAnswer: None;
    };
    warn: None;
  };
  'security-command-injection': {
    fail: {
      effect: { tool: Data; parameter: Data; text: Data };
    };
    skip: {
      noTarget: None;
      neverReached: None;
    };
    warn: {
      outcome: { texts: Data; tool: Data; rejected: Data; returned: Data; unanswered: Data };
    };
  };
  'security-sql-injection': {
    fail: {
      error: { argument: Data; tool: Data; text: Data };
      effect: { tool: Data; parameter: Data; text: Data };
    };
    skip: {
      noTarget: None;
      neverReached: None;
    };
    warn: {
      outcome: { texts: Data; tool: Data; rejected: Data; returned: Data; unanswered: Data };
    };
  };
  'security-path-traversal': {
    fail: {
      effect: { tool: Data; parameter: Data; text: Data };
    };
    skip: {
      noTarget: None;
      neverReached: None;
    };
    warn: {
      outcome: { texts: Data; tool: Data; rejected: Data; returned: Data; unanswered: Data };
    };
  };
  'security-ssrf-internal': {
    fail: {
      effect: { tool: Data; parameter: Data; text: Data };
    };
    skip: {
      noTarget: None;
      neverReached: None;
    };
    warn: {
      outcome: { texts: Data; tool: Data; rejected: Data; returned: Data; unanswered: Data };
    };
  };
  'security-oversized-input': {
    fail: {
      ended: { tool: Data; bytes: Data; exit: Data };
      silent: { tool: Data; bytes: Data; seconds: Data };
      failed: { tool: Data; bytes: Data; status: Data };
      died: { tool: Data; bytes: Data };
      unanswered: { tool: Data; bytes: Data };
      deaf: { tool: Data; bytes: Data };
    };
    skip: {
      noTarget: None;
    };
    warn: None;
  };
  'security-extra-params': {
    fail: {
      accepted: { tool: Data };
      internal: { tool: Data };
      silent: { tool: Data; argument: Data; seconds: Data };
      ended: { tool: Data; argument: Data; exit: Data };
      died: { tool: Data };
      unanswered: { tool: Data };
      deaf: { tool: Data };
    };
    skip: {
      noTarget: None;
    };
    warn: None;
  };
  'security-tool-schema-defined': {
    fail: {
      missing: { tool: Data };
    };
    skip: {
      unreadable: None;
      empty: None;
    };
    warn: None;
  };
  'security-tool-rug-pull': {
    fail: {
      changed: { tool: Data };
      appeared: { tool: Data };
      vanished: { tool: Data };
    };
    skip: {
      announced: None;
      unreadable: None;
    };
    warn: None;
  };
  'security-tool-description-poisoning': {
    fail: {
      poison: { tool: Data; poison: Data };
    };
    skip: {
      unreadable: None;
      noTexts: None;
    };
    warn: None;
  };
  'security-tool-cross-reference': {
    fail: {
      interferes: { tool: Data; other: Data };
    };
    skip: {
      unreadable: None;
      oneTool: None;
    };
    warn: None;
  };
  'security-error-no-stacktrace': {
    fail: {
      message: { method: Data; text: Data };
      data: { method: Data; text: Data };
      stack: None;
    };
    skip: {
      noErrors: None;
    };
    warn: None;
  };
  'security-error-no-internal-ip': {
    fail: {
      message: { method: Data; address: Data };
      data: { method: Data; address: Data };
      address: { address: Data };
    };
    skip: {
      noErrors: None;
    };
    warn: None;
  };
  'security-rate-limiting': {
    fail: {
      ended: { tool: Data; exit: Data };
      died: { calls: Data; tool: Data };
      unanswered: { unanswered: Data; calls: Data; tool: Data };
      deaf: { calls: Data; tool: Data };
    };
    skip: {
      noTarget: None;
    };
    warn: {
      noLimit: { calls: Data; tool: Data };
    };
  };
}

export type RuleId = keyof RuleTexts;
