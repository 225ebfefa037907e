/** Puts a file's blanks in order. Words, comments, quotes and line breaks stay as they are. */
import { format as formatJson } from 'jsonc-parser';
import { parseFile } from './file.ts';
import { continuedIn, linesOf, reindented } from './format-yaml.ts';
import type { SourceFile, Span, TextEdit } from './node.ts';
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
 *
 * @param range of the text; only lines that it touches are formatted
 */
export function formatText(
  file: SourceFile,
  options: FormatOptions,
  range: Span = { start: 0, end: file.text.length },
): readonly TextEdit[] {
  if (file.text.length > MAX_LENGTH || file.language === 'jsonl' || hasProblems(file)) return [];
  // Cut into its cases or not, a file says the same; what spans lines shows in the whole.
  const whole = parseFile(file.text, file.language);
  const make = file.language === 'json' ? formattedJson : formattedYaml;
  const first = file.text.lastIndexOf('\n', range.start - 1) + 1;
  const last = file.text.indexOf('\n', range.end);
  const edits = make(whole, options).filter(
    ({ start, length }) => start + length >= first && (last < 0 || start <= last),
  );
  return saysTheSame(whole, applied(file.text, edits)) ? edits : [];
}

const applied = (text: string, edits: readonly TextEdit[]): string =>
  edits.reduceRight(
    (done, { start, length, text: made }) =>
      done.slice(0, start) + made + done.slice(start + length),
    text,
  );

const hasProblems = ({ documents }: SourceFile): boolean =>
  documents.some(({ frame, items }) =>
    [frame, ...items].some(({ tree }) => tree.problems.length > 0),
  );

function saysTheSame(before: SourceFile, text: string): boolean {
  const after = parseFile(text, before.language);
  return !hasProblems(after) && textOf(valuesOf(before)) === textOf(valuesOf(after));
}

const valuesOf = ({ documents }: SourceFile): Plain[] =>
  documents.map(({ frame: { tree } }) => (tree.root ? toValue(tree.root) : null));

const textOf = (value: Plain): string =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each));

function formattedJson({ text }: SourceFile, options: FormatOptions): readonly TextEdit[] {
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const { indent: tabSize, tabs } = options;
  const end = text.trimEnd().length;
  const edits = formatJson(text, undefined, { tabSize, insertSpaces: !tabs, eol })
    .map(({ offset, length, content }) => ({ start: offset, length, text: content }))
    .filter(
      ({ start, length, text: made }) => start < end && text.slice(start, start + length) !== made,
    )
    .toSorted((a, b) => a.start - b.start);
  return [...edits, ...lineEdits(text, endOfFile(text, eol, options))];
}

function formattedYaml(file: SourceFile, options: FormatOptions): readonly TextEdit[] {
  const { text } = file;
  const continued = continuedIn(file);
  // Blanks at the end of a line may belong to a text of several lines.
  const kept = new Set<number>();
  for (const { kind, line, last } of continued) {
    for (let i = line; i <= last && (kind === 'quoted' || kind === 'block'); i++) kept.add(i);
  }
  const indent = Math.max(2, Math.min(options.indent, 8));
  const made = reindented(linesOf(text), continued, indent)
    .map((line, i) => (options.trim && !kept.has(i) ? line.text.trimEnd() : line.text) + line.eol)
    .join('');
  return lineEdits(text, endOfFile(made, text.includes('\r\n') ? '\r\n' : '\n', options));
}

function endOfFile(text: string, eol: string, options: FormatOptions): string {
  if (text.trim() === '') return text;
  const body = options.trimFinalNewlines ? text.replace(/(\r?\n)(?:[ \t]*\r?\n)+$/, '$1') : text;
  return options.finalNewline && !/[\r\n]$/.test(body) ? body + eol : body;
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
