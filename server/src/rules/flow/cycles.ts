import { say } from '../../l10n/say.ts';
import type { CallNode } from '../../model/located.ts';
import type { CaseContext, Report, TrajectoryContext } from '../rule.ts';
import { type Relation, relationsOf } from './order.ts';

/**
 * Groups of calls that wait for each other, in written order: the strongly connected parts of the
 * relations (Tarjan, with a stack of its own).
 */
export function waitingRings(calls: readonly CallNode[], relations: readonly Relation[]) {
  const next = new Map<CallNode, CallNode[]>(calls.map((call) => [call, []]));
  for (const { before, after } of relations) next.get(after)?.push(before);
  const index = new Map<CallNode, number>();
  const low = new Map<CallNode, number>();
  const open: CallNode[] = [];
  const isOpen = new Set<CallNode>();
  const rings: CallNode[][] = [];
  const enter = (call: CallNode) => {
    index.set(call, index.size);
    low.set(call, index.get(call)!);
    open.push(call);
    isOpen.add(call);
    return { call, step: 0 };
  };
  for (const root of calls) {
    if (index.has(root)) continue;
    const path = [enter(root)];
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const { call } = top;
      const target = next.get(call)![top.step++];
      if (target) {
        if (!index.has(target)) path.push(enter(target));
        else if (isOpen.has(target)) low.set(call, Math.min(low.get(call)!, index.get(target)!));
        continue;
      }
      path.pop();
      const parent = path.at(-1)?.call;
      if (parent) low.set(parent, Math.min(low.get(parent)!, low.get(call)!));
      if (low.get(call) !== index.get(call)) continue;
      const ring = open.splice(open.indexOf(call));
      for (const member of ring) isOpen.delete(member);
      rings.push(ring.sort((a, b) => a.index - b.index));
    }
  }
  return rings;
}

/** A ring of calls, and the relations inside it. */
interface Cycle {
  readonly calls: readonly CallNode[];
  readonly relations: readonly Relation[];
}

function cyclesOf(context: CaseContext, trajectory: TrajectoryContext): Cycle[] {
  const relations = relationsOf(context, trajectory);
  return waitingRings(trajectory.node.calls, relations)
    .map((calls) => {
      const members = new Set(calls);
      return {
        calls,
        relations: relations.filter(
          ({ before, after }) => members.has(before) && members.has(after),
        ),
      };
    })
    .filter(({ relations: inside }) => inside.length > 0);
}

const nameOf = (call: CallNode): string =>
  `\`${call.id?.value ?? call.name?.value ?? call.index}\``;

/** Reports each cycle once, on the reference of its first call: those with a `from_call`, or those without. */
export function reportCycles(kind: Relation['kind'], context: CaseContext, report: Report): void {
  for (const trajectory of context.trajectories) {
    for (const { calls, relations } of cyclesOf(context, trajectory)) {
      const produced = relations.some((relation) => relation.kind === 'from_call');
      if (produced !== (kind === 'from_call')) continue;
      const own = relations.filter(({ after }) => after === calls[0]);
      const stated = own.find((relation) => relation.kind === 'from_call') ?? own[0];
      if (!stated) continue;
      const related = relations
        .filter((relation) => relation !== stated)
        .map(({ before, after, ref }) => ({
          message: say`${nameOf(after)} waits for ${nameOf(before)}`,
          place: { tree: context.subject.tree, start: ref.node.start, end: ref.node.end },
        }));
      const message =
        calls.length === 1
          ? say`${nameOf(calls[0]!)} waits for itself`
          : say`${calls.map(nameOf).join(', ')} wait for each other`;
      report(stated.ref.node, message, { related });
    }
  }
}
