/** What a `from_call` may draw on (scoring.md §3). */
import type { CompiledPath } from './compile.ts';
import type { Pool } from './match.ts';
import type { Output } from './outputs.ts';
import type { CallView, RunView } from './run-view.ts';

const NOTHING: Pool = { outputs: [], unknown: false };

function poolOf(run: RunView, calls: readonly CallView[], before: number): Pool {
  let unknown = false;
  const outputs: Output[] = [];
  for (const call of calls) {
    if (!run.later(before, call.index)) continue;
    const { output } = call;
    if (output === undefined) unknown = true;
    else if (output !== null) outputs.push(output);
  }
  return { outputs, unknown };
}

/**
 * While aligning: whatever an earlier call of a producer's tool gave. What was matched is not known
 * yet.
 */
export function anyEarlier(
  path: CompiledPath,
  run: RunView,
  producers: readonly number[],
  before: number,
): Pool {
  const tools = new Set(producers.map((golden) => path.calls[golden]!.tool.id));
  const calls = run.calls.filter((call) => tools.has(call.tool.id));
  const log = run.logOutput;
  if (log) return calls.length > 0 ? { outputs: [log], unknown: false } : NOTHING;
  return poolOf(run, calls, before);
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
  const log = run.logOutput;
  if (log) return calls.length > 0 ? { outputs: [log], unknown: false } : NOTHING;
  return poolOf(run, calls, before);
}
