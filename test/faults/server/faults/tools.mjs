// Faults of tools/list and tools/call.

import { brokenLists, brokenPages, changeResult, failMethod, HANG, RpcError } from './hooks.mjs';

const PLAIN_TEXT = 'plain text, no base64';

/** Changes the results of calls that worked. */
function changeCall(change) {
  return changeResult('tools/call', (result, context, params) =>
    result.isError ? result : change(result, context, params),
  );
}

function changeCallOf(name, change) {
  return changeCall((result, context, params) => (params.name === name ? change(result, context, params) : result));
}

/** Changes each content item of one type, whichever tool returns it. */
function changeItems(type, change) {
  return changeCall((result) => {
    result.content = result.content.map((item) => (item.type === type ? (change(item) ?? item) : item));
  });
}

function callFaults() {
  const fails = ['tools-call'];
  return {
    'call-not-found': {
      note: 'tools are declared and listed, tools/call is not known',
      fails,
      ...failMethod('tools/call', -32601, 'Method not found'),
    },
    'call-internal-error': {
      note: 'valid calls of every tool give -32603; calls that are wrong are refused as they should be',
      fails,
      ...changeCall(() => {
        throw new RpcError(-32603, 'Internal error');
      }),
    },
    'call-no-content': {
      note: 'results have a text in "output" and no content',
      fails,
      ...changeCall(({ content }) => ({ output: content[0].text ?? '' })),
    },
    'call-content-object': {
      note: 'content is one block, not an array',
      fails,
      ...changeCall((result) => void (result.content = result.content[0])),
    },
    'call-content-text': {
      note: 'content is a string',
      fails,
      ...changeCall((result) => void (result.content = 'done')),
    },
    'call-content-null': { note: 'content is null', fails, ...changeCall((result) => void (result.content = null)) },
    'call-is-error-text': {
      note: 'isError is the string "false"',
      fails,
      ...changeCall((result) => void (result.isError = 'false')),
    },
    'call-structured-array': {
      note: 'structuredContent is an array',
      fails,
      ...changeCall((result) => void (result.structuredContent = [1, 2])),
    },
    'call-result-text': { note: 'the result is a string', fails, ...changeCall(() => 'done') },
    'call-result-array': { note: 'the result is the content itself', fails, ...changeCall((result) => result.content) },
    'call-silent': {
      waits: true,
      note: 'calls of known tools are not answered',
      fails,
      onReply: (reply, request) => (request?.method === 'tools/call' && reply.result ? HANG : reply),
    },
    'call-valid-arguments-refused': {
      note: 'arguments that fit the schema are refused as wrong',
      fails,
      ...changeCall((_result, _context, params) => {
        throw new RpcError(-32602, `Invalid arguments for ${params.name}`);
      }),
    },
  };
}

function contentFaults() {
  const fails = ['tools-content-types'];
  return {
    'content-unknown-type': {
      note: 'a picture is of type "video"',
      fails,
      ...changeItems('image', (item) => ({ ...item, type: 'video' })),
    },
    'content-html-type': {
      note: 'text is of type "html", only from count_down',
      fails,
      ...changeCallOf('count_down', (result) => void (result.content[0].type = 'html')),
    },
    'content-type-missing': {
      note: 'a text has no type',
      fails,
      ...changeItems('text', ({ type, ...rest }) => rest),
    },
    'content-text-missing': {
      note: 'a text block has its text in "value"',
      fails,
      ...changeItems('text', ({ text }) => ({ type: 'text', value: text })),
    },
    'content-text-number': {
      note: 'the text of count_down is a number',
      fails,
      ...changeCallOf('count_down', (result) => void (result.content[0].text = 3)),
    },
    'content-text-null': {
      note: 'the text of count_down is null',
      fails,
      ...changeCallOf('count_down', (result) => void (result.content[0].text = null)),
    },
    'content-image-no-type': {
      note: 'a picture has no MIME type',
      fails,
      ...changeItems('image', ({ mimeType, ...rest }) => rest),
    },
    'content-image-snake-case': {
      note: 'a picture has mime_type instead of mimeType',
      fails,
      ...changeItems('image', ({ mimeType, ...rest }) => ({ ...rest, mime_type: mimeType })),
    },
    'content-image-no-data': {
      note: 'a picture has a URL and no data',
      fails,
      ...changeItems('image', ({ data, ...rest }) => ({ ...rest, url: 'https://example.com/p.png' })),
    },
    'content-image-not-base64': {
      note: 'the data of a picture is no base64',
      fails,
      ...changeItems('image', (item) => void (item.data = PLAIN_TEXT)),
    },
    'content-image-data-url': {
      note: 'the data of a picture is a whole data URL, which holds base64',
      fails,
      ...changeItems('image', (item) => void (item.data = `data:image/png;base64,${item.data}`)),
    },
    'content-image-base64-cut': {
      note: 'the base64 of a picture has lost its last character',
      fails,
      ...changeItems('image', (item) => void (item.data = item.data.replace(/=+$/, '').slice(0, -3))),
    },
    'content-audio-hex': {
      note: 'the data of a sound is a list of bytes',
      fails,
      ...changeItems('audio', (item) => void (item.data = [82, 73, 70, 70])),
    },
    'content-audio-no-type': {
      note: 'a sound has no MIME type',
      fails,
      ...changeItems('audio', ({ mimeType, ...rest }) => rest),
    },
    'content-link-no-name': {
      note: 'a resource link has no name',
      fails,
      ...changeItems('resource_link', ({ name, ...rest }) => rest),
    },
    'content-link-no-uri': {
      note: 'a resource link has no URI',
      fails,
      ...changeItems('resource_link', ({ uri, ...rest }) => rest),
    },
    'content-resource-flat': {
      note: 'an embedded resource has its members at the top',
      fails,
      ...changeItems('resource', ({ resource }) => ({ type: 'resource', ...resource })),
    },
    'content-resource-no-uri': {
      note: 'an embedded resource has no URI',
      fails,
      ...changeItems('resource', ({ resource: { uri, ...rest } }) => ({ type: 'resource', resource: rest })),
    },
    'content-resource-empty': {
      note: 'an embedded resource has neither text nor blob',
      fails,
      ...changeItems('resource', ({ resource: { text, ...rest } }) => ({ type: 'resource', resource: rest })),
    },
    'content-block-is-text': {
      note: 'the second block of show_note is a bare string',
      fails,
      ...changeCallOf('show_note', (result) => void (result.content[1] = 'note://notes/welcome.md')),
    },
    'content-block-null': {
      note: 'the last block of show_note is null',
      fails,
      ...changeCallOf('show_note', (result) => void result.content.push(null)),
    },
  };
}

export const toolFaults = {
  ...brokenLists('tools', 'tools/list', 'tools', 'tools-list'),
  ...brokenPages('tools', 'tools/list', 'tools', 'tools-pagination'),
  ...callFaults(),
  ...contentFaults(),
};
