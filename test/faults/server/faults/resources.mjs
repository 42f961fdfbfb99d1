// Faults of resources, templates and subscriptions.

import { brokenLists, brokenPages, byMethod, changeReply, changeResult, failMethod, hangOn } from './hooks.mjs';

const READ = 'resources/read';
const TEMPLATES = 'resources/templates/list';
const PIXEL = 'note://notes/pixel.png';

function changeRead(change, fits = () => true) {
  return changeResult(READ, (result, _context, params) => {
    if (fits(params.uri)) return change(result) ?? result;
    return result;
  });
}

function changeContents(change, fits) {
  return changeRead((result) => {
    result.contents = result.contents.map((item) => change(item) ?? item);
  }, fits);
}

function readFaults() {
  const fails = ['resources-read'];
  const isPixel = (uri) => uri === PIXEL;
  const isIndex = (uri) => uri.endsWith('/index.json');
  return {
    'read-not-found-method': {
      note: 'resources are listed, resources/read is not known',
      fails,
      ...failMethod(READ, -32601, 'Method not found'),
    },
    'read-listed-refused': {
      note: 'resources that are listed are not found when they are read',
      fails,
      ...failMethod(READ, -32002, 'Resource not found'),
    },
    'read-internal-error': { note: 'reading always fails', fails, ...failMethod(READ, -32603) },
    'read-silent': { note: 'reading is not answered', fails, ...hangOn(byMethod(READ)) },
    'read-no-contents': {
      note: 'the result is the item itself, without contents',
      fails,
      ...changeRead((result) => result.contents[0]),
    },
    'read-contents-object': {
      note: 'contents is an object',
      fails,
      ...changeRead((result) => void (result.contents = result.contents[0])),
    },
    'read-contents-text': {
      note: 'contents is the text',
      fails,
      ...changeRead((result) => void (result.contents = 'text')),
    },
    'read-content-singular': {
      note: 'the array is called "content"',
      fails,
      ...changeRead((result) => ({ content: result.contents })),
    },
    'read-no-uri': {
      note: 'contents have no URI',
      fails,
      ...changeContents(({ uri, ...rest }) => rest),
    },
    'read-no-text': {
      note: 'contents have neither text nor blob',
      fails,
      ...changeContents(({ uri, mimeType }) => ({ uri, mimeType })),
    },
    'read-text-null': {
      note: 'the text is null',
      fails,
      ...changeContents((item) => ('text' in item ? { ...item, text: null } : item)),
    },
    'read-text-object': {
      note: 'the JSON resource, the last of the list, has an object as text',
      fails,
      ...changeContents((item) => ({ ...item, text: JSON.parse(item.text) }), isIndex),
    },
    'read-blob-not-base64': {
      note: 'the blob is no base64; resources with text are right',
      fails,
      ...changeContents((item) => ({ ...item, blob: 'not base64!' }), isPixel),
    },
    'read-blob-data-url': {
      note: 'the blob is a data URL',
      fails,
      ...changeContents((item) => ({ ...item, blob: `data:image/png;base64,${item.blob}` }), isPixel),
    },
    'read-blob-bytes': {
      note: 'the blob is an array of bytes',
      fails,
      ...changeContents((item) => ({ ...item, blob: [137, 80, 78, 71] }), isPixel),
    },
    'read-blob-missing': {
      note: 'only the binary resource has neither text nor blob',
      fails,
      ...changeContents(({ blob, ...rest }) => rest, isPixel),
    },
    'read-item-text': {
      note: 'contents is an array of strings',
      fails,
      ...changeRead((result) => void (result.contents = ['text'])),
    },
  };
}

function templateFaults() {
  const fails = ['resources-templates'];
  const change = (alter) => ({
    fails,
    ...changeResult(TEMPLATES, (result) => {
      result.resourceTemplates = result.resourceTemplates.map((template) => alter({ ...template }) ?? template);
    }),
  });
  const only = (name, alter) => change((template) => (template.name === name ? alter(template) : template));
  return {
    'templates-internal-error': { note: 'listing templates fails', fails, ...failMethod(TEMPLATES, -32603) },
    'templates-silent': { note: 'listing templates is not answered', fails, ...hangOn(byMethod(TEMPLATES)) },
    'templates-other-member': {
      note: 'the array is called "templates"',
      fails,
      ...changeResult(TEMPLATES, (result) => ({ templates: result.resourceTemplates })),
    },
    'templates-object': {
      note: 'templates are an object by name',
      fails,
      ...changeResult(TEMPLATES, (result) => {
        result.resourceTemplates = Object.fromEntries(
          result.resourceTemplates.map((template) => [template.name, template]),
        );
      }),
    },
    'template-uri-member': {
      note: 'templates have "uri" instead of "uriTemplate"',
      ...change(({ uriTemplate, ...rest }) => ({ uri: uriTemplate, ...rest })),
    },
    'template-no-name': { note: 'a template has no name', ...only('search', ({ name, ...rest }) => rest) },
    'template-unclosed': {
      note: 'an expression of the last template, on the second page, is not closed',
      ...only('archive', (template) => ({ ...template, uriTemplate: 'note://archive/{+path' })),
    },
    'template-nested': {
      note: 'braces are nested',
      ...only('note', (template) => ({ ...template, uriTemplate: 'note://notes/{{name}}' })),
    },
    'template-empty-expression': {
      note: 'an expression is empty',
      ...only('note', (template) => ({ ...template, uriTemplate: 'note://notes/{}' })),
    },
    'template-bad-variable': {
      note: 'a variable has a space in its name',
      ...only('note', (template) => ({ ...template, uriTemplate: 'note://notes/{note name}' })),
    },
    'template-uri-number': {
      note: 'a uriTemplate is a number',
      ...only('note', (template) => ({ ...template, uriTemplate: 5 })),
    },
    'template-mime-type-array': {
      note: 'a mimeType is an array',
      ...only('note', (template) => ({ ...template, mimeType: ['text/markdown'] })),
    },
  };
}

function subscribeFaults() {
  const fails = ['resources-subscribe'];
  const SUBSCRIBE = 'resources/subscribe';
  const UNSUBSCRIBE = 'resources/unsubscribe';
  const updated = (uri) => ({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } });
  return {
    'subscribe-not-found': {
      note: 'subscribe is declared, resources/subscribe is not known',
      fails,
      ...failMethod(SUBSCRIBE, -32601, 'Method not found'),
    },
    'unsubscribe-not-found': {
      note: 'subscribing works, resources/unsubscribe is not known',
      fails,
      ...failMethod(UNSUBSCRIBE, -32601, 'Method not found'),
    },
    'subscribe-internal-error': { note: 'subscribing fails', fails, ...failMethod(SUBSCRIBE, -32603) },
    'unsubscribe-internal-error': { note: 'unsubscribing fails', fails, ...failMethod(UNSUBSCRIBE, -32603) },
    'subscribe-silent': { note: 'subscribing is not answered', fails, ...hangOn(byMethod(SUBSCRIBE)) },
    'unsubscribe-silent': { note: 'unsubscribing is not answered', fails, ...hangOn(byMethod(UNSUBSCRIBE)) },
    'subscribe-null': {
      note: 'subscribing gives null',
      fails,
      ...changeReply(byMethod(SUBSCRIBE), (reply) => ('result' in reply ? { ...reply, result: null } : reply)),
    },
    'subscribe-true': {
      note: 'subscribing gives true',
      fails,
      ...changeReply(byMethod(SUBSCRIBE), (reply) => ('result' in reply ? { ...reply, result: true } : reply)),
    },
    'subscribe-listed-refused': {
      note: 'listed resources cannot be subscribed to',
      fails,
      ...failMethod(SUBSCRIBE, -32002, 'Resource not found'),
    },
    'subscribe-updates-another': {
      note: 'after subscribing an update of another resource is announced',
      fails,
      methods: {
        [SUBSCRIBE]: (_params, context, next) => {
          context.send(updated('note://notes/never-subscribed.md'));
          return next();
        },
      },
    },
  };
}

function schemaOfResources() {
  const fails = ['resources-schema'];
  const change = (alter) => ({
    fails,
    configure: (config) => {
      // The last resource stands on the second page; a check of the first page alone passes.
      const last = config.resources.at(-1);
      last.definition = alter({ ...last.definition });
    },
  });
  return {
    'resource-no-name': {
      note: 'a resource has a title and no name',
      ...change(({ name, ...rest }) => ({ ...rest, title: name })),
    },
    'resource-no-uri': { note: 'a resource has no URI', ...change(({ uri, ...rest }) => rest) },
    'resource-uri-relative': {
      note: 'the URI of a resource is a path',
      ...change((value) => ({ ...value, uri: '/notes/index.json' })),
    },
    'resource-uri-spaces': {
      note: 'the URI of a resource has spaces',
      ...change((value) => ({ ...value, uri: 'note://notes/the index.json' })),
    },
    'resource-uri-non-ascii': {
      note: 'the URI of a resource has letters that must be escaped',
      ...change((value) => ({ ...value, uri: 'note://notes/übersicht.json' })),
    },
    'resource-uri-bad-escape': {
      note: 'the URI of a resource has a per cent sign without digits',
      ...change((value) => ({ ...value, uri: 'note://notes/100%.json' })),
    },
    'resource-uri-number': { note: 'the URI of a resource is a number', ...change((value) => ({ ...value, uri: 17 })) },
    'resource-mime-type-null': {
      note: 'the MIME type of a resource is null, in the list and in its contents',
      ...change((value) => ({ ...value, mimeType: null })),
      fails: ['resources-schema', 'resources-read'],
    },
    'resource-size-text': {
      note: 'the size of a resource is a string',
      ...change((value) => ({ ...value, size: '12 kB' })),
    },
    'resource-title-object': {
      note: 'the title of a resource is an object by language',
      ...change((value) => ({ ...value, title: { en: 'Index' } })),
    },
    'resource-description-array': {
      note: 'the description of a resource is an array',
      ...change((value) => ({ ...value, description: ['One'] })),
    },
    'resource-is-text': { note: 'the list holds a bare URI', ...change((value) => value.uri) },
  };
}

export const resourceFaults = {
  ...brokenLists('resources', 'resources/list', 'resources', 'resources-list'),
  ...brokenPages('resources', 'resources/list', 'resources', 'resources-pagination'),
  ...readFaults(),
  ...templateFaults(),
  ...subscribeFaults(),
  ...schemaOfResources(),
};
