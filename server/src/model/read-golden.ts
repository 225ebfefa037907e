import type { Node, SegmentTree } from '../syntax/node.ts';
import type { GoldenNode } from './located.ts';
import { readOutcome } from './read-outcome.ts';
import { asText, memoized, readJson, readKey, readMap, readSubject } from './read-parts.ts';

/**
 * Reads a golden trajectory from a node, by default the tree's root. Undefined where that is no mapping.
 * The same node gives the same object.
 */
export const readGolden: (tree: SegmentTree, node?: Node | null) => GoldenNode | undefined =
  memoized((tree, node) => {
    const source = readMap(node, 'source')?.value;
    return {
      kind: 'golden',
      goldenId: readKey(node, 'golden_id', asText),
      baseline: readJson(node, 'baseline'),
      tolerance: readJson(node, 'tolerance'),
      sourceTrace: source && readKey(source, 'trace', asText),
      sourceRunId: source && readKey(source, 'run_id', asText),
      ...readSubject(tree, node),
      ...readOutcome(node),
    };
  });
