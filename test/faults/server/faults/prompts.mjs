// Faults of prompts.

import { brokenLists, brokenPages, byMethod, changeResult, failMethod, hangOn } from './hooks.mjs';

const GET = 'prompts/get';

function changeGet(change, fits = () => true) {
  return changeResult(GET, (result, _context, params) => (fits(params.name) ? (change(result) ?? result) : result));
}

function getFaults() {
  const fails = ['prompts-get'];
  const isReview = (name) => name === 'review_text';
  const isGreeting = (name) => name === 'greet';
  const content = (alter, fits) =>
    changeGet((result) => {
      result.messages = result.messages.map((message) => ({ ...message, content: alter(message.content) }));
    }, fits);
  return {
    'get-not-found-method': {
      note: 'prompts are listed, prompts/get is not known',
      fails,
      ...failMethod(GET, -32601, 'Method not found'),
    },
    'get-internal-error': { note: 'getting a prompt always fails', fails, ...failMethod(GET, -32603) },
    'get-listed-refused': {
      note: 'prompts that are listed are not known',
      fails,
      ...failMethod(GET, -32602, 'Unknown prompt'),
    },
    'get-silent': { note: 'getting a prompt is not answered', fails, ...hangOn(byMethod(GET)) },
    'get-no-messages': {
      note: 'the result is a text',
      fails,
      ...changeGet((result) => ({ text: result.messages[0].content.text })),
    },
    'get-messages-object': {
      note: 'messages is one message',
      fails,
      ...changeGet((result) => void (result.messages = result.messages[0])),
    },
    'get-messages-text': {
      note: 'messages are strings',
      fails,
      ...changeGet((result) => void (result.messages = result.messages.map((message) => message.content.text ?? ''))),
    },
    'get-role-system': {
      note: 'a message has the role "system"',
      fails,
      ...changeGet((result) => void (result.messages[0].role = 'system')),
    },
    'get-role-missing': {
      note: 'the second message of greet has no role',
      fails,
      ...changeGet((result) => void delete result.messages[1].role, isGreeting),
    },
    'get-content-array': {
      note: 'the content of a message is an array of blocks, as other protocols have it',
      fails,
      ...content((block) => [block]),
    },
    'get-content-text': {
      note: 'the content of a message is a string',
      fails,
      ...content((block) => block.text ?? ''),
    },
    'get-content-type-unknown': {
      note: 'the picture of review_text is of type "photo"',
      fails,
      ...content((block) => (block.type === 'image' ? { ...block, type: 'photo' } : block), isReview),
    },
    'get-image-no-type': {
      note: 'the picture of review_text has no MIME type',
      fails,
      ...content((block) => (block.type === 'image' ? { type: 'image', data: block.data } : block), isReview),
    },
    'get-image-not-base64': {
      note: 'the picture of review_text is no base64',
      fails,
      ...content((block) => (block.type === 'image' ? { ...block, data: '<svg/>' } : block), isReview),
    },
    'get-resource-no-uri': {
      note: 'the embedded resource of review_text has no URI',
      fails,
      ...content(
        (block) => (block.type === 'resource' ? { type: 'resource', resource: { text: '' } } : block),
        isReview,
      ),
    },
    'get-description-number': {
      note: "the description of a prompt's result is a number",
      fails,
      ...changeGet((result) => void (result.description = 1)),
    },
  };
}

function schemaOfPrompts() {
  const fails = ['prompts-schema'];
  const change = (alter) => ({
    fails,
    configure: (config) => {
      // The last prompt stands on the second page; a check of the first page alone passes.
      const last = config.prompts.at(-1);
      last.definition = alter(structuredClone(last.definition));
    },
  });
  return {
    'prompt-no-name': {
      note: 'a prompt has a title and no name',
      ...change(({ name, ...rest }) => ({ ...rest, title: name })),
    },
    'prompt-name-number': { note: 'the name of a prompt is a number', ...change((value) => ({ ...value, name: 3 })) },
    'prompt-arguments-object': {
      note: 'arguments are an object by name, as for tools',
      ...change((value) => ({ ...value, arguments: { text: { required: true } } })),
    },
    'prompt-arguments-null': { note: 'arguments are null', ...change((value) => ({ ...value, arguments: null })) },
    'prompt-argument-text': {
      note: 'arguments are an array of names',
      ...change((value) => ({ ...value, arguments: ['text'] })),
    },
    'prompt-argument-no-name': {
      note: 'an argument has no name',
      ...change((value) => ({ ...value, arguments: [{ description: 'A text.' }] })),
    },
    'prompt-required-text': {
      note: 'required is the string "true"',
      ...change((value) => ({ ...value, arguments: [{ name: 'text', required: 'true' }] })),
    },
    'prompt-required-array': {
      note: "required is an array of names on the prompt, as in JSON Schema; the argument's own required is a number",
      ...change((value) => ({ ...value, arguments: [{ name: 'text', required: 1 }] })),
    },
    'prompt-description-null': {
      note: 'the description of a prompt is null',
      ...change((value) => ({ ...value, description: null })),
    },
    'prompt-title-number': {
      note: 'the title of a prompt is a number',
      ...change((value) => ({ ...value, title: 9 })),
    },
    'prompt-is-text': { note: 'the list holds a bare name', ...change((value) => value.name) },
  };
}

export const promptFaults = {
  ...brokenLists('prompts', 'prompts/list', 'prompts', 'prompts-list'),
  ...brokenPages('prompts', 'prompts/list', 'prompts', 'prompts-pagination'),
  ...getFaults(),
  ...schemaOfPrompts(),
};
