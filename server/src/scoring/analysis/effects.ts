/** What calls did to the world, and how often (scoring.md §5). */
import type { CompiledPath } from '../matching/compile.ts';
import type { CallView, RunView } from '../matching/run-view.ts';
import { readBetween, repeats, shareKey } from './retries.ts';

/** A call that does again what an earlier one may have done. */
export interface Repeat {
  readonly first: CallView;
  readonly second: CallView;
}

/** How often a tool took effect, and how often the golden calls it. */
export interface EffectCount {
  /** Its last golden call. */
  readonly golden: number;
  readonly fired: number;
  readonly wanted: number;
}

export interface Effects {
  /** Tools whose effect happened more often than the golden calls them. */
  readonly duplicates: readonly EffectCount[];
  readonly unsafeRetries: readonly Repeat[];
  /** Those made while the first call was still working. */
  readonly whilePending: readonly Repeat[];
}

const NONE: Effects = { duplicates: [], unsafeRetries: [], whilePending: [] };

/** How often the effect of a tool happened: as recorded, else as the outcomes tell. */
function timesFired(path: CompiledPath, run: RunView, calls: readonly CallView[]): number {
  if (calls.some(({ call }) => call.effects !== undefined)) {
    return calls.reduce((sum, { call }) => sum + (call.effects ?? 0), 0);
  }
  const disproved = (call: CallView) =>
    call.unknown &&
    calls.some(
      (other) =>
        run.later(other.index, call.index) &&
        repeats(path, call, other) &&
        readBetween(run, call, other),
    );
  let fired = 0;
  const keys = new Set<string>();
  for (const call of calls) {
    if (!(call.succeeded || call.unknown) || disproved(call)) continue;
    const key = call.valueOf(path.keyOf(call.tool));
    if (key === undefined) fired++;
    else keys.add(key);
  }
  return fired + keys.size;
}

/** How often each tool took effect that the golden names, writes, and may not simply call again. */
export function countEffects(path: CompiledPath, run: RunView): EffectCount[] {
  return path.blocks.flatMap(({ toolId, goldens }) => {
    const { tool } = path.calls[goldens[0]!]!;
    if (!tool.writes || tool.idempotent) return [];
    const calls = run.calls.filter((call) => call.tool.id === toolId);
    const fired = calls.length > 0 ? timesFired(path, run, calls) : 0;
    return [{ golden: goldens.at(-1)!, fired, wanted: goldens.length }];
  });
}

/**
 * The first call that each call of a non-idempotent write repeats although it may have taken effect.
 * Calls that stand for two golden ones do not repeat each other.
 */
function findRepeats(
  path: CompiledPath,
  run: RunView,
  goldenOf: Int32Array,
  counts: (first: CallView, second: CallView) => boolean,
): Repeat[] {
  const repeated: Repeat[] = [];
  for (const second of run.calls) {
    const { tool, index } = second;
    if (!tool.writes || tool.idempotent || second.call.status === 'input_required') continue;
    if (second.inert && goldenOf[index] === -1) continue;
    const first = run.calls.find(
      (earlier) =>
        earlier.index < index &&
        earlier.unknown &&
        run.later(index, earlier.index) &&
        repeats(path, earlier, second) &&
        !shareKey(path, earlier, second) &&
        (goldenOf[index] === -1 || goldenOf[earlier.index] === -1) &&
        counts(earlier, second),
    );
    if (first) repeated.push({ first, second });
  }
  return repeated;
}

/** Looks for effects that happened too often, or might have. */
export function findEffects(path: CompiledPath, run: RunView, goldenOf: Int32Array): Effects {
  if (!run.calls.some(({ tool }) => tool.writes && !tool.idempotent)) return NONE;
  return {
    duplicates: countEffects(path, run).filter(({ fired, wanted }) => fired > wanted),
    unsafeRetries: findRepeats(
      path,
      run,
      goldenOf,
      (first, second) => !readBetween(run, first, second),
    ),
    whilePending: findRepeats(path, run, goldenOf, (first) => first.call.status === 'working'),
  };
}
