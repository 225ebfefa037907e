import type {
  CallNode,
  CaseNode,
  GoldenNode,
  MatchNode,
  TrajectoryNode,
} from '../model/located.ts';
import type { CaseContext, Scope, TrajectoryContext } from './rule.ts';

/** The trajectories whose calls are written in the case or golden itself, in written order. */
function trajectoriesOf(subject: CaseNode | GoldenNode): readonly TrajectoryNode[] {
  if (subject.kind === 'golden') return subject.trajectory ? [subject.trajectory] : [];
  const { trajectory, anyOf } = subject.expected ?? {};
  return [trajectory, ...(anyOf?.paths.map((path) => path.trajectory) ?? [])].filter(
    (found) => found !== undefined,
  );
}

/** What a case or golden is linted with: its trajectories, each with the match settings that hold for it. */
export function caseContext(scope: Scope, subject: CaseNode | GoldenNode): CaseContext {
  const own = subject.kind === 'golden' ? subject.match : subject.expected?.match;
  const inherited = subject.kind === 'golden' ? undefined : scope.dataset?.defaultMatch;
  /** The nearest of several settings wins (format.md, `match`). */
  const nearest = <T>(call: CallNode | undefined, read: (match: MatchNode) => T | undefined) => {
    for (const match of [call?.match, own, inherited]) {
      const value = match && read(match);
      if (value !== undefined) return value;
    }
    return undefined;
  };
  const trajectories = trajectoriesOf(subject).map(
    (node): TrajectoryContext => ({
      node,
      callMode: nearest(undefined, (match) => match.calls?.value) ?? 'groups',
      argsMode: (call) => nearest(call, (match) => match.args?.value) ?? 'exact',
      compare: (call) => nearest(call, (match) => match.compare?.value),
      ignoreArgs: (call) =>
        nearest(call, (match) => match.ignoreArgs?.items.map((item) => item.value)) ?? [],
    }),
  );
  return { scope, subject, trajectories };
}
