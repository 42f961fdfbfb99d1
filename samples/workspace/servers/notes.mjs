// Notes: a small stdio server that keeps MCP 2025-11-25. The notes live in memory, so grading it changes nothing.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { errorResult, textResult } from './protocol.mjs';
import { serveStdio } from './stdio.mjs';

const notes = new Map([
  ['groceries', 'Bread, olives, coffee'],
  ['garden', 'Water the tomatoes in the evening.'],
  ['ideas', 'A shelf for the hallway — measure the niche first.'],
  ['travel', 'Train to Zürich at 8:14, seat by the window.'],
]);

const NAME = { type: 'string', description: 'Name of the note.', pattern: '^[a-z0-9-]+$', maxLength: 64 };
const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

function objectSchema(properties, required) {
  return { type: 'object', properties, required, additionalProperties: false };
}

const readNote = {
  definition: {
    name: 'read_note',
    title: 'Read a note',
    description: 'Returns the text of one note.',
    inputSchema: objectSchema({ name: { ...NAME, examples: ['garden'] } }, ['name']),
    annotations: READ_ONLY,
  },
  call: ({ name }) => (notes.has(name) ? textResult(notes.get(name)) : errorResult('There is no note of that name.')),
};

const searchNotes = {
  definition: {
    name: 'search_notes',
    title: 'Search notes',
    description: 'Finds the notes whose text holds a word.',
    inputSchema: objectSchema(
      {
        word: { type: 'string', description: 'What to look for.', minLength: 1, maxLength: 200 },
        limit: { type: 'integer', description: 'How many notes to return.', minimum: 1, maximum: 50 },
      },
      ['word'],
    ),
    outputSchema: objectSchema({ names: { type: 'array', items: { type: 'string' } } }, ['names']),
    annotations: READ_ONLY,
  },
  async call({ word, limit = 50 }, { progress, isCancelled }) {
    const names = [];
    let done = 0;
    for (const [name, text] of notes) {
      // Each note lets other messages in, so that a cancellation can be seen.
      await nextTurn();
      if (isCancelled()) break;
      if (text.toLowerCase().includes(word.toLowerCase())) names.push(name);
      done += 1;
      progress(done, notes.size);
    }
    const structuredContent = { names: names.slice(0, limit) };
    // The text says the same for clients that do not read structured content.
    return { ...textResult(JSON.stringify(structuredContent)), structuredContent };
  },
};

const countWords = {
  definition: {
    name: 'count_words',
    title: 'Count words',
    description: 'Counts the words of a text.',
    inputSchema: objectSchema({ text: { type: 'string', description: 'The text.', maxLength: 100_000 } }, ['text']),
    outputSchema: objectSchema({ words: { type: 'integer', minimum: 0 } }, ['words']),
    annotations: { ...READ_ONLY, idempotentHint: true },
  },
  call({ text }) {
    const structuredContent = { words: text.split(/\s+/u).filter(Boolean).length };
    return { ...textResult(JSON.stringify(structuredContent)), structuredContent };
  },
};

const addNote = {
  definition: {
    name: 'add_note',
    title: 'Add a note',
    description: 'Keeps a new note until the server ends. A note that is there already is not changed.',
    inputSchema: objectSchema({ name: NAME, text: { type: 'string', maxLength: 10_000 } }, ['name', 'text']),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  call({ name, text }) {
    if (notes.has(name)) return errorResult('There is a note of that name already.');
    if (notes.size >= 100) return errorResult('There is no room for another note.');
    notes.set(name, text);
    return textResult('The note was added.');
  },
};

const NOTE_URI = /^note:\/\/notes\/([a-z0-9-]+)$/;

const resources = {
  list: () =>
    [...notes.keys()].map((name) => ({
      uri: `note://notes/${name}`,
      name,
      title: `Note: ${name}`,
      mimeType: 'text/plain',
    })),
  read(uri) {
    const text = notes.get(NOTE_URI.exec(uri)?.[1] ?? '');
    return text === undefined ? undefined : { uri, mimeType: 'text/plain', text };
  },
};

const templates = [{ uriTemplate: 'note://notes/{name}', name: 'note', title: 'A note', mimeType: 'text/plain' }];

const prompts = [
  {
    definition: {
      name: 'summarize',
      title: 'Summarize a note',
      description: 'Asks for a summary of one note.',
      arguments: [{ name: 'note', description: 'Name of the note.', required: true }],
    },
    get: ({ note }) => ({
      description: 'Summary of a note',
      messages: [{ role: 'user', content: { type: 'text', text: `Summarize the note "${note}" in one sentence.` } }],
    }),
  },
  {
    definition: { name: 'plan-the-day', title: 'Plan the day', description: 'Asks for a plan made from all notes.' },
    get: () => ({
      messages: [{ role: 'user', content: { type: 'text', text: 'Make a plan for today from my notes.' } }],
    }),
  },
];

function complete(ref, argument) {
  const isPrompt = ref.type === 'ref/prompt' && ref.name === 'summarize' && argument === 'note';
  const isTemplate = ref.type === 'ref/resource' && ref.uri === templates[0].uriTemplate && argument === 'name';
  if (isPrompt || isTemplate) return [...notes.keys()];
  // What is known but has nothing to suggest is completed by nothing.
  const isKnown = ref.type === 'ref/prompt' && prompts.some((prompt) => prompt.definition.name === ref.name);
  return isKnown ? [] : undefined;
}

serveStdio({
  serverInfo: { name: 'notes', title: 'Notes', version: '1.0.0', description: 'A few notes to read and search.' },
  instructions: 'Search before you read: note names are short and say little.',
  tools: [readNote, searchNotes, countWords, addNote],
  resources,
  templates,
  prompts,
  complete,
});
