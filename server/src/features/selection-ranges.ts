import type { Position, Range, SelectionRange } from 'vscode-languageserver-types';
import { nodesAt, type Span, segmentAt, toSegmentOffset } from '../syntax/index.ts';
import type { FeatureContext } from './host.ts';
import { withoutQuotes } from './mentions.ts';

/** From each position outwards: the text, the value, its entry, the mapping, …, the file. */
export function selectionRanges(
  { snapshot: { file } }: FeatureContext,
  positions: readonly Position[],
): SelectionRange[] {
  return positions.map((position) => {
    const ranges: Range[] = [];
    const offset = file.offsetAt(position);
    const place = segmentAt(file.source, offset);
    if (place) {
      const { tree } = place.segment;
      const at = toSegmentOffset(place.segment, offset);
      for (const span of spansAround(nodesAt(tree.root, at), at)) {
        const range = file.rangeOf(tree, span);
        if (range) ranges.push(range);
      }
      const leaf = ranges[0] && spansAround(nodesAt(tree.root, at), at)[0];
      const inner = leaf && withoutQuotes(tree, leaf);
      const innermost =
        inner && inner.start <= at && at <= inner.end ? file.rangeOf(tree, inner) : undefined;
      if (innermost) ranges.unshift(innermost);
    }
    ranges.push({ start: { line: 0, character: 0 }, end: endOf(file.text) });
    return nest(ranges, position);
  });
}

/** Innermost first. */
function spansAround({ chain, onKey, entry }: ReturnType<typeof nodesAt>, at: number): Span[] {
  const spans: Span[] = onKey && entry ? [entry.key] : [];
  for (const node of chain.toReversed()) {
    if (node.kind === 'map') {
      const own = node.entries.find(({ start, end }) => start <= at && at <= end);
      if (own) spans.push({ start: own.start, end: own.end });
    }
    if (!node.origin) spans.push(node);
  }
  return spans;
}

function endOf(text: string): Position {
  const lines = text.split('\n');
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}

const before = (a: Position, b: Position): boolean =>
  a.line < b.line || (a.line === b.line && a.character <= b.character);

const holds = (outer: Range, { start, end }: Range): boolean =>
  before(outer.start, start) && before(end, outer.end);

const same = (a: Range, b: Range): boolean => holds(a, b) && holds(b, a);

/** A chain in which each range holds the one before it and is larger; the first holds the position. */
function nest(ranges: readonly Range[], position: Position): SelectionRange {
  const chain: Range[] = [];
  const point = { start: position, end: position };
  for (const range of ranges) {
    const inner = chain.at(-1);
    if (inner ? holds(range, inner) && !same(range, inner) : holds(range, point)) chain.push(range);
  }
  return (
    chain
      .reverse()
      .reduce<SelectionRange | undefined>(
        (parent, range) => ({ range, ...(parent && { parent }) }),
        undefined,
      ) ?? { range: point }
  );
}
