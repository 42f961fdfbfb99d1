// What the conformant server offers. Every call of defaultConfig() builds new objects, so that a fault may change them.

import { appendFileSync } from 'node:fs';

const PIXEL_PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const SILENCE_WAV = 'UklGRigAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQQAAACAgICA';

const NOTES = {
  'welcome.md': '# Welcome\n\nThese notes belong to the test server.',
  'empty.md': '',
  'café.md': 'naïve · 日本語 · 🙂',
};

const READ_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

export function textResult(text) {
  return { content: [{ type: 'text', text }] };
}

export function errorResult(text) {
  return { content: [{ type: 'text', text }], isError: true };
}

function readOnlyTool(name, title, description, inputSchema, call) {
  return {
    definition: { name, title, description, inputSchema, annotations: { title, ...READ_ONLY } },
    call,
  };
}

function objectSchema(properties, required = []) {
  return { type: 'object', properties, required, additionalProperties: false };
}

function measure(text) {
  return { characters: [...text].length, words: text.split(/\s+/u).filter(Boolean).length };
}

async function countDown({ from = 3 }, context) {
  const token = context.progressToken;
  for (let step = 1; step <= from; step += 1) {
    await context.delay(2);
    if (context.cancelled()) return undefined;
    if (token === undefined) continue;
    const params = { progressToken: token, progress: step, total: from, message: `Counted ${step} of ${from}` };
    context.send({ jsonrpc: '2.0', method: 'notifications/progress', params });
  }
  return textResult('Lift-off');
}

function readNote({ path }) {
  const text = Object.hasOwn(NOTES, path) ? NOTES[path] : undefined;
  return text === undefined ? errorResult('There is no note of that name.') : textResult(text);
}

function checkLink({ url }) {
  const host = URL.canParse(url) ? new URL(url).hostname : '';
  const known = host === 'example.com';
  return known
    ? textResult('The link leads to a site that is known.')
    : errorResult('Only links to known sites are checked.');
}

function searchNotes({ query, limit = 10 }) {
  const found = Object.keys(NOTES).filter((name) => name.includes(query) || NOTES[name].includes(query));
  return textResult(found.length === 0 ? 'Nothing was found.' : found.slice(0, limit).join('\n'));
}

function deleteNote({ path }, context) {
  context.server.calls.push({ tool: 'delete_note', path });
  if (context.server.callLog) appendFileSync(context.server.callLog, `delete_note ${JSON.stringify(path)}\n`);
  return textResult('The note was deleted.');
}

function measureTool() {
  const tool = readOnlyTool(
    'measure_text',
    'Measure text',
    'Counts the characters and words of a text.',
    objectSchema({ text: { type: 'string', description: 'The text to measure.', maxLength: 100_000 } }, ['text']),
    ({ text }) => {
      const measured = measure(text);
      return { content: [{ type: 'text', text: JSON.stringify(measured) }], structuredContent: measured };
    },
  );
  tool.definition.outputSchema = objectSchema(
    { characters: { type: 'integer', minimum: 0 }, words: { type: 'integer', minimum: 0 } },
    ['characters', 'words'],
  );
  return tool;
}

function deleteTool() {
  return {
    definition: {
      name: 'delete_note',
      title: 'Delete a note',
      description: 'Removes a note for good.',
      inputSchema: objectSchema({ path: { type: 'string', minLength: 1 } }, ['path']),
      annotations: {
        title: 'Delete a note',
        readOnlyHint: false,
        destructiveHint: true,
        idempotentHint: true,
        openWorldHint: false,
      },
    },
    call: deleteNote,
  };
}

function noteContents() {
  return [
    { type: 'text', text: 'The welcome note, three ways.', annotations: { audience: ['user'], priority: 0.5 } },
    { type: 'resource_link', uri: 'note://notes/welcome.md', name: 'welcome.md', mimeType: 'text/markdown' },
    {
      type: 'resource',
      resource: { uri: 'note://notes/welcome.md', mimeType: 'text/markdown', text: NOTES['welcome.md'] },
    },
  ];
}

function defaultTools() {
  const text = { type: 'string', description: 'Any text.', maxLength: 100_000 };
  return [
    readOnlyTool(
      'echo_text',
      'Echo text',
      'Returns the text that it is given.',
      objectSchema({ text }, ['text']),
      (args) => textResult(args.text),
    ),
    measureTool(),
    readOnlyTool(
      'count_down',
      'Count down',
      'Counts down and reports its progress.',
      objectSchema({ from: { type: 'integer', minimum: 1, maximum: 10, default: 3 } }),
      countDown,
    ),
    readOnlyTool('make_picture', 'Make a picture', 'Returns a picture of one pixel.', objectSchema({}), () => ({
      content: [{ type: 'image', data: PIXEL_PNG, mimeType: 'image/png' }],
    })),
    readOnlyTool('make_sound', 'Make a sound', 'Returns a short silence.', objectSchema({}), () => ({
      content: [{ type: 'audio', data: SILENCE_WAV, mimeType: 'audio/wav' }],
    })),
    deleteTool(),
    readOnlyTool(
      'read_note',
      'Read a note',
      'Returns the text of one note.',
      objectSchema(
        {
          path: {
            type: 'string',
            pattern: '^[\\p{L}-]+\\.md$',
            description: 'Name of the note.',
            examples: ['welcome.md'],
          },
        },
        ['path'],
      ),
      readNote,
    ),
    readOnlyTool(
      'show_note',
      'Show a note',
      'Returns the welcome note as text, link and resource.',
      objectSchema({}),
      () => ({
        content: noteContents(),
      }),
    ),
    readOnlyTool(
      'check_link',
      'Check a link',
      'Says whether a link leads to a known site.',
      objectSchema({ url: { type: 'string', format: 'uri', description: 'The link.' } }, ['url']),
      checkLink,
    ),
    readOnlyTool(
      'search_notes',
      'Search notes',
      'Finds the notes that hold a text.',
      objectSchema({ query: { type: 'string', minLength: 1 }, limit: { type: 'integer', minimum: 1, maximum: 50 } }, [
        'query',
      ]),
      searchNotes,
    ),
  ];
}

function defaultResources() {
  return [
    {
      definition: {
        uri: 'note://notes/welcome.md',
        name: 'welcome.md',
        title: 'Welcome',
        mimeType: 'text/markdown',
        size: Buffer.byteLength(NOTES['welcome.md']),
      },
      contents: { text: NOTES['welcome.md'] },
    },
    {
      definition: { uri: 'note://notes/empty.md', name: 'empty.md', mimeType: 'text/markdown', size: 0 },
      contents: { text: '' },
    },
    {
      definition: { uri: 'note://notes/pixel.png', name: 'pixel.png', mimeType: 'image/png' },
      contents: { blob: PIXEL_PNG },
    },
    {
      definition: { uri: 'note://notes/caf%C3%A9.md', name: 'café.md', mimeType: 'text/markdown' },
      contents: { text: NOTES['café.md'] },
    },
    {
      definition: {
        uri: 'note://notes/index.json',
        name: 'index.json',
        description: 'The names of all notes.',
        mimeType: 'application/json',
        annotations: { audience: ['assistant'], priority: 0.2, lastModified: '2025-11-25T12:00:00Z' },
      },
      contents: { text: JSON.stringify(Object.keys(NOTES)) },
    },
  ];
}

function defaultTemplates() {
  return [
    { uriTemplate: 'note://notes/{name}', name: 'note', title: 'A note', mimeType: 'text/markdown' },
    { uriTemplate: 'note://search{?query,limit}', name: 'search', description: 'Notes that hold a text.' },
    { uriTemplate: 'note://archive/{+path}', name: 'archive', title: 'An archived note' },
  ];
}

function userMessage(text) {
  return { role: 'user', content: { type: 'text', text } };
}

function defaultPrompts() {
  return [
    {
      definition: {
        name: 'summarize_note',
        title: 'Summarize a note',
        description: 'Asks for a summary of one note.',
        arguments: [
          { name: 'note', title: 'Note', description: 'Name of the note.', required: true },
          { name: 'style', description: 'How to write.', required: false },
        ],
      },
      get: ({ note, style = 'short' }) => ({
        description: 'Summary of a note',
        messages: [userMessage(`Summarize the note ${note} in a ${style} style.`)],
      }),
    },
    {
      definition: { name: 'greet', title: 'Greet', description: 'Asks for a greeting.' },
      get: () => ({
        messages: [userMessage('Say hello.'), { role: 'assistant', content: { type: 'text', text: 'Hello.' } }],
      }),
    },
    {
      definition: {
        name: 'review_text',
        description: 'Asks for a review.',
        arguments: [{ name: 'text', required: true }],
      },
      get: ({ text }) => ({
        messages: [
          userMessage(`Review this text: ${text}`),
          { role: 'user', content: { type: 'image', data: PIXEL_PNG, mimeType: 'image/png' } },
          {
            role: 'user',
            content: {
              type: 'resource',
              resource: { uri: 'note://notes/empty.md', mimeType: 'text/markdown', text: '' },
            },
          },
        ],
      }),
    },
  ];
}

/** More than a completion may return at once, so that the limit is reached. */
const MANY_NAMES = Array.from({ length: 150 }, (_, index) => `note-${String(index).padStart(3, '0')}`);

export function defaultConfig() {
  return {
    versions: ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'],
    serverInfo: {
      name: 'fault-server',
      title: 'Fault server',
      version: '1.2.3',
      description: 'A server for tests.',
      websiteUrl: 'https://example.com/',
      icons: [{ src: `data:image/png;base64,${PIXEL_PNG}`, mimeType: 'image/png', sizes: ['48x48'] }],
    },
    instructions: 'Offers a few notes and tools that work on text.',
    capabilities: {
      tools: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      prompts: { listChanged: true },
      logging: {},
      completions: {},
    },
    tools: defaultTools(),
    resources: defaultResources(),
    templates: defaultTemplates(),
    prompts: defaultPrompts(),
    completions: {
      'prompt:summarize_note:note': [...Object.keys(NOTES), ...MANY_NAMES],
      'prompt:summarize_note:style': ['short', 'long', 'formal'],
      'prompt:review_text:text': [],
      'template:note://notes/{name}:name': [...Object.keys(NOTES), ...MANY_NAMES],
    },
    pageSize: { tools: 4, resources: 3, resourceTemplates: 2, prompts: 2 },
    rateLimit: { calls: 40, windowMs: 10_000 },
    auth: null,
    bodyLimit: 4 * 1024 * 1024,
    lineLimit: 16 * 1024 * 1024,
    keepAliveMs: 15_000,
  };
}
