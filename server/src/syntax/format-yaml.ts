/**
 * Indents YAML anew, line by line. What a line says is never touched, only how far in it stands: so comments,
 * quotes and the layout of flow collections stay the author's.
 */
import type { Node, SourceFile } from './node.ts';

export interface Line {
  readonly text: string;
  /** The line break behind it, as it is written. */
  readonly eol: string;
}

/** The lines of a text; an empty last one is none. */
export const linesOf = (text: string): Line[] =>
  [...text.matchAll(/([^\r\n]*)(\r\n|\n|\r|$)/g)]
    .map(([, line = '', eol = '']) => ({ text: line, eol }))
    .filter(({ text: line, eol }, i, all) => i < all.length - 1 || line !== '' || eol !== '');

/** Lines that belong to something which began on an earlier one: a text or a flow collection. */
export interface Continued {
  /** The line on which it begins, and its column there. */
  readonly line: number;
  readonly column: number;
  readonly last: number;
  readonly kind: 'flow' | 'plain' | 'quoted' | 'block';
}

/** What of a parsed file spans several lines, the outermost only, in the file's order. */
export function continuedIn(file: SourceFile): readonly Continued[] {
  const starts = startsOf(file.text);
  const found: Continued[] = [];
  const visit = (node: Node, base: number): void => {
    if (node.origin) return;
    const line = lineAt(starts, base + node.start);
    const last = lineAt(starts, base + Math.max(node.start, node.end - 1));
    if (line === last) return;
    if (node.kind === 'scalar' || node.flow) {
      found.push({ line, last, column: base + node.start - starts[line]!, kind: kindOf(node) });
    } else if (node.kind === 'seq') {
      for (const item of node.items) visit(item, base);
    } else {
      for (const { key, value } of node.entries) {
        visit(key, base);
        visit(value, base);
      }
    }
  };
  for (const { frame } of file.documents) {
    if (frame.tree.root) visit(frame.tree.root, frame.start);
  }
  return found;
}

function kindOf(node: Node): Continued['kind'] {
  if (node.kind !== 'scalar') return 'flow';
  return node.style === 'plain' || node.style === 'block' ? node.style : 'quoted';
}

/** A column of the text at which something nests, and the column that it gets. */
interface Frame {
  readonly old: number;
  readonly made: number;
  /** How much deeper the next level stands. */
  step: number;
}

/** What is written before the value of a list's item, or of a mapping with complex keys. */
const DASH = /^[-?:](?: +(?=\S)|$)/;
const ITEM_STEP = 2;

/**
 * The lines of a file with every level of nesting as deep as `indent` says; a list may keep the column of
 * its key. Texts and flow collections of several lines move as a whole.
 */
export function reindented(
  lines: readonly Line[],
  continued: readonly Continued[],
  indent: number,
): Line[] {
  const bottom: Frame = { old: -1, made: -indent, step: indent };
  let frames = [bottom];
  const made: (string | undefined)[] = [];
  const parts = continued.values();
  let part = parts.next().value;
  for (let i = 0; i < lines.length; i++) {
    const { text } = lines[i]!;
    const body = text.trim();
    if (body === '' || body.startsWith('#')) continue;
    if (/^(?:---|\.\.\.)(?:\s|$)|^%/.test(text)) {
      frames = [bottom];
      made[i] = text;
    } else {
      made[i] = blockLine(text, frames, indent);
    }
    while (part && part.line < i) part = parts.next().value;
    // The last that begins on a line is the one that goes on below it.
    while (part?.line === i) {
      const shift = shiftOf(part, frames, lines);
      for (let k = i + 1; k <= part.last; k++) made[k] = shifted(lines[k]!.text, shift);
      i = part.last;
      part = parts.next().value;
    }
  }
  return lines.map((line, i) => ({ ...line, text: made[i] ?? loose(lines, made, i) }));
}

/** A line of block style, each of its dashes a level of its own; leaves the frames as they are below it. */
function blockLine(text: string, frames: Frame[], indent: number): string {
  let column = columnOf(text);
  let rest = text.slice(column);
  let written = '';
  for (;;) {
    while (frames.at(-1)!.old > column) frames.pop();
    let frame = frames.at(-1)!;
    if (frame.old < column) {
      frame = { old: column, made: frame.made + frame.step, step: indent };
      frames.push(frame);
    }
    written = written.padEnd(frame.made);
    const [dash] = DASH.exec(rest) ?? [];
    frame.step = dash === undefined ? indent : ITEM_STEP;
    if (dash === undefined || dash.length === rest.length) return written + rest;
    written += rest[0];
    column += dash.length;
    rest = rest.slice(dash.length);
  }
}

/** How far the lines of a part move: along with its first line; a block text goes one level below its key. */
function shiftOf(
  { line, column, last, kind }: Continued,
  frames: readonly Frame[],
  lines: readonly Line[],
): number {
  const top = frames.at(-1)!;
  if (top.old < 0) return 0;
  const isItem = top.old === column;
  const owner = isItem ? frames.at(-2)! : top;
  const hasIndicator = /^[|>][+-]?\d/.test(lines[line]!.text.slice(column));
  if (kind !== 'block' || hasIndicator || owner.old < 0) return top.made - top.old;
  const first = lines.slice(line + 1, last + 1).find(({ text }) => text.trim() !== '');
  return first ? owner.made + owner.step - columnOf(first.text) : 0;
}

function shifted(text: string, shift: number): string {
  if (shift >= 0) return text === '' ? text : ' '.repeat(shift) + text;
  return text.slice(Math.min(-shift, columnOf(text)));
}

/** An empty line, or a comment: that goes as far as the line below it does, or else the one above it. */
function loose(
  lines: readonly Line[],
  made: readonly (string | undefined)[],
  index: number,
): string {
  const { text } = lines[index]!;
  if (text.trim() === '') return text;
  const column = columnOf(text);
  const near = [neighbour(made, index, 1), neighbour(made, index, -1)].filter((i) => i >= 0);
  const beside = near.find((i) => columnOf(lines[i]!.text) === column) ?? near[0];
  if (beside === undefined) return text;
  const shift = columnOf(made[beside]!) - columnOf(lines[beside]!.text);
  return ' '.repeat(Math.max(0, column + shift)) + text.trimStart();
}

/** The nearest line with content, in one direction; -1 where there is none. */
function neighbour(made: readonly (string | undefined)[], index: number, step: 1 | -1): number {
  let at = index + step;
  while (at >= 0 && at < made.length && made[at] === undefined) at += step;
  return at < made.length ? at : -1;
}

const columnOf = (text: string): number => /^ */.exec(text)![0].length;

function startsOf(text: string): number[] {
  const starts = [0];
  for (const { index, 0: eol } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + eol.length);
  return starts;
}

function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
