import type { CallNode, ExpectedNode, GoldenNode, TrajectoryNode } from '../../model/located.ts';
import type { ScalarNode } from '../../syntax/node.ts';
import type { CaseContext } from '../rule.ts';

/** One acceptable path of a case, and the key in the case that gives it. */
export interface WrittenPath {
  readonly key: ScalarNode;
  readonly calls: readonly CallNode[];
  /** Set where the calls stand in another file. */
  readonly golden?: GoldenNode;
}

/** Every path of a case; undefined where a golden trajectory that it names cannot be read. */
export function writtenPaths(
  context: CaseContext,
  expected: ExpectedNode,
): WrittenPath[] | undefined {
  const paths: WrittenPath[] = [];
  const add = (
    key: ScalarNode,
    trajectory: TrajectoryNode | undefined,
    golden?: GoldenNode,
  ): void => {
    paths.push({ key, calls: trajectory?.calls ?? [], golden });
  };
  const references = [
    { key: expected.golden?.key, golden: expected.golden },
    ...(expected.anyOf?.paths ?? []).map(({ golden }) => ({ key: expected.anyOf?.key, golden })),
  ];
  if (expected.trajectory) add(expected.trajectory.key, expected.trajectory);
  for (const path of expected.anyOf?.paths ?? []) {
    if (path.trajectory) add(expected.anyOf!.key, path.trajectory);
  }
  for (const { key, golden } of references) {
    if (!key || !golden) continue;
    const found = context.scope.golden(golden.value);
    if (found.kind !== 'found') return undefined;
    add(key, found.golden.trajectory, found.golden);
  }
  return paths;
}
