import type { Range } from 'vscode-languageserver-types';
import type { SourceDocument } from '../syntax/index.ts';
import type { Uri } from '../workspace/files/uri.ts';
import type { Snapshot } from '../workspace/workspace.ts';

/** Where a range stands after an edit. */
export type Move = (range: Range) => Range;

/**
 * What was read of each file when it last parsed. While a text does not parse, that stays in place, moved
 * along with the edits.
 */
export class LastGood<T> {
  readonly #good = new Map<Uri, { readonly text: string; readonly items: readonly T[] }>();

  /** @param moved an item with each of its ranges moved */
  constructor(private readonly moved: (item: T, move: Move) => T) {}

  /** What `read` makes of a file, or made of it before it broke. */
  of(snapshot: Snapshot, read: (snapshot: Snapshot) => readonly T[]): readonly T[] {
    const { uri, text, source } = snapshot.file;
    const last = this.#good.get(uri);
    const isBroken = source.documents.some(doesNotParse);
    if (isBroken && last && last.items.length > 0) {
      const move = mover(last.text, text);
      return last.items.map((item) => this.moved(item, move));
    }
    const items = read(snapshot);
    // A file that never parsed shows what can be read of it, and learns anew with each edit.
    if (!isBroken) this.#good.set(uri, { text, items });
    return items;
  }

  /** Forgets a file. */
  forget(uri: Uri): void {
    this.#good.delete(uri);
  }
}

const doesNotParse = ({ frame, items }: SourceDocument): boolean =>
  [frame, ...items].some(({ tree }) => tree.problems.some(({ code }) => code === 'yaml-syntax'));

/** Told from both texts, however many edits lie between them. */
function mover(before: string, after: string): Move {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const shortest = Math.min(old.length, now.length);
  let head = 0;
  while (head < shortest && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < shortest - head && old[old.length - 1 - tail] === now[now.length - 1 - tail])
    tail++;
  const shift = now.length - old.length;
  const between = linesBetween(
    old.slice(head, old.length - tail),
    now.slice(head, now.length - tail),
  );
  const moved = (line: number): number => {
    if (line < head) return line;
    if (line >= old.length - tail) return line + shift;
    return Math.min(head + between[line - head]!, now.length - 1);
  };
  return ({ start, end }) => ({
    start: { ...start, line: moved(start.line) },
    end: { ...end, line: moved(end.line) },
  });
}

/**
 * Where each line of a part went, in order: lines that stand in both parts once are where they are, and
 * others keep their distance to the one before.
 */
function linesBetween(old: readonly string[], now: readonly string[]): Int32Array {
  const [before, after] = [placesOfUnique(old), placesOfUnique(now)];
  const places = new Int32Array(old.length);
  let [shift, reached] = [0, -1];
  for (const [line, text] of old.entries()) {
    const found = before.has(text) ? after.get(text) : undefined;
    if (found !== undefined && found > reached) [shift, reached] = [found - line, found];
    places[line] = line + shift;
  }
  for (let line = old.length - 1, next = now.length; line >= 0; line--) {
    next = places[line] = Math.min(places[line]!, next);
  }
  return places;
}

function placesOfUnique(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [line, text] of lines.entries()) {
    if (places.has(text)) repeated.add(text);
    else places.set(text, line);
  }
  for (const text of repeated) places.delete(text);
  return places;
}
