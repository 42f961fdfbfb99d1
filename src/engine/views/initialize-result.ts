import { isJsonObject, type JsonObject } from '../json.js';
import { handshake } from '../probes/handshake.js';
import type { EvidencePoint } from '../recording/exchange.js';
import { defineView } from '../view.js';

/** The result of `initialize` on the main connection. */
export interface InitializeResult {
  /** Empty when it is no object, which is the finding of lifecycle-init. */
  result: JsonObject;
  at(pointer?: string): EvidencePoint;
}

export const initializeResult = defineView({
  id: 'initialize-result',
  reads: { handshake },
  build: ({ handshake: { initialize } }): InitializeResult => ({
    result: initialize.kind === 'result' && isJsonObject(initialize.result) ? initialize.result : {},
    at: (pointer = '') => initialize.at(`/result${pointer}`),
  }),
});
