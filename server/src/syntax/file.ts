import { say } from '../l10n/say.ts';
import { tooLong } from './depth.ts';
import { type Body, buildDocument, type Piece } from './document.ts';
import { fitted } from './fitted.ts';
import type {
  Language,
  Segment,
  SegmentTree,
  SourceDocument,
  SourceFile,
  TextEdit,
} from './node.ts';
import { scannerOf } from './scan.ts';

/** Files above this many characters are linted for syntax and duplicate ids only. */
export const MAX_SIZE = 10 * 1024 * 1024;

/** Documents of a YAML stream that are read; an empty one costs as much as a small case. */
const MAX_DOCUMENTS = 25_000;

export interface ParseOptions {
  /** The top-level key whose list is cut into one segment an item, e.g. `cases`. */
  readonly splitKey?: string;
}

interface Internals {
  readonly pieces: readonly Piece[];
  readonly splitKey?: string;
}

/** How a file was cut, for the edits to come. */
const internals = new WeakMap<SourceFile, Internals>();

/**
 * Parses a file: each document of a stream, each line of JSON lines, and each item of the list under
 * `splitKey` on its own. Never throws; broken text yields the trees that can be had, and problems.
 */
export function parseFile(
  text: string,
  language: Language,
  options: ParseOptions = {},
): SourceFile {
  const { splitKey } = options;
  const pieces = scanRange(text, language, splitKey, 0, 'start', () => false).pieces;
  return assemble(text, language, splitKey, pieces, new Map());
}

/**
 * The file after `edits`, in order, each referring to the text that the one before it left. What the
 * edits do not touch keeps its very trees. Equal to {@link parseFile} of the new text.
 */
export function updateFile(file: SourceFile, edits: readonly TextEdit[]): SourceFile {
  const known = internals.get(file);
  const splitKey = known?.splitKey;
  let pieces = known?.pieces ?? [];
  let text = file.text;
  const dropped = new Map<string, Body>();
  for (const edit of edits) {
    const start = Math.max(0, Math.min(edit.start, text.length));
    const oldEnd = Math.max(start, Math.min(edit.start + edit.length, text.length));
    const next = edit.result ?? text.slice(0, start) + edit.text + text.slice(oldEnd);
    pieces = rescan(
      pieces,
      text,
      next,
      { start, oldEnd, newEnd: start + edit.text.length },
      file.language,
      splitKey,
      dropped,
    );
    text = next;
  }
  if (text !== file.text) return assemble(text, file.language, splitKey, pieces, dropped);
  const same: SourceFile = { ...file, parsed: 0 };
  if (known) internals.set(same, known);
  return same;
}

interface Change {
  readonly start: number;
  readonly oldEnd: number;
  readonly newEnd: number;
}

/** Scans anew from just before the change to where the old cuts hold again. */
function rescan(
  pieces: readonly Piece[],
  oldText: string,
  newText: string,
  change: Change,
  language: Language,
  splitKey: string | undefined,
  dropped: Map<string, Body>,
): readonly Piece[] {
  const shift = newText.length - oldText.length;
  // A scan looks ahead into the next piece: begin before the one that the change touches.
  const from = Math.max(0, indexAt(pieces, change.start) - 2);
  let resume = indexAt(pieces, change.oldEnd);
  const holds = (start: number, state: string): boolean => {
    if (start < change.newEnd) return false;
    while (resume < pieces.length && pieces[resume]!.start + shift < start) resume++;
    const old = pieces[resume];
    return (
      old !== undefined &&
      old.start >= change.oldEnd &&
      old.start + shift === start &&
      old.state === state
    );
  };
  const first = pieces[from];
  const scan = scanRange(
    newText,
    language,
    splitKey,
    first?.start ?? 0,
    first?.state ?? 'start',
    holds,
  );
  const end = scan.met ? resume : pieces.length;
  for (const [index, piece] of pieces.slice(from, end).entries()) {
    if (!piece.body.known) continue;
    const stop = pieces[from + index + 1]?.start ?? oldText.length;
    dropped.set(contentKey(piece, oldText.slice(piece.start, stop)), piece.body);
  }
  const moved = pieces
    .slice(end)
    .map(({ state, start, body }) => ({ state, start: start + shift, body }));
  return [...pieces.slice(0, from), ...scan.pieces, ...moved];
}

/** Pieces from `start` to the end of the text, or to the first boundary at which `holds`. */
function scanRange(
  text: string,
  language: Language,
  splitKey: string | undefined,
  start: number,
  state: Piece['state'],
  holds: (start: number, state: Piece['state']) => boolean,
): { readonly pieces: Piece[]; readonly met: boolean } {
  const scan = scannerOf[language];
  const pieces: Piece[] = [];
  let at = start;
  let current = state;
  do {
    const step = scan(text, at, current, splitKey);
    const conflict = step.conflict === undefined ? undefined : step.conflict - at;
    pieces.push({ state: current, start: at, body: { length: step.end - at, conflict } });
    at = step.end;
    current = step.next;
    if (at < text.length && holds(at, current)) return { pieces, met: true };
  } while (at < text.length);
  return { pieces, met: false };
}

/** The index of the last piece that begins at or before `offset`. */
function indexAt(pieces: readonly Piece[], offset: number): number {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pieces[middle]!.start <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function assemble(
  text: string,
  language: Language,
  splitKey: string | undefined,
  scanned: readonly Piece[],
  dropped: Map<string, Body>,
): SourceFile {
  const pieces = dropped.size === 0 ? scanned : reuse(text, scanned, dropped);
  const context = { text, language, splitKey, parsed: 0 };
  const marked = pieces.find((piece) => piece.body.conflict !== undefined);
  const documents: SourceDocument[] = [];
  if (marked) {
    documents.push({
      frame: conflictSegment(text, marked.start + marked.body.conflict!),
      items: [],
    });
  } else if (language !== 'jsonl' || text.trim() !== '') {
    for (let first = 0; first < pieces.length; ) {
      if (language === 'yaml' && documents.length === MAX_DOCUMENTS) {
        documents.push(unreadSegment(text, pieces[first]!.start));
        break;
      }
      let after = first + 1;
      while (after < pieces.length && !beginsDocument(pieces[after]!)) after++;
      documents.push(buildDocument(pieces.slice(first, after), context));
      first = after;
    }
  }
  const file: SourceFile = { text, language, documents: fitted(documents), parsed: context.parsed };
  internals.set(file, { pieces: fitted(pieces), splitKey });
  return file;
}

const beginsDocument = (piece: Piece): boolean =>
  piece.state === 'start' || piece.state === 'document';

/** A head reads the same wherever it stands, but for the mark that only a file may begin with. */
const contentKey = ({ state }: Piece, text: string): string =>
  `${state === 'start' && text[0] !== '\uFEFF' ? 'document' : state}\n${text}`;

/** Gives pieces that were scanned anew, but read as before, what is known of them. */
function reuse(
  text: string,
  pieces: readonly Piece[],
  dropped: Map<string, Body>,
): readonly Piece[] {
  return pieces.map((piece) => {
    if (piece.body.known) return piece;
    const key = contentKey(piece, text.slice(piece.start, piece.start + piece.body.length));
    const body = dropped.get(key);
    // A copy is a piece of its own: findings are told apart by their trees.
    dropped.delete(key);
    return body ? { ...piece, body } : piece;
  });
}

/** What follows the documents that are read. */
function unreadSegment(text: string, start: number): SourceDocument {
  const tree = tooLong(text.slice(start));
  return { frame: { tree, start, length: text.length - start }, items: [] };
}

/** A file with a merge conflict gets this one finding, and nothing is read into it. */
function conflictSegment(text: string, at: number): Segment {
  const tree: SegmentTree = {
    text,
    root: null,
    problems: [
      {
        code: 'yaml-syntax',
        message: say`A merge conflict is left in this file: nothing of it is checked.`,
        start: at,
        end: at + '<<<<<<<'.length,
      },
    ],
  };
  return { tree, start: 0, length: text.length };
}
