import { isJsonObject, type JsonObject } from '../json.js';
import { resourceMetadata } from '../probes/resource-metadata.js';
import type { Exchange } from '../recording/exchange.js';
import { readIncoming } from '../recording/message.js';
import { defineView } from '../view.js';
import { found } from './found.js';

/** The metadata of a protected resource (RFC 9728), as found. */
export interface Metadata {
  url: string;
  answer: Exchange;
  value: JsonObject;
}

/** An address that was tried, and why there are no metadata: `absent`, `protected`, or words for what is there instead. */
export interface MetadataAnswer {
  by: string;
  url: string;
  answer: Exchange;
  problem: string;
}

/** The first answer that is metadata, and the others. */
export const protectedResource = defineView({
  id: 'protected-resource',
  reads: { metadata: resourceMetadata },
  build: ({ metadata: { tried } }): { metadata: Metadata | null; tried: readonly MetadataAnswer[] } => {
    const read = tried.map(({ by, url, answer }) => ({ by, url, answer, ...reading(answer) }));
    const first = read.find(({ value }) => value !== undefined);
    const metadata = first?.value === undefined ? null : { url: first.url, answer: first.answer, value: first.value };
    return { metadata, tried: read };
  },
});

function reading({ http }: Exchange): { value?: JsonObject; problem: string } {
  if (http === null) return { problem: 'absent' };
  if (http.status === 401 || http.status === 403) return { problem: 'protected' };
  if (http.status !== 200) return { problem: 'absent' };
  const [body] = http.body;
  if (body === undefined) return { problem: 'the body is empty' };
  const said = readIncoming(body);
  if (said.kind === 'unreadable') return { problem: `it is ${http.mediaType || 'text'}` };
  if (said.kind === 'batch') return { problem: 'it is an array' };
  if (said.kind !== 'other') return { problem: 'it is a JSON-RPC message' };
  return isJsonObject(said.value) ? { value: said.value, problem: '' } : { problem: `it is ${found(said.value)}` };
}

/** Whether metadata of this resource hold for an endpoint: the same address, or one above it. */
export function isAbout(resource: string, endpoint: string): boolean {
  if (!URL.canParse(resource) || !URL.canParse(endpoint)) return false;
  const [about, asked] = [new URL(resource), new URL(endpoint)];
  return about.origin === asked.origin && `${asked.pathname}/`.startsWith(about.pathname.replace(/\/*$/, '/'));
}
