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
  /** Golden → those that have to come after it. */
  private readonly successors: readonly (readonly number[])[];

  constructor(path: CompiledPath, run: RunView, contextOf: ContextOf) {
    this.path = path;
    this.run = run;
    this.relations = relationsOf(path, run, contextOf);
    const successors: number[][] = path.calls.map(() => []);
    for (const [golden, predecessors] of path.predecessors.entries()) {
      for (const predecessor of predecessors) successors[predecessor]!.push(golden);
    }
    this.successors = successors;
  }

  keepsAll(match: Int32Array): boolean {
    return (
      this.relations.every((relation) => relation.kept(match)) &&
      this.path.predecessors.every((before, golden) =>
        before.every((predecessor) => this.inOrder(match, predecessor, golden)),
      )
    );
  }

  /** The worth of what depends on some golden calls, the rest being equal. */
  worthOf(match: Int32Array, goldens: readonly number[]): Worth {
    let kept = 0;
    for (const relation of this.relations) {
      if (relation.on.some((golden) => goldens.includes(golden)) && relation.kept(match)) kept++;
    }
    let [succeeded, unknown, optional, position] = [0, 0, 0, 0];
    const counted = new Uint8Array(match.length);
    for (const golden of goldens) {
      counted[golden] = 1;
      for (const before of this.path.predecessors[golden]!) {
        if (counted[before] === 0 && this.inOrder(match, before, golden)) kept++;
      }
      for (const after of this.successors[golden]!) {
        if (counted[after] === 0 && this.inOrder(match, golden, after)) kept++;
      }
      const emitted = this.run.calls[match[golden]!];
      if (!emitted) continue;
      if (emitted.succeeded) succeeded++;
      else if (emitted.unknown) unknown++;
      if (this.path.calls[golden]!.call.optional) optional++;
      position += emitted.index;
    }
    return [kept, succeeded, unknown, optional, -position];
  }

  private inOrder(match: Int32Array, before: number, after: number): boolean {
    const first = match[before]!;
    const second = match[after]!;
    return first >= 0 && second >= 0 && (first < second || !this.run.later(first, second));
  }
}

/** Exchanges pairs for as long as that makes an alignment better. */
function exchange(optima: Optima, start: Int32Array, judge: Judge): Int32Array {
  const { loose, options, must } = optima;
  const match = Int32Array.from(start);
  const allowed = options.map((list) => new Set(list));
  /** Keeps a move only if it helps. */
  const attempt = (goldens: readonly number[], columns: readonly number[]): boolean => {
    const before = judge.worthOf(match, goldens);
    const old = goldens.map((golden) => match[golden]!);
    for (const [i, golden] of goldens.entries()) match[golden] = columns[i]!;
    if (better(judge.worthOf(match, goldens), before)) return true;
    for (const [i, golden] of goldens.entries()) match[golden] = old[i]!;
    return false;
  };
  for (let improved = true; improved; ) {
    improved = false;
    for (const [i, a] of loose.entries()) {
      for (const b of loose.slice(i + 1)) {
        const [mine, theirs] = [match[a]!, match[b]!];
        if (mine === theirs || !allowed[a]!.has(theirs) || !allowed[b]!.has(mine)) continue;
        if (attempt([a, b], [theirs, mine])) improved = true;
      }
      for (const column of options[a]!) {
        const mine = match[a]!;
        if (column === mine || (mine >= 0 && must[mine]) || match.includes(column)) continue;
        if (attempt([a], [column])) improved = true;
      }
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
    const own = judge.worthOf(match, optima.loose);
    if (worth === undefined || better(own, worth)) {
      worth = own;
      best = Int32Array.from(match);
    }
    return true;
  });
  return best;
}
