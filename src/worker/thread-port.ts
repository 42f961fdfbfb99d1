import type { MessagePort } from 'node:worker_threads';
import type { Port } from '../rpc/channel.js';

/** A message port of Node as a channel's port. */
export function threadPort(messagePort: MessagePort): Port {
  return {
    postMessage: (message) => messagePort.postMessage(message),
    onMessage(listener) {
      messagePort.on('message', listener);
      return () => messagePort.off('message', listener);
    },
    onClose(listener) {
      messagePort.on('close', listener);
      return () => messagePort.off('close', listener);
    },
  };
}
