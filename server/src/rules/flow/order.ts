import type { CallNode, Located } from '../../model/located.ts';
import type { Toolset } from '../../model/tool.ts';
import { perContext } from '../memo.ts';
import type { CaseContext, TrajectoryContext } from '../rule.ts';
import { type ReferenceSite, referenceSites } from '../walk.ts';

/** What a `from_call` reference leads to. */
export type Resolution =
  | { readonly kind: 'call'; readonly call: CallNode }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'self' }
  /** Only to calls that cannot come earlier. */
  | { readonly kind: 'later'; readonly call: CallNode }
  | { readonly kind: 'ambiguous'; readonly calls: readonly CallNode[] };

/** A relation that the trajectory states: `before` comes before `after`. */
export interface Relation {
  readonly kind: 'from_call' | 'after';
  readonly before: CallNode;
  readonly after: CallNode;
  /** The reference, on the later call. */
  readonly ref: Located<string>;
}

/** How the calls of a trajectory are ordered, apart from `from_call` and `after` themselves. */
type Frame = 'listed' | 'groups' | 'none';

/** format.md, `group` and `after`; scoring.md §4 for the modes. */
export function frameOf({ node, callMode }: TrajectoryContext): Frame {
  if (callMode === 'in_order' || callMode === 'exact') return 'listed';
  if (callMode === 'any_order') return 'none';
  if (node.calls.some((call) => call.group)) return 'groups';
  return node.calls.some((call) => call.hasAfter) ? 'none' : 'listed';
}

/** Whether one call may come before another, as far as list and groups say. */
export function mayPrecede(trajectory: TrajectoryContext, a: CallNode, b: CallNode): boolean {
  switch (frameOf(trajectory)) {
    case 'listed':
      return a.index < b.index;
    case 'groups':
      return !a.group || !b.group || a.group.value <= b.group.value;
    default:
      return a !== b;
  }
}

export const callsById = (trajectory: TrajectoryContext, id: string): CallNode[] =>
  trajectory.node.calls.filter((call) => call.id?.value === id);

const callsByTool = (trajectory: TrajectoryContext, name: string, toolset: Toolset): CallNode[] =>
  trajectory.node.calls.filter((call) => call.name && toolset.same(call.name.value, name));

/** What a `from_call` of a call means: ids win over tool names, and of tool names only an earlier one counts. */
export function resolve(
  trajectory: TrajectoryContext,
  call: CallNode,
  name: string,
  toolset: Toolset,
): Resolution {
  const byId = callsById(trajectory, name);
  const candidates = byId.length > 0 ? byId : callsByTool(trajectory, name, toolset);
  if (candidates.length === 0) return { kind: 'unknown' };
  const others = candidates.filter((candidate) => candidate !== call);
  if (others.length === 0) return { kind: 'self' };
  const earlier = others.filter((candidate) => mayPrecede(trajectory, candidate, call));
  if (earlier.length === 0) return { kind: 'later', call: others[0]! };
  // Several calls with one id are reported as that.
  if (earlier.length === 1 || byId.length > 0) return { kind: 'call', call: earlier[0]! };
  return { kind: 'ambiguous', calls: earlier };
}

/** A `from_call` reference with what it leads to. */
export interface ResolvedReference extends ReferenceSite {
  readonly resolution: Resolution;
}

/** Every `from_call` reference of the segment. */
export const resolvedReferences = perContext((context): readonly ResolvedReference[] =>
  context.trajectories.flatMap((trajectory) =>
    trajectory.node.calls.flatMap((call) =>
      referenceSites(context, { trajectory, call }).map((site) => ({
        ...site,
        resolution: resolve(trajectory, call, site.ref.value, context.scope.toolset),
      })),
    ),
  ),
);

/** Whether groups, or `any_order`, forbid what an `after` says. */
export const contradictsAfter = (
  { callMode }: TrajectoryContext,
  before: CallNode,
  after: CallNode,
): 'mode' | 'group' | undefined => {
  if (callMode === 'any_order') return 'mode';
  if (before.group && after.group && before.group.value > after.group.value) return 'group';
  return undefined;
};

/** The relations of a trajectory that hold: references that are reported for themselves are left out. */
export function relationsOf(context: CaseContext, trajectory: TrajectoryContext): Relation[] {
  const produced = resolvedReferences(context)
    .filter((site) => site.trajectory === trajectory)
    .flatMap(({ call, ref, resolution }): Relation[] =>
      resolution.kind === 'call'
        ? [{ kind: 'from_call', before: resolution.call, after: call, ref }]
        : [],
    );
  const written = trajectory.node.calls.flatMap((call) =>
    call.after.flatMap((ref): Relation[] => {
      const before = callsById(trajectory, ref.value)[0];
      if (!before || contradictsAfter(trajectory, before, call)) return [];
      return [{ kind: 'after', before, after: call, ref }];
    }),
  );
  return [...produced, ...written];
}
