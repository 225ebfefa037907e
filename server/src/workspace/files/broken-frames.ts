import type { SegmentTree, SourceFile } from '../../syntax/index.ts';
import { DerivedLists } from './derived.ts';

const isBroken = ({ problems }: SegmentTree): boolean =>
  problems.some(({ code }) => code === 'yaml-syntax');

const broken = new WeakMap<SourceFile, ReadonlySet<SegmentTree>>();
const brokenItems = new DerivedLists<SegmentTree, boolean>();

/** The frames of the documents that have a syntax error, in whatever part. */
export function brokenFrames(source: SourceFile): ReadonlySet<SegmentTree> {
  const known = broken.get(source);
  if (known) return known;
  const found = new Set<SegmentTree>();
  for (const { frame, items } of source.documents) {
    const trees = items.map(({ tree }) => tree);
    const anyItem = brokenItems.of(frame.tree, trees, isBroken).includes(true);
    if (anyItem || isBroken(frame.tree)) found.add(frame.tree);
  }
  broken.set(source, found);
  return found;
}
