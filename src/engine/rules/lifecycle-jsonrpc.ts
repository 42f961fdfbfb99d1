import { handshake } from '../probes/handshake.js';
import { ping } from '../probes/ping.js';
import { unknownMethod } from '../probes/unknown-method.js';
import { defineRule } from '../rule.js';
import { conversation } from '../views/conversation.js';
import { envelopeFindings } from '../views/envelopes.js';

export const lifecycleJsonrpc = defineRule('lifecycle-jsonrpc', {
  // The probes are read so that a result and an error are there to look at.
  reads: { said: conversation, handshake, ping, unknownMethod },
  judge({ said, handshake: { initialize } }, { failIfAny }) {
    return failIfAny(envelopeFindings(said), initialize.at());
  },
});
