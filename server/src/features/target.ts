import type { CallNode, Located, TrajectoryNode } from '../model/located.ts';
import {
  type Entry,
  findNode,
  type Node,
  nodesAt,
  type Path,
  type Span,
  segmentAt,
  toSegmentOffset,
} from '../syntax/index.ts';
import type { Unit } from '../workspace/files/contents.ts';
import type { Snapshot } from '../workspace/workspace.ts';

/** A call of a case's golden trajectories, and how the cursor's path goes on inside it. */
export interface CallTarget {
  readonly trajectory: TrajectoryNode;
  readonly call: CallNode;
  readonly rest: Path;
}

/** What stands at a position of a file. */
export interface Target {
  readonly unit: Unit;
  /** From the case's mapping down to the innermost node. */
  readonly path: Path;
  readonly node: Node;
  readonly entry?: Entry;
  /** Whether the position is on the key of `entry`. */
  readonly onKey: boolean;
  /** The token, in the unit's tree. */
  readonly span: Span;
  /** Set inside a call of the case's trajectories. */
  readonly call?: CallTarget;
}

/** The case or golden trajectory at an offset of the file. */
export function unitAt(snapshot: Snapshot, offset: number): { unit: Unit; at: number } | undefined {
  const place = segmentAt(snapshot.file.source, offset);
  if (!place) return undefined;
  const at = toSegmentOffset(place.segment, offset);
  const unit = snapshot.contents.units.find(
    ({ tree, subject: { node } }) =>
      tree === place.segment.tree && node.start <= at && at <= node.end,
  );
  return unit && { unit, at };
}

/** What stands at an offset of the file; undefined outside of every case. */
export function targetAt(snapshot: Snapshot, offset: number): Target | undefined {
  const found = unitAt(snapshot, offset);
  if (!found) return undefined;
  const { unit, at } = found;
  const { path, chain, entry, onKey } = nodesAt(unit.subject.node, at);
  const node = onKey && entry ? entry.value : chain.at(-1);
  if (!node) return undefined;
  const call = callAt(unit, path);
  return {
    unit,
    path,
    node,
    onKey,
    span: onKey && entry ? entry.key : node,
    ...(entry && { entry }),
    ...(call && { call }),
  };
}

/** The trajectories that are written in a case or golden itself. */
export function trajectoriesOf({ subject }: Pick<Unit, 'subject'>): TrajectoryNode[] {
  if (subject.kind === 'golden') return subject.trajectory ? [subject.trajectory] : [];
  const { trajectory, anyOf } = subject.expected ?? {};
  return [trajectory, ...(anyOf?.paths.map((path) => path.trajectory) ?? [])].filter(
    (each) => each !== undefined,
  );
}

function callAt(unit: Unit, path: Path): CallTarget | undefined {
  const depth = path.indexOf('calls');
  const index = path[depth + 1];
  if (depth < 0 || typeof index !== 'number') return undefined;
  for (const trajectory of trajectoriesOf(unit)) {
    const list = findNode(unit.subject.node, path.slice(0, depth + 1));
    if (list !== trajectory.node) continue;
    const node = trajectory.node.items[index];
    const call = trajectory.calls.find((each) => each.node === node);
    return call && { trajectory, call, rest: path.slice(depth + 2) };
  }
  return undefined;
}

/** The argument whose key or value the target is in, with the path from it down. */
export function argumentAt({ call }: Target): { name: string; inside: Path } | undefined {
  const [key, name, ...inside] = call?.rest ?? [];
  return key === 'args' && typeof name === 'string' ? { name, inside } : undefined;
}

/** The calls that bear an id, else those of a tool. */
export function callsNamed(trajectory: TrajectoryNode, name: string): readonly CallNode[] {
  const bears = (located: Located<string> | undefined) => located?.value === name;
  const byId = trajectory.calls.filter(({ id }) => bears(id));
  return byId.length > 0 ? byId : trajectory.calls.filter((call) => bears(call.name));
}
