/** Puts a file's blanks in order. Words, comments, quotes and line breaks stay as they are. */
import { format as formatJson } from 'jsonc-parser';
import { Lexer, parseAllDocuments } from 'yaml';
import { parseFile } from './file.ts';
import type { Node, SourceFile, TextEdit } from './node.ts';
import { type Plain, toValue } from './value.ts';

export interface FormatOptions {
  /** Columns a level of nesting is indented by. */
  readonly indent: number;
  /** Indent JSON by tabs; YAML knows none. */
  readonly tabs: boolean;
  /** Take blanks off the ends of lines. */
  readonly trim: boolean;
  /** End the file with a line break. */
  readonly finalNewline: boolean;
  readonly trimFinalNewlines: boolean;
}

/** Longer files are written by programs. */
const MAX_LENGTH = 512 * 1024;

/**
 * The edits that format a file, in its order. None where it does not parse, and none that would change
 * what it says.
 */
export function formatText(file: SourceFile, options: FormatOptions): readonly TextEdit[] {
  if (file.text.length > MAX_LENGTH || file.language === 'jsonl' || hasProblems(file)) return [];
  const candidates = file.language === 'json' ? [reformattedJson] : [reindented, trimmed];
  for (const make of candidates) {
    const text = make(file, options);
    if (text !== undefined && saysTheSame(file, text)) return lineEdits(file.text, text);
  }
  return [];
}

const hasProblems = ({ documents }: SourceFile): boolean =>
  documents.some(({ frame, items }) =>
    [frame, ...items].some(({ tree }) => tree.problems.length > 0),
  );

function saysTheSame(file: SourceFile, text: string): boolean {
  const after = parseFile(text, file.language);
  const before = parseFile(file.text, file.language);
  return !hasProblems(after) && sameValue(valuesOf(before), valuesOf(after));
}

const valuesOf = ({ documents }: SourceFile): Plain[] =>
  documents.map(({ frame: { tree } }) => (tree.root ? toValue(tree.root) : null));

const sameValue = (a: Plain[], b: Plain[]): boolean => textOf(a) === textOf(b);

const textOf = (value: Plain): string =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each));

function reformattedJson({ text }: SourceFile, options: FormatOptions): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const edits = formatJson(text, undefined, {
    tabSize: options.indent,
    insertSpaces: !options.tabs,
    eol,
  });
  const made = edits
    .toSorted((a, b) => b.offset - a.offset)
    .reduce(
      (done, { offset, length, content }) =>
        done.slice(0, offset) + content + done.slice(offset + length),
      text,
    );
  return endOfFile(made, eol, options);
}

interface Line {
  readonly text: string;
  readonly eol: string;
}

const linesOf = (text: string): Line[] =>
  [...text.matchAll(/([^\r\n]*)(\r\n|\n|\r|$)/g)]
    .map(([, line = '', eol = '']) => ({ text: line, eol }))
    .filter(({ text: line, eol }, i, all) => i < all.length - 1 || line !== '' || eol !== '');

/**
 * Indented as the library writes the document. Comments never go through the library, which moves them
 * about: one on a line of its own stays with the line below it, or above.
 */
function reindented(file: SourceFile, options: FormatOptions): string | undefined {
  const bare = withoutComments(file.text);
  const written = stringified(bare, options.indent);
  if (written === undefined) return undefined;
  const wanted = linesOf(written).filter(({ text }) => text.trim() !== '');
  const [lines, contents] = [linesOf(file.text), linesOf(bare)];
  const kept = textLines(file);
  let at = 0;
  const models = lines.map((_, index) => {
    const { text = '' } = contents[index] ?? {};
    return text.trim() === '' ? undefined : { text, model: wanted[at++]?.text };
  });
  const fits = models.every(
    (each) => !each || withoutBlanks(each.text) === withoutBlanks(each.model ?? ''),
  );
  if (!fits || at !== wanted.length) return undefined;
  const made = lines.map((line, index): Line => {
    const end = (text: string) => (kept.has(index) || !options.trim ? text : text.trimEnd());
    const { model } = models[index] ?? {};
    if (model !== undefined) {
      const body = line.text.trimStart();
      const lead = LEAD.exec(model)![0];
      return { ...line, text: end(lead + (kept.has(index) ? body : body.replace(DASHES, ''))) };
    }
    if (line.text.trim() === '') return { ...line, text: end(line.text) };
    return {
      ...line,
      text: end(' '.repeat(commentColumn(lines, models, index)) + line.text.trim()),
    };
  });
  return joined(file, made, options);
}

/** What a line of block style begins with: its indentation, and the dashes of its items. */
const LEAD = /^ *(?:- +(?=\S))*/;
const DASHES = /^(?:- +(?=\S))*/;

const columnOf = (text: string): number => /^ */.exec(text)![0].length;

/** Where a comment goes: as far as the line below it, or else above it, goes. */
function commentColumn(
  lines: readonly Line[],
  models: readonly ({ readonly model?: string } | undefined)[],
  index: number,
): number {
  const column = columnOf(lines[index]!.text);
  const below = models.findIndex((each, i) => i > index && each !== undefined);
  const above = models.findLastIndex((each, i) => i < index && each !== undefined);
  const near = [below, above].filter((i) => i >= 0);
  const beside = near.find((i) => columnOf(lines[i]!.text) === column) ?? near[0];
  if (beside === undefined) return column;
  const shift = columnOf(models[beside]?.model ?? '') - columnOf(lines[beside]!.text);
  return Math.max(0, column + shift);
}

/** The text with its comments taken out, line for line. */
function withoutComments(text: string): string {
  let made = '';
  let isScalar = false;
  for (const token of new Lexer().lex(text)) {
    const isComment = token.startsWith('#') && !isScalar;
    isScalar = token === SCALAR;
    if (!CONTROLS.has(token) && !isComment) made += token;
  }
  return made;
}

/** What the lexer puts between its tokens; the text does not have them. */
const SCALAR = '\u001f';
const CONTROLS: ReadonlySet<string> = new Set(['\u0002', '\u0018', SCALAR]);

const withoutBlanks = (text: string): string => text.replace(/\s+/g, '');

function stringified(text: string, indent: number): string | undefined {
  try {
    const documents = parseAllDocuments(text.replaceAll('\r\n', '\n'), { merge: true });
    if (!Array.isArray(documents)) return undefined;
    return documents
      .map((document) =>
        document.toString({
          indent: Math.max(2, Math.min(indent, 8)),
          indentSeq: !hasOutdentedLists(text),
          lineWidth: 0,
          minContentWidth: 0,
          flowCollectionPadding: true,
        }),
      )
      .join('');
  } catch {
    // An alias without its anchor: the library refuses to write it.
    return undefined;
  }
}

/** Whether the author writes a list's dashes in the column of its key. */
const hasOutdentedLists = (text: string): boolean =>
  /^( *)(?:- +)*[^\s#-][^\n]*:[ \t]*\r?\n(?:[ \t]*(?:#[^\n]*)?\r?\n)*\1- /m.test(text);

function trimmed(file: SourceFile, options: FormatOptions): string {
  const kept = textLines(file);
  const lines = linesOf(file.text).map((line, index) =>
    kept.has(index) || !options.trim ? line : { ...line, text: line.text.trimEnd() },
  );
  return joined(file, lines, options);
}

function joined({ text }: SourceFile, lines: readonly Line[], options: FormatOptions): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  return endOfFile(lines.map((line) => line.text + line.eol).join(''), eol, options);
}

function endOfFile(text: string, eol: string, options: FormatOptions): string {
  if (text.trim() === '') return text;
  const body = options.trimFinalNewlines ? text.replace(/(\r?\n)(?:[ \t]*\r?\n)+$/, '$1') : text;
  return options.finalNewline && !/[\r\n]$/.test(body) ? body + eol : body;
}

/** The lines of texts that span several: blanks at their ends may belong to them. */
function textLines(file: SourceFile): ReadonlySet<number> {
  const starts = [0];
  for (let at = file.text.indexOf('\n'); at >= 0; at = file.text.indexOf('\n', at + 1)) {
    starts.push(at + 1);
  }
  const lines = new Set<number>();
  const visit = (node: Node, base: number): void => {
    if (node.origin) return;
    if (node.kind === 'seq') for (const item of node.items) visit(item, base);
    if (node.kind === 'map') {
      for (const { key, value } of node.entries) {
        visit(key, base);
        visit(value, base);
      }
    }
    if (node.kind !== 'scalar' || node.style === 'plain') return;
    const first = lineOf(starts, base + node.start);
    const last = lineOf(starts, base + Math.max(node.start, node.end - 1));
    for (let line = first; line <= last && first < last; line++) lines.add(line);
  };
  for (const { frame } of parseFile(file.text, file.language).documents) {
    if (frame.tree.root) visit(frame.tree.root, frame.start);
  }
  return lines;
}

function lineOf(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** One edit a changed line where the lines stay, else one for all between what both begin and end with. */
function lineEdits(before: string, after: string): TextEdit[] {
  const [old, made] = [linesOf(before), linesOf(after)];
  const edits: TextEdit[] = [];
  if (old.length === made.length) {
    let start = 0;
    for (const [index, line] of old.entries()) {
      const whole = line.text + line.eol;
      const wanted = made[index]!.text + made[index]!.eol;
      if (wanted !== whole) edits.push(smallest(start, whole, wanted));
      start += whole.length;
    }
    return edits;
  }
  return before === after ? [] : [smallest(0, before, after)];
}

function smallest(start: number, before: string, after: string): TextEdit {
  const limit = Math.min(before.length, after.length);
  let head = 0;
  while (head < limit && before[head] === after[head]) head++;
  let tail = 0;
  while (
    tail < limit - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail++;
  }
  return {
    start: start + head,
    length: before.length - head - tail,
    text: after.slice(head, after.length - tail),
  };
}
