import { findNode, type Node } from '../syntax/index.ts';
import { traceOf } from '../workspace/links/traces.ts';
import type { Snapshot } from '../workspace/workspace.ts';
import { type OutlineItem, rangesOf } from './outline.ts';

/**
 * The runs of a trace file, each with its calls and what became of them. Runs of our own form stand at their
 * place; another dialect tells in many places what one call was, so that there the whole file stands for it.
 */
export function traceOutline(snapshot: Snapshot, maxCalls: number): OutlineItem[] {
  const { file, around } = snapshot;
  const tree = file.source.documents[0]?.frame.tree;
  if (!tree?.root) return [];
  const { root } = tree;
  const { dialect, runs } = traceOf(file, around.config.errorPattern);
  const isOurs = dialect === 'native' && file.language !== 'jsonl';
  const ofRuns = isOurs ? itemsAt(root, 'runs', runs.length) : undefined;
  let left = maxCalls;
  return runs.flatMap(({ runId, caseId, calls }, index): OutlineItem[] => {
    const node = ofRuns?.[index] ?? root;
    const ranges = rangesOf(snapshot, tree, node, undefined);
    if (!ranges) return [];
    const ofCalls = isOurs && (ofRuns || runs.length === 1) && itemsAt(node, 'calls', calls.length);
    const shown = calls.slice(0, left);
    left -= shown.length;
    const children = shown.flatMap(({ name, status }, position): OutlineItem[] => {
      const at = rangesOf(snapshot, tree, (ofCalls || [])[position] ?? node, undefined);
      return at
        ? [{ kind: 'call', name, detail: status ?? 'unanswered', ...at, children: [] }]
        : [];
    });
    const detail = caseId === undefined ? {} : { detail: caseId };
    return [{ kind: 'run', name: runId, ...detail, ...ranges, children }];
  });
}

/** The items of a list, unless some of them were not read. */
function itemsAt(node: Node, key: string, count: number): readonly Node[] | undefined {
  const list = findNode(node, [key]);
  return list?.kind === 'seq' && list.items.length === count ? list.items : undefined;
}
