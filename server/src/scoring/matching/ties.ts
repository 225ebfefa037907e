/**
 * Decides between alignments that are equally good in what adds up: which one keeps the most relations
 * between calls, and then the rest of the order of scoring.md §1, from (4) on.
 */
import type { Optima } from './assign.ts';
import type { CompiledPath } from './compile.ts';
import { Exchange } from './exchange.ts';
import { better, type ContextOf, Judge, type Worth } from './judge.ts';
import type { RunView } from './run-view.ts';

/** Up to so many tied optima are compared one by one. */
export const MAX_TIED = 5040;

/**
 * The best of the tied optima: exactly while there are at most `MAX_TIED`, beyond that by exchanging
 * pairs.
 *
 * @param optima those of (1) to (3)
 * @param first the best of them by what comes after (4)
 */
export function breakTies(
  optima: Optima,
  first: Int32Array,
  path: CompiledPath,
  run: RunView,
  contextOf: ContextOf,
): Int32Array {
  const judge = new Judge(path, run, contextOf);
  if (judge.keepsAll(first)) return first;
  let count = 0;
  if (!optima.each(() => ++count <= MAX_TIED)) return new Exchange(optima, first, judge).run();
  let best = first;
  let worth: Worth | undefined;
  optima.each((match) => {
    const own = judge.worthOf(match, optima.loose);
    if (worth === undefined || better(own, worth)) {
      worth = own;
      best = Int32Array.from(match);
    }
    return true;
  });
  return best;
}
