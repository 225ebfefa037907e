/** What a `from_call` may draw on (scoring.md §3). */
import type { CompiledPath } from './compile.ts';
import { type Output, Pool } from './outputs.ts';
import type { CallView, RunView } from './run-view.ts';

const NOTHING = new Pool([], false);

/** What some calls gave before another, or all that a log tells of, where that is all there is. */
function drawnFrom(run: RunView, calls: readonly CallView[], before: number): Pool {
  const log = run.logOutput;
  if (log) return calls.length > 0 ? new Pool([log], false) : NOTHING;
  let unknown = false;
  const outputs: Output[] = [];
  for (const call of calls) {
    if (!run.later(before, call.index)) continue;
    const { output } = call;
    if (output === undefined) unknown = true;
    else if (output !== null) outputs.push(output);
  }
  return new Pool(outputs, unknown);
}

/**
 * While aligning: whatever an earlier call of a producer's tool gave. What was matched is not known
 * yet. The pools of one emitted call are made once.
 */
export function anyEarlier(
  path: CompiledPath,
  run: RunView,
  before: number,
): (producers: readonly number[]) => Pool {
  let made: Map<string, Pool> | undefined;
  return (producers) => {
    const tools = new Set(producers.map((golden) => path.calls[golden]!.tool.id));
    const key = [...tools].join(' ');
    made ??= new Map();
    let pool = made.get(key);
    if (!pool) {
      const calls = run.calls.filter((call) => tools.has(call.tool.id));
      pool = drawnFrom(run, calls, before);
      made.set(key, pool);
    }
    return pool;
  };
}

/** While grading: what the calls matched to the producers gave earlier. */
export function matchedEarlier(
  run: RunView,
  matched: ArrayLike<number>,
  producers: readonly number[],
  before: number,
): Pool {
  const calls: CallView[] = [];
  for (const golden of producers) {
    if (matched[golden]! >= 0) calls.push(run.calls[matched[golden]!]!);
  }
  return drawnFrom(run, calls, before);
}
