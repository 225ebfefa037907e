import type { CallNode, CaseNode, GoldenNode, TrajectoryNode } from '../../model/located.ts';
import { readCase } from '../../model/read-case.ts';
import { readDataset } from '../../model/read-dataset.ts';
import { readGolden } from '../../model/read-golden.ts';
import type { SchemaKind } from '../../model/schema/index.ts';
import {
  type CursorPlace,
  findNode,
  type MapNode,
  type Node,
  type Path,
  parseAtCursor,
  type SegmentTree,
} from '../../syntax/index.ts';
import type { Unit } from '../../workspace/files/contents.ts';
import type { TrackedScope } from '../../workspace/links/scopes.ts';
import type { ClientAbilities, FeatureContext } from '../host.ts';
import { trajectoriesOf } from '../target.ts';

/** What completion needs to know of the world. */
export interface CompletionContext
  extends Pick<FeatureContext, 'workspace' | 'snapshot' | 'findings' | 'files'> {
  readonly client: Pick<ClientAbilities, 'snippets' | 'insertReplace'>;
}

/** Where something is typed, with all that is known around it. */
export interface Site {
  readonly context: CompletionContext;
  readonly offset: number;
  readonly cursor: CursorPlace;
  readonly kind: SchemaKind;
  /** The case, golden, dataset or configuration without what is being typed; paths start here. */
  readonly root: Node | null;
  readonly path: Path;
  readonly subject: CaseNode | GoldenNode;
  readonly scope: TrackedScope;
}

const NOTHING: MapNode = { kind: 'map', entries: [], flow: false, start: 0, end: 0 };

const KINDS: Readonly<Record<string, SchemaKind>> = {
  case: 'case',
  golden: 'golden',
  dataset: 'dataset',
  config: 'config',
};

/** The place of the cursor; undefined in a comment, and in files that nobody writes by hand. */
export function siteAt(context: CompletionContext, offset: number): Site | undefined {
  const { file } = context.snapshot;
  const fileKind = file.kind && KINDS[file.kind];
  const cursor = fileKind && parseAtCursor(file.source, offset);
  if (!fileKind || !cursor) return undefined;
  const { kind, root, path } = startOf(fileKind, cursor);
  const tree: SegmentTree = { text: cursor.segment.tree.text, root, problems: [] };
  const map = root?.kind === 'map' ? root : NOTHING;
  const subject = kind === 'golden' ? readGolden(tree, map)! : readCase(tree, map)!;
  const dataset = kind === 'case-item' ? readDataset(cursor.document.frame.tree) : undefined;
  const unit: Unit = {
    tree,
    subject,
    frame: cursor.document.frame.tree,
    ...(dataset && { dataset }),
  };
  const scope = context.snapshot.scopeOf(unit);
  return { context, offset, cursor, kind, root, path, subject, scope };
}

/** A dataset's case is looked at by itself, also where the list of cases could not be cut. */
function startOf(kind: SchemaKind, { itemIndex, root, path }: CursorPlace) {
  if (kind !== 'dataset') return { kind, root, path };
  if (itemIndex !== undefined) return { kind: 'case-item' as const, root, path };
  if (path[0] === 'cases' && typeof path[1] === 'number') {
    const item = findNode(root, path.slice(0, 2)) ?? null;
    return { kind: 'case-item' as const, root: item, path: path.slice(2) };
  }
  return { kind, root, path };
}

/** A place inside an expected call. */
export interface CallPlace {
  /** From the call down. */
  readonly rest: Path;
  /** As far as it can be read. */
  readonly node?: MapNode;
  readonly call?: CallNode;
  readonly trajectory?: TrajectoryNode;
}

/** The expected call that a path leads into. */
export function callAt(site: Site, path: Path): CallPlace | undefined {
  const depth = callsDepth(path);
  const index = path[depth + 1];
  if (depth < 0 || typeof index !== 'number') return undefined;
  const rest = path.slice(depth + 2);
  const list = findNode(site.root, path.slice(0, depth + 1));
  const node = list?.kind === 'seq' ? list.items[index] : undefined;
  const trajectory = trajectoriesOf(site).find((each) => each.node === list);
  const call = trajectory?.calls.find((each) => each.node === node);
  return {
    rest,
    ...(node?.kind === 'map' && { node }),
    ...(trajectory && { trajectory }),
    ...(call && { call }),
  };
}

/** Where in a path the list of a golden trajectory's calls stands: never inside arguments or outputs. */
function callsDepth(path: Path): number {
  const start = path[0] === 'expected' ? 1 : 0;
  const depth = path[start] === 'any_of' ? start + 2 : start;
  return path[depth] === 'calls' ? depth : -1;
}

/**
 * A path as the tables of sources name it: indexes are `#`, what stands in a call begins with `call`, and
 * `expected` and `defaults` are left out, since the same keys mean the same in cases, goldens and defaults.
 */
export function addressOf(site: Site, path: Path): string {
  const call = callAt(site, path);
  const steps = call ? ['call', ...call.rest] : path;
  const from = steps[0] === 'defaults' ? 1 : 0;
  return steps
    .slice(steps[from] === 'expected' ? from + 1 : from)
    .map((step) => (typeof step === 'number' ? '#' : step))
    .join('.');
}
