import type { Finding } from '../model/finding.ts';
import type { MapNode, Node, SegmentTree } from '../syntax/index.ts';
import { getEntry, suppressions } from '../syntax/index.ts';

const KEY = 'x-callsheet-disable';

/** The rules that a mapping silences for what stands in it, and in no mapping further inside. */
function disabledBy(map: MapNode): readonly string[] {
  const value = getEntry(map, KEY)?.value;
  const items = value?.kind === 'seq' ? value.items : value ? [value] : [];
  return items.flatMap((item) => (item.kind === 'scalar' ? String(item.value) : []));
}

/** The innermost mapping around an offset. */
function mappingAt(root: Node | null, offset: number): MapNode | undefined {
  let found: MapNode | undefined;
  for (let node = root ?? undefined; node; ) {
    if (node.kind === 'map') found = node;
    const children: readonly Node[] =
      node.kind === 'map'
        ? node.entries.map(({ value }) => value)
        : node.kind === 'seq'
          ? node.items
          : [];
    node = children.find((child) => child.start <= offset && offset < child.end);
  }
  return found;
}

const byComment = (tree: SegmentTree, { code, place }: Finding): boolean =>
  suppressions(tree).some(
    ({ line, rules }) =>
      line.start <= place.start && place.start <= line.end && rules.some(({ id }) => id === code),
  );

/**
 * The findings that no comment (`# callsheet-disable-line`, `# callsheet-disable-next-line`) and no
 * `x-callsheet-disable` of their innermost mapping silences.
 */
export function unsuppressed(findings: readonly Finding[]): Finding[] {
  return findings.filter((finding) => {
    const { tree, start } = finding.place;
    if (byComment(tree, finding)) return false;
    if (!tree.text.includes(KEY)) return true;
    const map = mappingAt(tree.root, start);
    return !map || !disabledBy(map).includes(finding.code);
  });
}
