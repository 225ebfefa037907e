import type { Range } from 'vscode-languageserver-types';
import type { CallNode } from '../model/located.ts';
import type { SegmentTree, SourceDocument, Span } from '../syntax/index.ts';
import type { Unit } from '../workspace/contents.ts';
import { unitId } from '../workspace/scores.ts';
import type { Uri } from '../workspace/uri.ts';
import type { Snapshot } from '../workspace/workspace.ts';
import { trajectoriesOf } from './target.ts';
import { traceOutline } from './trace-outline.ts';

/** A case, a golden trajectory, a recorded run or a call, and where it stands. */
export interface OutlineItem {
  readonly kind: 'case' | 'golden' | 'run' | 'call';
  /** Undefined where none is written. */
  readonly name?: string;
  readonly detail?: string;
  readonly range: Range;
  /** Its name; inside `range`. */
  readonly selectionRange: Range;
  readonly children: readonly OutlineItem[];
}

/** Beyond so many calls, or cases, an outline helps nobody and slows the editor down. */
const MAX_CALLS = 5_000;
const MAX_CASES = 20_000;

/**
 * The last good outline of each file. While a text does not parse, what it held before stays in place,
 * moved along with the edits, so that symbols and lenses neither jump nor flicker.
 */
export class Outlines {
  readonly #good = new Map<
    Uri,
    { readonly text: string; readonly items: readonly OutlineItem[] }
  >();

  of(snapshot: Snapshot): readonly OutlineItem[] {
    const { uri, text, source } = snapshot.file;
    const last = this.#good.get(uri);
    if (last?.text === text) return last.items;
    const isBroken = source.documents.some(doesNotParse);
    if (isBroken && last && last.items.length > 0) {
      const move = mover(last.text, text);
      return last.items.map((item) => movedItem(item, move));
    }
    const items = readOutline(snapshot);
    // A file that never parsed shows what can be read of it, and learns anew with each edit.
    if (!isBroken) this.#good.set(uri, { text, items });
    return items;
  }

  /** Forgets a file that was closed. */
  forget(uri: Uri): void {
    this.#good.delete(uri);
  }
}

const doesNotParse = ({ frame, items }: SourceDocument): boolean =>
  [frame, ...items].some(({ tree }) => tree.problems.some(({ code }) => code === 'yaml-syntax'));

function readOutline(snapshot: Snapshot): OutlineItem[] {
  if (snapshot.file.kind === 'trace') return traceOutline(snapshot, MAX_CALLS);
  let left = MAX_CALLS;
  return snapshot.contents.units.slice(0, MAX_CASES).flatMap((unit) => {
    const item = unitItem(snapshot, unit, left > 0);
    left -= item?.children.length ?? 0;
    return item ?? [];
  });
}

function unitItem(snapshot: Snapshot, unit: Unit, withCalls: boolean): OutlineItem | undefined {
  const { subject, tree } = unit;
  const id = subject.kind === 'case' ? subject.caseId : subject.goldenId;
  const ranges = rangesOf(snapshot, tree, subject.node, id?.node);
  if (!ranges) return undefined;
  const name = unitId(unit);
  return {
    kind: subject.kind,
    ...(name !== undefined && { name }),
    ...(subject.title && { detail: subject.title.value }),
    ...ranges,
    children: (withCalls ? trajectoriesOf(unit) : []).flatMap(({ calls }) =>
      calls.flatMap((call) => callItem(snapshot, tree, call) ?? []),
    ),
  };
}

function callItem(
  snapshot: Snapshot,
  tree: SegmentTree,
  { node, name, id }: CallNode,
): OutlineItem | undefined {
  const ranges = rangesOf(snapshot, tree, node, name?.node);
  if (!ranges) return undefined;
  return {
    kind: 'call',
    ...(name && { name: name.value }),
    ...(id && { detail: id.value }),
    ...ranges,
    children: [],
  };
}

/** A client refuses a selection that is not inside its range. */
export function rangesOf(
  { file }: Snapshot,
  tree: SegmentTree,
  span: Span,
  selection: Span | undefined,
) {
  const inside = selection && selection.start >= span.start && selection.end <= span.end;
  const range = file.rangeOf(tree, span);
  const selectionRange = file.rangeOf(tree, inside ? selection : { ...span, end: span.start });
  return range && selectionRange && { range, selectionRange };
}

type Move = (line: number) => number;

/** Where the lines of a text stand after an edit, told from both texts: those in the edit stay put. */
function mover(before: string, after: string): Move {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const shortest = Math.min(old.length, now.length);
  let head = 0;
  while (head < shortest && old[head] === now[head]) head++;
  let tail = 0;
  while (tail < shortest - head && old[old.length - 1 - tail] === now[now.length - 1 - tail])
    tail++;
  const shift = now.length - old.length;
  return (line) => {
    if (line < head) return line;
    return line >= old.length - tail ? line + shift : Math.min(line, now.length - 1);
  };
}

const movedRange = ({ start, end }: Range, move: Move): Range => ({
  start: { ...start, line: move(start.line) },
  end: { ...end, line: move(end.line) },
});

const movedItem = (item: OutlineItem, move: Move): OutlineItem => ({
  ...item,
  range: movedRange(item.range, move),
  selectionRange: movedRange(item.selectionRange, move),
  children: item.children.map((child) => movedItem(child, move)),
});
