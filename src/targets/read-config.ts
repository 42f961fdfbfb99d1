import type { Node } from 'jsonc-parser';
import { isJsonObject, type JsonValue } from '../engine/json.js';
import type { SourceRange } from '../engine/target.js';
import { type ConfigFile, type Leniency, type Reading, readerName, readingOf } from './config-files.js';
import {
  type Extensions,
  effectiveProperties,
  jsonValueOf,
  MAX_DEPTH,
  MAX_FILE_LENGTH,
  type Property,
  parseJson,
  propertiesOf,
  type Span,
  spanOf,
} from './json-file.js';
import { normalise } from './normalise.js';
import { listOf, ProblemList } from './problems.js';
import { readInputs } from './read-inputs.js';
import {
  type ConfigContents,
  type ConfigProblemCode,
  type InputDefinition,
  pointerPart,
  type ReaderId,
  type ServerDefinition,
} from './server-definition.js';
import { findServerRoots, rootKey, type ServerRoot } from './server-roots.js';
import { type SourceText, sourceText } from './source-text.js';

export interface ReadOptions {
  /** Shown in problems and kept as the source of the servers: a path or a URI. */
  file: string;
  /** The row of the file, from `configFileFor`. */
  format: ConfigFile;
  /** Whose rules apply; the first reader of the row when absent. */
  reader?: ReaderId;
}

/** How a text that is plain JSON for nobody, or not for every reader, is named in a problem. */
const LENIENCY_TEXTS: Readonly<Record<Leniency, { what: string; remedy: string }>> = {
  comments: { what: 'has a comment', remedy: 'Remove it' },
  trailingCommas: { what: 'has a comma after the last element', remedy: 'Remove it' },
  byteOrderMark: { what: 'begins with a byte order mark', remedy: 'Save the file as UTF-8 without BOM' },
  emptyFile: { what: 'is empty', remedy: 'Add the servers, or delete the file' },
};

/** Reads one configuration file from its text. Never throws: whatever is wrong with it is in `problems`. */
export function readConfig(text: string, options: ReadOptions): ConfigContents {
  if (text.length > MAX_FILE_LENGTH) {
    const limit = MAX_FILE_LENGTH / 1024 / 1024;
    const message = `This file has more than ${limit} million characters and is not read. Keep server definitions in a file of their own.`;
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
    const problem = { code: 'file-too-large', severity: 'error', message, file: options.file, range } as const;
    return {
      file: options.file,
      format: options.format.id,
      readable: false,
      servers: [],
      inputs: [],
      problems: [problem],
    };
  }
  return new ConfigReader(text, options).read();
}

class ConfigReader {
  readonly #file: string;
  readonly #row: ConfigFile;
  readonly #source: SourceText;
  readonly #problems: ProblemList;
  readonly #primary: Reading;

  constructor(text: string, { file, format, reader }: ReadOptions) {
    this.#file = file;
    this.#row = format;
    this.#source = sourceText(text);
    this.#problems = new ProblemList(file);
    this.#primary = reader === undefined ? format.readings[0] : readingOf(format, reader);
  }

  read(): ConfigContents {
    // UTF-16 that was decoded as UTF-8 begins with replacement characters or holds a NUL in every other place.
    if (/[\0\uFFFD]/.test(this.#source.text.slice(0, 4))) {
      return this.#unreadable('encoding', 'This file is not UTF-8 text. Save it again as UTF-8.', { start: 0, end: 1 });
    }
    const parsed = parseJson(this.#source);
    switch (parsed.kind) {
      case 'too-deep':
        return this.#unreadable(
          'too-deep',
          `This file is nested more than ${MAX_DEPTH} levels deep and is not read. Remove the inner levels.`,
          parsed.span,
        );
      case 'broken':
        return this.#unreadable(
          'syntax',
          `This file is not valid JSON: ${parsed.explanation}. None of its servers can be read until this is corrected.`,
          parsed.span,
        );
      case 'empty':
        this.#checkLeniency('emptyFile', 'empty-file', { start: 0, end: 0 }, 1);
        this.#checkPlainJson(parsed.extensions);
        return this.#contents(true, [], []);
      case 'tree':
        return this.#tree(parsed.root, parsed.extensions);
    }
  }

  #tree(root: Node, extensions: Extensions): ConfigContents {
    if (root.type !== 'object') {
      const message = `The file has to hold an object with the member "${rootKey(this.#primary)}".`;
      return this.#unreadable('bad-root', message, spanOf(root));
    }
    this.#checkPlainJson(extensions);
    this.#checkDuplicates(root);
    const inputsKey = this.#row.inputsKey;
    const inputsNode = inputsKey === undefined ? undefined : effectiveProperties(root).get(inputsKey)?.value;
    const inputs = readInputs(inputsNode, this.#source, this.#problems);
    return this.#contents(true, this.#servers(root), inputs);
  }

  #servers(root: Node): ServerDefinition[] {
    const servers = new Map<string, ServerDefinition>();
    for (const serverRoot of findServerRoots(root, this.#row, this.#primary, this.#source, this.#problems)) {
      for (const property of effectiveProperties(serverRoot.node).values()) {
        if (!servers.has(property.name)) {
          servers.set(property.name, this.#server(property, serverRoot));
        }
      }
    }
    return [...servers.values()];
  }

  #server({ name, key, value }: Property, { reading, readers }: ServerRoot): ServerDefinition {
    const nameRange = this.#range(spanOf(key));
    const memberRanges = this.#memberRanges(value);
    const entry = jsonValueOf(value);
    return {
      name,
      file: this.#file,
      format: this.#row.id,
      reader: reading.reader,
      readers,
      nameRange,
      entryRange: this.#range({ start: key.offset, end: spanOf(value).end }),
      memberRanges,
      definition: normalise({ name, entry, nameRange, memberRanges }, this.#row, reading, this.#problems),
      disabled: isDisabled(entry, reading),
      entry,
    };
  }

  #memberRanges(entry: Node): Map<string, SourceRange> {
    const ranges = new Map<string, SourceRange>();
    const visit = (node: Node, pointer: string): void => {
      if (node !== entry) {
        ranges.set(pointer, this.#range(spanOf(node)));
      }
      for (const { name, value } of effectiveProperties(node).values()) {
        visit(value, `${pointer}/${pointerPart(name)}`);
      }
      if (node.type === 'array') {
        for (const [index, item] of (node.children ?? []).entries()) {
          visit(item, `${pointer}/${index}`);
        }
      }
    };
    visit(entry, '');
    return ranges;
  }

  #checkPlainJson({ comments, trailingCommas }: Extensions): void {
    if (this.#source.hasByteOrderMark) {
      this.#checkLeniency('byteOrderMark', 'byte-order-mark', { start: 0, end: 1 }, 1);
    }
    const [comment] = comments;
    if (comment !== undefined) {
      this.#checkLeniency('comments', 'strict-json', comment, comments.length);
    }
    const [comma] = trailingCommas;
    if (comma !== undefined) {
      this.#checkLeniency('trailingCommas', 'strict-json', comma, trailingCommas.length);
    }
  }

  /** One problem for what some reader refuses; it is an error when the first reader does. */
  #checkLeniency(leniency: Leniency, code: ConfigProblemCode, span: Span, count: number): void {
    const refusing = this.#row.readings.filter(({ accepts }) => accepts[leniency] === false);
    if (refusing.length === 0) {
      return;
    }
    const { what, remedy } = LENIENCY_TEXTS[leniency];
    const names = listOf(refusing.map(({ reader }) => readerName(reader)));
    const others = count > 1 ? ` and the ${count - 1} others` : '';
    const message = `This file ${what}, and ${names} may then ignore the whole file. ${remedy}${others}.`;
    const severity = refusing.includes(this.#primary) ? 'error' : 'warning';
    this.#problems.add(severity, code, message, { range: this.#range(span) });
  }

  #checkDuplicates(node: Node): void {
    const effective = effectiveProperties(node);
    for (const property of propertiesOf(node)) {
      const winner = effective.get(property.name);
      if (winner !== undefined && winner.key !== property.key) {
        const line = this.#source.lineNumber(winner.key.offset);
        const message = `"${property.name}" is defined again in line ${line}, and the last one counts. Remove or rename one of them.`;
        this.#problems.add('warning', 'duplicate-key', message, { range: this.#range(spanOf(property.key)) });
      }
    }
    for (const { value } of effective.values()) {
      this.#checkDuplicates(value);
    }
  }

  #unreadable(code: ConfigProblemCode, message: string, span: Span): ConfigContents {
    this.#problems.add('error', code, message, { range: this.#range(span) });
    return this.#contents(false, [], []);
  }

  #contents(readable: boolean, servers: ServerDefinition[], inputs: InputDefinition[]): ConfigContents {
    return { file: this.#file, format: this.#row.id, readable, servers, inputs, problems: this.#problems.all() };
  }

  #range({ start, end }: Span): SourceRange {
    return this.#source.range(start, end);
  }
}

function isDisabled(entry: JsonValue, { dialect: { disabled } }: Reading): boolean {
  return isJsonObject(entry) && entry[disabled.member] === disabled.when;
}
