import type {
  Entry,
  MapNode,
  Node,
  Path,
  Segment,
  SourceDocument,
  SourceFile,
  Span,
} from './node.ts';
import { keyText } from './yaml-nodes.ts';

/** The entry under `key`; of several, the last, whose value counts. */
export function getEntry(map: MapNode, key: string): Entry | undefined {
  return map.entries.findLast((entry) => keyText(entry.key) === key);
}

/** The node at `path`, if there is one. */
export function findNode(root: Node | null | undefined, path: Path): Node | undefined {
  let node = root ?? undefined;
  for (const step of path) {
    if (node?.kind === 'map') node = getEntry(node, String(step))?.value;
    else if (node?.kind === 'seq' && typeof step === 'number') node = node.items[step];
    else return undefined;
  }
  return node;
}

/** The entry that `path` ends with, if its last step is a key. */
export function findEntry(root: Node | null | undefined, path: Path): Entry | undefined {
  const parent = path.length > 0 ? findNode(root, path.slice(0, -1)) : undefined;
  return parent?.kind === 'map' ? getEntry(parent, String(path.at(-1))) : undefined;
}

/** Where an offset stands in a tree. */
export interface Place {
  /** To the innermost node; on a key, to that key's value. */
  readonly path: Path;
  /** From the root to the innermost node; on a key, it ends with the key's mapping. */
  readonly chain: readonly Node[];
  /** The innermost entry around the offset. */
  readonly entry?: Entry;
  /** Whether the offset is on the key of `entry`. */
  readonly onKey: boolean;
}

/**
 * Descends to the innermost node at `offset`, ends included, so that a cursor behind a word is on it.
 * Between a key and its value is on the value, also where that is not written. Nodes that came through
 * an alias are one place.
 */
export function nodesAt(root: Node | null, offset: number): Place {
  const path: (string | number)[] = [];
  const chain: Node[] = [];
  let entry: Entry | undefined;
  let node = root && touches(root, offset) ? root : undefined;
  while (node) {
    chain.push(node);
    if (node.origin || node.kind === 'scalar') break;
    if (node.kind === 'seq') {
      const index: number = node.items.findLastIndex((item) => touches(item, offset));
      node = node.items[index];
      if (node) path.push(index);
      continue;
    }
    const found: Entry | undefined = node.entries.findLast(
      ({ key, value, ...span }) => !key.origin && touches(span, offset),
    );
    if (!found) break;
    entry = found;
    path.push(keyText(found.key));
    if (offset <= found.key.end && found.key.start < found.key.end) {
      return { path, chain, entry, onKey: true };
    }
    node = found.value;
    if (offset < node.start) {
      chain.push(node);
      break;
    }
  }
  return { path, chain, entry, onKey: false };
}

const touches = (span: Span, offset: number): boolean => span.start <= offset && offset <= span.end;

/** The offset in the file of an offset in the segment's tree; a cut list is skipped. */
export function toFileOffset({ start, hole }: Segment, offset: number): number {
  return start + offset + (hole && offset >= hole.at ? hole.length : 0);
}

/** The span in the file; what ends where a list was cut out ends before that list. */
export function toFileSpan(segment: Segment, span: Span): Span {
  const start = toFileOffset(segment, span.start);
  const isEndBeforeHole = span.end === segment.hole?.at && span.start < span.end;
  return {
    start,
    end: isEndBeforeHole ? segment.start + span.end : toFileOffset(segment, span.end),
  };
}

/** The offset in the segment's tree of an offset in the file; inside a cut list it is the cut. */
export function toSegmentOffset({ tree, start, hole }: Segment, fileOffset: number): number {
  const offset = Math.max(0, fileOffset - start);
  if (!hole || offset <= hole.at) return Math.min(offset, tree.text.length);
  return Math.min(Math.max(hole.at, offset - hole.length), tree.text.length);
}

/** A segment of a file, and which item of its document it is; without an index it is the frame. */
export interface SegmentPlace {
  readonly document: SourceDocument;
  readonly segment: Segment;
  readonly itemIndex?: number;
}

/** The segment at an offset of the file, found by bisection; undefined in an empty file of JSON lines. */
export function segmentAt(file: SourceFile, offset: number): SegmentPlace | undefined {
  const { documents } = file;
  const document = documents[lastAtOrBefore(documents, offset, (each) => each.frame.start)];
  if (!document) return undefined;
  const { frame, items } = document;
  if (frame.hole) {
    const from = frame.start + frame.hole.at;
    const to = from + frame.hole.length;
    const isAtEnd = offset === to && to === frame.start + frame.length;
    if (offset >= from && (offset < to || isAtEnd)) {
      const itemIndex = lastAtOrBefore(items, offset, (item) => item.start);
      const segment = items[itemIndex];
      if (segment) return { document, segment, itemIndex };
    }
  }
  return { document, segment: frame };
}

function lastAtOrBefore<T>(list: readonly T[], offset: number, start: (item: T) => number): number {
  let low = 0;
  let high = list.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (start(list[middle]!) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
