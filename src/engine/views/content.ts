import { isJsonObject, type JsonObject, type JsonValue, pointerStep } from '../json.js';

/** Something that a content block, or the contents of a resource, must not be; without a full stop. */
export interface ContentProblem {
  pointer: string;
  problem: string;
}

/** Base64 of RFC 4648 with padding; white space is not part of it. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const MEDIA_TYPE = /^[A-Za-z0-9!#$&^_.+-]+\/[A-Za-z0-9!#$&^_.+-]+(?:\s*;.*)?$/;

/** What is wrong with a list of content blocks (`content` of a tool result). */
export function problemsOfContent(content: readonly JsonValue[], base: string): ContentProblem[] {
  return content.flatMap((block, index) => problemsOfBlock(block, base + pointerStep(index)));
}

/**
 * What is wrong with one content block.
 * https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result
 */
export function problemsOfBlock(block: JsonValue | undefined, pointer: string): ContentProblem[] {
  if (!isJsonObject(block)) return [{ pointer, problem: 'it is not an object' }];
  const { type } = block;
  switch (type) {
    case 'text':
      return typeof block['text'] === 'string'
        ? []
        : [{ pointer: `${pointer}/text`, problem: 'text is missing or not a string' }];
    case 'image':
    case 'audio':
      return [...problemsOfBase64(block, 'data', pointer), ...problemsOfMediaType(block, pointer, true)];
    case 'resource':
      return problemsOfContents(block['resource'], `${pointer}/resource`);
    case 'resource_link':
      return ['uri', 'name'].flatMap((member) =>
        typeof block[member] === 'string'
          ? []
          : [{ pointer: `${pointer}/${member}`, problem: `${member} is missing or not a string` }],
      );
    default:
      return [
        {
          pointer: `${pointer}/type`,
          problem: `the type ${JSON.stringify(type ?? null)} is not one of text, image, audio, resource, resource_link`,
        },
      ];
  }
}

/** What is wrong with the contents of a resource: `uri`, and `text` or `blob`. */
export function problemsOfContents(contents: JsonValue | undefined, pointer: string): ContentProblem[] {
  if (!isJsonObject(contents)) return [{ pointer, problem: 'it is not an object' }];
  const problems: ContentProblem[] = [];
  if (typeof contents['uri'] !== 'string')
    problems.push({ pointer: `${pointer}/uri`, problem: 'uri is missing or not a string' });
  const { text, blob } = contents;
  if (text === undefined && blob === undefined) problems.push({ pointer, problem: 'it has neither text nor blob' });
  if (text !== undefined && typeof text !== 'string')
    problems.push({ pointer: `${pointer}/text`, problem: 'text is not a string' });
  if (blob !== undefined) problems.push(...problemsOfBase64(contents, 'blob', pointer));
  problems.push(...problemsOfMediaType(contents, pointer, false));
  return problems;
}

function problemsOfBase64(holder: JsonObject, member: string, pointer: string): ContentProblem[] {
  const data = holder[member];
  const place = `${pointer}/${member}`;
  if (typeof data !== 'string') return [{ pointer: place, problem: `${member} is missing or not a string` }];
  return BASE64.test(data) ? [] : [{ pointer: place, problem: `${member} is not base64` }];
}

function problemsOfMediaType(holder: JsonObject, pointer: string, required: boolean): ContentProblem[] {
  const { mimeType } = holder;
  if (mimeType === undefined && !required) return [];
  const place = `${pointer}/mimeType`;
  if (typeof mimeType !== 'string') return [{ pointer: place, problem: 'mimeType is missing or not a string' }];
  return MEDIA_TYPE.test(mimeType)
    ? []
    : [{ pointer: place, problem: `mimeType ${JSON.stringify(mimeType)} is not a media type` }];
}
