import type { CallNode } from '../../model/located.ts';
import { getEntry, type SegmentTree } from '../../syntax/index.ts';
import { insertEntry, renderFlowMap } from '../edits.ts';
import type { Edit } from '../rule.ts';

/** Gives a call one more argument, and `args` where it has none; `value` is text as it is written. */
export function insertArgument(
  tree: SegmentTree,
  call: CallNode,
  name: string,
  value: string,
): Edit | undefined {
  if (call.args) return insertEntry(tree, call.args.node, name, value);
  const empty = getEntry(call.node, 'args')?.value;
  if (!empty) return insertEntry(tree, call.node, 'args', [[name, value]]);
  return { start: empty.start, end: empty.end, text: ` ${renderFlowMap(tree, [[name, value]])}` };
}
