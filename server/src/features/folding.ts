import { type FoldingRange, FoldingRangeKind } from 'vscode-languageserver-types';
import type { Node, SegmentTree } from '../syntax/index.ts';
import type { FeatureContext } from './host.ts';

/** What editors take at most, by default. */
const MAX_RANGES = 5_000;

/** Mappings, lists and texts over several lines, and blocks of comments. */
export function foldingRanges({ snapshot: { file } }: FeatureContext): FoldingRange[] {
  const ranges = new Map<number, FoldingRange>();
  const full = () => ranges.size >= MAX_RANGES;
  /** A range hides its lines but the first; of two that begin on a line the larger counts. */
  const add = (startLine: number, endLine: number, kind?: FoldingRangeKind) => {
    const known = ranges.get(startLine);
    if (endLine <= startLine || (known && known.endLine >= endLine) || (!known && full())) return;
    ranges.set(startLine, { startLine, endLine, ...(kind && { kind }) });
  };
  for (const { frame, items } of file.source.documents) {
    for (const { tree } of [frame, ...items]) {
      if (!tree.root) continue;
      // By level, so that a cap takes the innermost ranges first.
      let level: { readonly node: Node; readonly from: number }[] = [
        { node: tree.root, from: tree.root.start },
      ];
      while (level.length > 0 && !full()) {
        const next: typeof level = [];
        for (const { node, from } of level) {
          if (node.origin) continue;
          const range = file.rangeOf(tree, { start: from, end: endOf(tree, node) });
          if (range) add(range.start.line, range.end.line - closerLines(tree, node));
          if (node.kind === 'seq')
            for (const item of node.items) next.push({ node: item, from: item.start });
          if (node.kind === 'map') {
            for (const { key, value } of node.entries) next.push({ node: value, from: key.start });
          }
        }
        level = next;
      }
    }
  }
  if (file.language === 'yaml') {
    for (const [start, end] of commentBlocks(file.text)) add(start, end, FoldingRangeKind.Comment);
  }
  return [...ranges.values()].sort((a, b) => a.startLine - b.startLine);
}

/** The end of a node's last line of content. */
function endOf({ text }: SegmentTree, { start, end }: Node): number {
  let last = end;
  while (last > start && /\s/.test(text[last - 1]!)) last--;
  return last;
}

/** A closing bracket on a line of its own stays in sight. */
function closerLines({ text }: SegmentTree, node: Node): number {
  if (node.kind === 'scalar' || !node.flow) return 0;
  let at = node.end - 1;
  if (!']}'.includes(text[at] ?? ' ')) return 0;
  // Looked at backwards, and no further than needed: a line may hold all the file.
  do at--;
  while (text[at] === ' ' || text[at] === '\t');
  return at < 0 || text[at] === '\n' ? 1 : 0;
}

/** Lines of comments that follow each other, two at least. */
function* commentBlocks(text: string): Generator<[start: number, end: number]> {
  let start: number | undefined;
  let line = 0;
  for (let at = 0; at <= text.length; line++) {
    const feed = text.indexOf('\n', at);
    const end = feed < 0 ? text.length : feed;
    const isComment = /^[ \t]*#/.test(text.slice(at, Math.min(end, at + 200)));
    if (isComment) start ??= line;
    else if (start !== undefined) {
      if (line - 1 > start) yield [start, line - 1];
      start = undefined;
    }
    at = end + 1;
  }
  if (start !== undefined && line - 1 > start) yield [start, line - 1];
}
