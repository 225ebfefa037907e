/** Names in a configuration, or a dataset's frame, that lead to nothing. */
import { say } from '../../l10n/say.ts';
import type { Located, ToolsSource } from '../../model/located.ts';
import { GATE_METRICS } from '../../scoring/set/gates.ts';
import { getEntry, type MapNode, type Node, type SegmentTree } from '../../syntax/index.ts';
import { suggestions } from '../fixes.ts';
import type { FileLookup, Finding } from '../rule.ts';

/** A finding about a name, with the names that may have been meant. */
export function nameFinding(
  code: string,
  tree: SegmentTree,
  { start, end }: Node,
  name: string,
  { what, known }: { readonly what: string; readonly known: Iterable<string> },
): Finding {
  const { hint, data } = suggestions(name, known);
  const message = say`there is no ${what} \`${name}\`${hint}`;
  return { code, severity: 'error', message, place: { tree, start, end }, data };
}

/** The text that is written at a way of keys, where there is one. */
export function textAt(map: MapNode, ...keys: readonly string[]): Located<string> | undefined {
  let node: Node | undefined = map;
  for (const key of keys) node = node?.kind === 'map' ? getEntry(node, key)?.value : undefined;
  return node?.kind === 'scalar' && typeof node.value === 'string'
    ? { value: node.value, node }
    : undefined;
}

/** The mappings of the list under `gates`. */
export function gatesOf(map: MapNode): MapNode[] {
  const list = getEntry(map, 'gates')?.value;
  return list?.kind === 'seq' ? list.items.filter((item) => item.kind === 'map') : [];
}

/** Gates on metrics that nothing computes. */
export const gateFindings = (tree: SegmentTree, map: MapNode): Finding[] =>
  gatesOf(map).flatMap((gate) => {
    const metric = textAt(gate, 'metric');
    if (!metric || GATE_METRICS.includes(metric.value)) return [];
    return [
      nameFinding('bad-value', tree, metric.node, metric.value, {
        what: 'metric',
        known: GATE_METRICS,
      }),
    ];
  });

/** A path that leads to no readable file. */
export function pathFinding(
  code: string,
  tree: SegmentTree,
  { value, node: { start, end } }: Located<string>,
  found: FileLookup | undefined,
): Finding[] {
  if (!found || found.ok) return [];
  const message = say`cannot read \`${value}\`: ${found.reason}`;
  const data = { nearest: [...found.nearest] };
  return [{ code, severity: 'error', message, place: { tree, start, end }, data }];
}

/** Manifests under `tools` that cannot be read. */
export const manifestFindings = (
  tree: SegmentTree,
  sources: readonly ToolsSource[],
  manifest: (path: string) => FileLookup | undefined,
): Finding[] =>
  sources.flatMap((source) =>
    source.kind === 'path'
      ? pathFinding('tools-unreadable', tree, source.path, manifest(source.path.value))
      : [],
  );
