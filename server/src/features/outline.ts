import type { Range } from 'vscode-languageserver-types';
import type { CallNode } from '../model/located.ts';
import type { SegmentTree, SourceFile, Span } from '../syntax/index.ts';
import type { Unit } from '../workspace/files/contents.ts';
import type { Uri } from '../workspace/files/uri.ts';
import { unitId } from '../workspace/scores/scores.ts';
import type { Snapshot } from '../workspace/workspace.ts';
import { LastGood, type Move } from './last-good.ts';
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

/** The last good outline of each file: symbols and lenses neither jump nor flicker. */
export class Outlines {
  readonly #good = new LastGood<OutlineItem>(movedItem);

  of(snapshot: Snapshot): readonly OutlineItem[] {
    return this.#good.of(snapshot, outlineOf);
  }

  /** Forgets a file that was closed. */
  forget(uri: Uri): void {
    this.#good.forget(uri);
  }
}

const outlines = new WeakMap<SourceFile, readonly OutlineItem[]>();

/** Read once for each state of a text: several views ask for it. */
function outlineOf(snapshot: Snapshot): readonly OutlineItem[] {
  const { source } = snapshot.file;
  const known = outlines.get(source) ?? readOutline(snapshot);
  outlines.set(source, known);
  return known;
}

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

function movedItem(item: OutlineItem, move: Move): OutlineItem {
  return {
    ...item,
    range: move(item.range),
    selectionRange: move(item.selectionRange),
    children: item.children.map((child) => movedItem(child, move)),
  };
}
