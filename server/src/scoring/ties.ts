/**
 * Decides between alignments that are equally good in what adds up: which one keeps the most relations
 * between calls, and then the rest of the order of scoring.md §1, from (4) on.
 */
import type { Optima } from './assign.ts';
import type { CompiledPath } from './compile.ts';
import { gradeArgument } from './grade.ts';
import { BROKEN, type MatchContext } from './match.ts';
import type { RunView } from './run-view.ts';

/** Up to so many tied optima are compared one by one. */
export const MAX_TIED = 5040;

/** So many exchanges are tried, enough to settle some hundred calls; what is found by then counts. */
const MAX_EXCHANGES = 40_000;

/** Something beside order that an assignment keeps or breaks. */
interface Relation {
  /** The golden calls that it depends on. */
  readonly on: readonly number[];
  kept(match: Int32Array): boolean;
}

type ContextOf = (match: Int32Array, emitted: number) => MatchContext;

/** Turns, and arguments that the call matched to the named one has to yield. */
function relationsOf(path: CompiledPath, run: RunView, contextOf: ContextOf): Relation[] {
  const relations: Relation[] = [];
  for (const golden of path.calls) {
    const { index, call } = golden;
    if (call.turn !== undefined) {
      relations.push({
        on: [index],
        kept: (match) => match[index]! >= 0 && keepsTurn(call.turn, run, match[index]!),
      });
    }
    for (const arg of golden.args) {
      if (!arg.traced) continue;
      relations.push({
        on: [index, ...arg.producers],
        kept(match) {
          const emitted = run.calls[match[index]!];
          if (!emitted?.args || !Object.hasOwn(emitted.args, arg.name)) return false;
          const context = contextOf(match, emitted.index);
          return (gradeArgument(golden, arg, emitted, context) & BROKEN) === 0;
        },
      });
    }
  }
  return relations;
}

/** Whether a call was made in the turn that the golden gives, as far as the run tells. */
export function keepsTurn(turn: number | undefined, run: RunView, emitted: number): boolean {
  const made = run.calls[emitted]!.call.turn;
  return turn === undefined || made === undefined || made === turn;
}

/** What an alignment is worth from (4) on, the more the better, most important first. */
type Worth = readonly number[];

const better = (a: Worth, b: Worth): boolean => {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i]! > b[i]!;
  return false;
};

class Judge {
  private readonly path: CompiledPath;
  private readonly run: RunView;
  private readonly relations: readonly Relation[];
  /** Golden → the relations that depend on it. */
  private readonly touching: readonly (readonly Relation[])[];
  /** Golden → those that have to come before it, and after it. */
  private readonly before: readonly Int32Array[];
  private readonly after: readonly Int32Array[];
  /** Emitted → its batch; calls without one are batches of their own. */
  private readonly batch: Int32Array;

  constructor(path: CompiledPath, run: RunView, contextOf: ContextOf) {
    this.path = path;
    this.run = run;
    this.relations = relationsOf(path, run, contextOf);
    const touching: Relation[][] = path.calls.map(() => []);
    for (const relation of this.relations) {
      for (const golden of new Set(relation.on)) touching[golden]!.push(relation);
    }
    this.touching = touching;
    const successors: number[][] = path.calls.map(() => []);
    for (const [golden, predecessors] of path.predecessors.entries()) {
      for (const predecessor of predecessors) successors[predecessor]!.push(golden);
    }
    this.before = path.predecessors.map((list) => Int32Array.from(list));
    this.after = successors.map((list) => Int32Array.from(list));
    const numbers = new Map<number, number>();
    this.batch = Int32Array.from(run.calls, ({ call, index }) => {
      if (call.batch === undefined) return index;
      if (!numbers.has(call.batch)) numbers.set(call.batch, index);
      return numbers.get(call.batch)!;
    });
  }

  keepsAll(match: Int32Array): boolean {
    return (
      this.relations.every((relation) => relation.kept(match)) &&
      this.before.every((list, golden) => list.every((first) => this.inOrder(match, first, golden)))
    );
  }

  /** How many of the relations that depend on a golden call are kept, but for those that also depend on `except`. */
  keptBy(match: Int32Array, golden: number, except = -1): number {
    let kept = 0;
    for (const relation of this.touching[golden]!) {
      if ((except < 0 || !relation.on.includes(except)) && relation.kept(match)) kept++;
    }
    const before = this.before[golden]!;
    for (let i = 0; i < before.length; i++) {
      if (before[i] !== except && this.inOrder(match, before[i]!, golden)) kept++;
    }
    const after = this.after[golden]!;
    for (let i = 0; i < after.length; i++) {
      if (after[i] !== except && this.inOrder(match, golden, after[i]!)) kept++;
    }
    return kept;
  }

  /** Whether a golden call has no relation that is broken. */
  isContent(match: Int32Array, golden: number): boolean {
    const all =
      this.touching[golden]!.length + this.before[golden]!.length + this.after[golden]!.length;
    return this.keptBy(match, golden) === all;
  }

  /** The worth of a whole alignment. */
  worthOf(match: Int32Array): Worth {
    let kept = 0;
    for (const relation of this.relations) if (relation.kept(match)) kept++;
    for (const [golden, list] of this.before.entries()) {
      for (const first of list) if (this.inOrder(match, first, golden)) kept++;
    }
    const worth = [kept, 0, 0, 0, 0];
    for (let golden = 0; golden < match.length; golden++) {
      for (const [i, part] of this.outcomeOf(golden, match[golden]!).entries()) {
        worth[i + 1]! += part;
      }
    }
    return worth;
  }

  /** What follows relations in the order of worth, for one golden call: (5), (6) and (7). */
  outcomeOf(golden: number, emitted: number): Worth {
    if (emitted < 0) return [0, 0, 0, 0];
    const { succeeded, unknown } = this.run.calls[emitted]!;
    const { optional } = this.path.calls[golden]!.call;
    return [Number(succeeded), Number(unknown), Number(optional), -emitted];
  }

  private inOrder(match: Int32Array, before: number, after: number): boolean {
    const first = match[before]!;
    const second = match[after]!;
    return (
      first >= 0 && second >= 0 && (first < second || this.batch[first] === this.batch[second])
    );
  }
}

/** Exchanges pairs, or a call for an idle one, for as long as that makes an alignment better. */
function exchange(optima: Optima, start: Int32Array, judge: Judge): Int32Array {
  const { loose, options, must } = optima;
  const match = Int32Array.from(start);
  const taken = new Uint8Array(must.length);
  for (const column of match) if (column >= 0) taken[column] = 1;
  const allowed = options.map((list) => new Set(list));
  let left = MAX_EXCHANGES;
  const kept = (a: number, b: number) => judge.keptBy(match, a) + judge.keptBy(match, b, a);
  /** Two calls of one tool change places: only relations can tell the difference. */
  const swap = (a: number, b: number): boolean => {
    const [mine, theirs] = [match[a]!, match[b]!];
    if (mine === theirs || !allowed[a]!.has(theirs) || !allowed[b]!.has(mine)) return false;
    left--;
    const before = kept(a, b);
    match[a] = theirs;
    match[b] = mine;
    if (kept(a, b) > before) return true;
    match[a] = mine;
    match[b] = theirs;
    return false;
  };
  const move = (golden: number, column: number): boolean => {
    const mine = match[golden]!;
    if (column === mine || (mine >= 0 && must[mine]) || (column >= 0 && taken[column]))
      return false;
    left--;
    const before = [judge.keptBy(match, golden), ...judge.outcomeOf(golden, mine)];
    match[golden] = column;
    if (better([judge.keptBy(match, golden), ...judge.outcomeOf(golden, column)], before)) {
      if (mine >= 0) taken[mine] = 0;
      if (column >= 0) taken[column] = 1;
      return true;
    }
    match[golden] = mine;
    return false;
  };
  for (let improved = true; improved && left > 0; ) {
    improved = false;
    for (const [i, a] of loose.entries()) {
      for (const column of options[a]!) if (move(a, column)) improved = true;
      if (left <= 0 || judge.isContent(match, a)) continue;
      for (const [k, b] of loose.entries()) if (k !== i && swap(a, b)) improved = true;
    }
  }
  return match;
}

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
  if (!optima.each(() => ++count <= MAX_TIED)) return exchange(optima, first, judge);
  let best = first;
  let worth: Worth | undefined;
  optima.each((match) => {
    const own = judge.worthOf(match);
    if (worth === undefined || better(own, worth)) {
      worth = own;
      best = Int32Array.from(match);
    }
    return true;
  });
  return best;
}
