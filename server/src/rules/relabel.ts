import { labelOf, toolDigest, vouchesFor } from '../manifest/index.ts';
import type { SubjectNode } from '../model/located.ts';
import type { Toolset } from '../model/tool.ts';
import { getEntry, type SegmentTree } from '../syntax/index.ts';
import { insertEntry, removeEntry, renderFlowMap, renderIn, replaceNode } from './edits.ts';
import { labelsOf, mentionsOf, toolsToLabel } from './labels.ts';
import type { CaseContext, Edit } from './rule.ts';

/** A label, written in another's place; what stands around it, quotes or none, stays. */
export function relabelled(
  tree: SegmentTree,
  { start, end }: { readonly start: number; readonly end: number },
  label: string,
): Edit {
  const text = tree.text.slice(start, end).replace(/sha256:[0-9a-f]*/i, label);
  return { start, end, text };
}

/** The edits that renew those labels of a mapping that no longer vouch for their tools. */
export function renewedLabels(
  { tree, toolsDigest }: Pick<SubjectNode, 'tree' | 'toolsDigest'>,
  toolset: Toolset,
): Edit[] {
  return (toolsDigest?.digests ?? []).flatMap(({ key, value, node }): Edit[] => {
    const tool = key && toolset.find(String(key.value));
    if (!tool || node.origin || vouchesFor(value, toolDigest(tool))) return [];
    return [relabelled(tree, node, labelOf(toolDigest(tool), value.length))];
  });
}

/**
 * The edits that label a case or golden with its tools as they are: labels are renewed and added. Where
 * nothing is to add, the labels of tools that neither it nor its manifests know any more are taken out:
 * both at once could touch the same text.
 *
 * @returns undefined where what has to change came through an alias or a merge key
 */
export function labelEdits(context: CaseContext): readonly Edit[] | undefined {
  const { subject, scope } = context;
  const { tree, node, toolsDigest } = subject;
  const { labels } = labelsOf(context);
  const labelled = new Set(labels.map(({ tool }) => tool));
  const tools = [...toolsToLabel(context)];
  const missing = tools.filter(([, tool]) => !labelled.has(tool));
  // The labels of a dataset do for a case that names no other tools.
  if (!toolsDigest && missing.length === 0) return [];
  const texts = (list: typeof tools) =>
    list.map(([name, tool]) => [name, renderIn(tree, labelOf(toolDigest(tool)))] as const);
  if (!toolsDigest) return allOf([insertEntry(tree, node, 'tools_digest', texts(tools))]);
  const { node: map } = toolsDigest;
  const renewed = renewedLabels(subject, scope.toolset);
  if (map.entries.length === 0 && missing.length > 0) {
    return map.origin ? undefined : [replaceNode(map, renderFlowMap(tree, texts(missing)))];
  }
  if (missing.length > 0) {
    const added = texts(missing).map(([name, text]) => insertEntry(tree, map, name, text));
    return allOf([...renewed, ...added]);
  }
  return renewed.length > 0 ? renewed : withoutStale(context);
}

const allOf = (edits: readonly (Edit | undefined)[]): readonly Edit[] | undefined => {
  const made = edits.filter((edit) => edit !== undefined);
  return made.length === edits.length ? made : undefined;
};

/** Takes one label out that is of no tool any more, or the whole mapping where no other is left. */
function withoutStale(context: CaseContext): readonly Edit[] | undefined {
  const { subject, scope } = context;
  const { tree, node, toolsDigest } = subject;
  if (!toolsDigest || !scope.toolset.complete) return [];
  const { labels } = labelsOf(context);
  const named = new Set(mentionsOf(context).map(({ value }) => value));
  const stale = labels.find(({ name, tool }) => !tool && !named.has(name));
  if (!stale) return [];
  const [from, key] =
    toolsDigest.node.entries.length > 1
      ? ([toolsDigest.node, stale.name] as const)
      : ([node, 'tools_digest'] as const);
  const entry = getEntry(from, key);
  return allOf([entry && removeEntry(tree, from, entry)]);
}
