import type { Alignment } from '../matching/align.ts';
import type { CompiledPath } from '../matching/compile.ts';
import { keepsTurn } from '../matching/judge.ts';
import type { RunView } from '../matching/run-view.ts';

/** A matched golden call that was made too early, or in another turn. */
export interface OrderViolation {
  readonly golden: number;
  /** The golden call that should have come before; undefined where the turn is wrong. */
  readonly predecessor?: number;
}

/** Each golden call once (scoring.md §4). */
export function findOrderViolations(
  path: CompiledPath,
  run: RunView,
  { match }: Alignment,
): OrderViolation[] {
  const violations: OrderViolation[] = [];
  for (const { index, call } of path.calls) {
    const emitted = match[index]!;
    if (emitted < 0) continue;
    const predecessor = path.predecessors[index]!.find(
      (other) => match[other]! >= 0 && run.later(match[other]!, emitted),
    );
    if (predecessor !== undefined) violations.push({ golden: index, predecessor });
    else if (!keepsTurn(call.turn, run, emitted)) violations.push({ golden: index });
  }
  return violations;
}
