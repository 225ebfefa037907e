/** Calls that repeat others: retries (scoring.md §1), unsafe ones and duplicates (§5). */
import type { CompiledPath } from '../matching/compile.ts';
import type { CallView, RunView } from '../matching/run-view.ts';

const isSuccessfulRead = (call: CallView): boolean =>
  call.succeeded && call.tool.consequence === 'read';

/** Whether a successful read lies between two calls. */
export const readBetween = (run: RunView, earlier: CallView, later: CallView): boolean =>
  run.between(earlier.index, later.index, isSuccessfulRead);

/** Whether two calls of a tool are equal JSON, but for their idempotency key. */
export function repeats(path: CompiledPath, a: CallView, b: CallView): boolean {
  if (a.tool.id !== b.tool.id) return false;
  const key = path.keyOf(a.tool);
  const identity = a.identity(key);
  return identity !== undefined && identity === b.identity(key);
}

/** Whether two calls carry the same value of their tool's idempotency key. */
export function shareKey(path: CompiledPath, a: CallView, b: CallView): boolean {
  const key = path.keyOf(a.tool);
  const value = a.valueOf(key);
  return value !== undefined && value === b.valueOf(key);
}

function isRetryOf(path: CompiledPath, run: RunView, extra: CallView, matched: CallView): boolean {
  if (!repeats(path, extra, matched)) return false;
  const [first, second] = extra.index < matched.index ? [extra, matched] : [matched, extra];
  if (!run.later(second.index, first.index)) return false;
  if (first.failed || first.call.status === 'input_required') return true;
  return (
    first.unknown &&
    (shareKey(path, first, second) || first.tool.idempotent || readBetween(run, first, second))
  );
}

/** Emitted call → the matched call that it is a retry of, or -1. */
export function findRetries(
  path: CompiledPath,
  run: RunView,
  match: Int32Array,
  goldenOf: Int32Array,
): Int32Array {
  const retryOf = new Int32Array(run.calls.length).fill(-1);
  for (const extra of run.calls) {
    if (goldenOf[extra.index] !== -1) continue;
    for (const matched of match) {
      if (matched >= 0 && isRetryOf(path, run, extra, run.calls[matched]!)) {
        retryOf[extra.index] = matched;
        break;
      }
    }
  }
  return retryOf;
}
