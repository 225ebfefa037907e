/** What stands outside of cases: the frame of a dataset, and a configuration. */
import type { CaseNode } from '../model/located.ts';
import type { SchemaKind } from '../model/schema/index.ts';
import type { Toolset } from '../model/tool.ts';
import {
  type Entry,
  nodesAt,
  type Path,
  type SegmentTree,
  type Span,
  segmentAt,
  toSegmentOffset,
} from '../syntax/index.ts';
import { toolsOrigin } from '../workspace/links/toolsets.ts';
import type { Snapshot } from '../workspace/workspace.ts';
import type { FeatureContext } from './host.ts';

/** A key or value at a position, whatever holds it. */
export interface FramePlace {
  readonly kind: SchemaKind;
  readonly tree: SegmentTree;
  readonly path: Path;
  readonly onKey: boolean;
  readonly entry?: Entry;
  readonly span: Span;
}

const KINDS: Readonly<Record<string, SchemaKind>> = {
  case: 'case',
  golden: 'golden',
  dataset: 'dataset',
  config: 'config',
};

/** What stands at an offset of a file that an author writes, with the model that describes it. */
export function frameAt({ file }: Snapshot, offset: number): FramePlace | undefined {
  const kind = file.kind && KINDS[file.kind];
  const place = segmentAt(file.source, offset);
  if (!kind || !place) return undefined;
  const { tree } = place.segment;
  const found = nodesAt(tree.root, toSegmentOffset(place.segment, offset));
  const node = found.chain.at(-1);
  if (!node) return undefined;
  const { path, onKey, entry } = found;
  const isItem = place.itemIndex !== undefined;
  return {
    kind: isItem ? 'case-item' : kind,
    tree,
    path,
    onKey,
    span: onKey && entry ? entry.key : node,
    ...(entry && { entry }),
  };
}

/** The tools that names outside of cases mean: those of the file's first case, else the configuration's. */
export function frameToolset({ workspace, snapshot }: FeatureContext): Toolset {
  const [unit] = snapshot.contents.units;
  if (unit) return snapshot.scopeOf(unit).toolset;
  const { file, around, contents } = snapshot;
  const [node] = contents.datasets;
  const origin = toolsOrigin({
    uri: file.uri,
    subject: NOBODY,
    goldens: [],
    config: around.config,
    ...(node && { dataset: { uri: file.uri, node } }),
  });
  return workspace.toolsets.of(origin, around.config);
}

/** A case that names no tools of its own. */
const NOBODY: CaseNode = {
  kind: 'case',
  tree: { text: '', root: null, problems: [] },
  node: { kind: 'map', entries: [], flow: false, start: 0, end: 0 },
  traces: [],
};
