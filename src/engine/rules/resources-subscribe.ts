import { isJsonObject } from '../json.js';
import { subscribeResource } from '../probes/subscribe-resource.js';
import { defineRule, type FindingOf } from '../rule.js';
import { conversation } from '../views/conversation.js';
import { found } from '../views/found.js';
import { resourceList } from '../views/lists.js';

export const resourcesSubscribe = defineRule('resources-subscribe', {
  reads: { resources: resourceList, probe: subscribeResource, said: conversation },
  judge({ resources, probe, said }, { failIfAny, skip }) {
    if (!resources.readable) return skip('unreadable', []);
    const { uri, subscribe, unsubscribe } = probe;
    if (uri === null || subscribe === null || unsubscribe === null) return skip('empty', []);
    const steps = [
      { method: 'resources/subscribe', reply: subscribe },
      { method: 'resources/unsubscribe', reply: unsubscribe },
    ];
    const findings = steps.flatMap(({ method, reply }): FindingOf<'resources-subscribe'>[] => {
      if (reply.kind === 'error') {
        return [
          {
            key: 'error',
            at: reply.at('/error'),
            data: { method, code: found(reply.error.code), message: found(reply.error.message) },
          },
        ];
      }
      if (reply.kind !== 'result') return [{ key: 'unanswered', at: reply.atRequest(), data: { method } }];
      return isJsonObject(reply.result)
        ? []
        : [{ key: 'result', at: reply.at('/result'), data: { method, found: found(reply.result) } }];
    });
    for (const message of said.messages) {
      if (message.reading.kind !== 'notification' || message.reading.method !== 'notifications/resources/updated')
        continue;
      const { params } = message.reading.message;
      const updated = isJsonObject(params) ? params['uri'] : undefined;
      // An update may name a part of what was subscribed to.
      if (typeof updated === 'string' && !updated.startsWith(uri)) {
        findings.push({ key: 'foreignUpdate', at: message.at('/params/uri'), data: { uri: updated } });
      }
    }
    return failIfAny(findings, subscribe.at('/result'), unsubscribe.at('/result'));
  },
});
