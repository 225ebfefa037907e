/** Which golden calls come before which (scoring.md §4). */
import type { ExpectedCall, ExpectedPath } from '../../model/expectation.ts';

/**
 * Resolves what `from_call` names to golden calls: an id first, else the earlier listed calls of the
 * tool; where none is earlier, any other call of it.
 */
export function producersOf(
  refs: readonly string[],
  consumer: number,
  calls: readonly ExpectedCall[],
  sameTool: (a: string, b: string) => boolean,
): number[] {
  const found = new Set<number>();
  for (const ref of refs) {
    const byId = calls.findIndex((call) => call.id === ref);
    if (byId >= 0) {
      found.add(byId);
      continue;
    }
    const named = calls.flatMap((call, i) =>
      i !== consumer && sameTool(call.name, ref) ? [i] : [],
    );
    const earlier = named.filter((i) => i < consumer);
    for (const i of earlier.length > 0 ? earlier : named) found.add(i);
  }
  found.delete(consumer);
  return [...found];
}

/** The calls that come directly before a call, as one of the sources of order says. */
type OrderSource = (index: number) => readonly number[];

/** Listed order: the rest follows from the one before. */
const listed: OrderSource = (index) => (index === 0 ? [] : [index - 1]);

/** Which sources of order hold, beside `from_call`, which always does. */
function sourcesOf({ calls, callMode }: ExpectedPath): OrderSource[] {
  if (callMode === 'any_order') return [];
  if (callMode !== 'groups') return [listed];
  const byId = new Map(calls.flatMap((call, i) => (call.id === undefined ? [] : [[call.id, i]])));
  const after: OrderSource = (index) =>
    calls[index]!.after.flatMap((id) => (byId.has(id) ? [byId.get(id)!] : []));
  const groups: OrderSource = (index) => {
    const { group } = calls[index]!;
    if (group === undefined) return [];
    return calls.flatMap((call, i) => (call.group !== undefined && call.group < group ? [i] : []));
  };
  const grouped = calls.some((call) => call.group !== undefined);
  const partial = calls.some((call) => call.hasAfter);
  return grouped || partial ? [groups, after] : [listed];
}

/**
 * The predecessors of each golden call, transitive, ascending.
 *
 * @param producers what each call's `from_call` names
 */
export function predecessors(
  path: ExpectedPath,
  producers: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  const sources = sourcesOf(path);
  const direct = path.calls.map((_, i) => [
    ...new Set([...sources.flatMap((source) => source(i)), ...producers[i]!]),
  ]);
  return direct.map((_, start) => {
    const reached = new Set<number>();
    const todo = [...direct[start]!];
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
      if (reached.has(next)) continue;
      reached.add(next);
      for (const each of direct[next]!) todo.push(each);
    }
    // A cycle is the case's fault, and orders nothing before itself.
    reached.delete(start);
    return [...reached].sort((a, b) => a - b);
  });
}
