import { getEntry } from '../syntax/index.ts';
import type { MapNode, Node, SegmentTree } from '../syntax/node.ts';
import type { DatasetNode } from './located.ts';
import { readCase } from './read-case.ts';
import { asText, memoized, readItems, readKey, readSubject } from './read-parts.ts';

/**
 * Reads the frame of a dataset: everything but its inline cases. Undefined where the root is no mapping.
 * The same node gives the same object.
 */
export const readDataset: (tree: SegmentTree, node?: Node | null) => DatasetNode | undefined =
  memoized((tree, node) => {
    const defaults = readCase(tree, getEntry(node, 'defaults')?.value ?? null);
    return {
      ...readSubject(tree, node),
      kind: 'dataset',
      name: readKey(node, 'dataset', asText),
      defaults,
      defaultMatch: defaults?.expected?.match,
      nearNeighbors: readNeighbors(node),
    };
  });

function readNeighbors(map: MapNode): DatasetNode['nearNeighbors'] {
  const list = getEntry(map, 'near_neighbors')?.value;
  if (list?.kind !== 'seq') return [];
  return list.items
    .filter((item) => item.kind === 'seq')
    .map((node) => ({ node, ids: readItems(node, asText) }));
}
