/** Which relations between calls an alignment keeps (scoring.md §1, from (4) on). */
import type { CompiledPath } from './compile.ts';
import { gradeArgument } from './grade.ts';
import { BROKEN, type MatchContext } from './match.ts';
import type { RunView } from './run-view.ts';

/** Something beside order that an assignment keeps or breaks. */
interface Relation {
  /** The golden calls that it depends on. */
  readonly on: readonly number[];
  kept(match: Int32Array): boolean;
}

export type ContextOf = (match: Int32Array, emitted: number) => MatchContext;

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
export type Worth = readonly number[];

export const better = (a: Worth, b: Worth): boolean => {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i]! > b[i]!;
  return false;
};

/** What a run and a path say of alignments. */
export class Judge {
  private readonly path: CompiledPath;
  private readonly run: RunView;
  private readonly relations: readonly Relation[];
  /** Golden → the relations that depend on it. */
  private readonly touching: readonly (readonly Relation[])[];
  /** Golden → those that have to come before it, and after it. */
  private readonly before: readonly Int32Array[];
  private readonly after: readonly Int32Array[];
  /** Emitted → the first call of its batch; calls without one are batches of their own. */
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
    return match.every((_, golden) => this.isContent(match, golden));
  }

  /** How many relations depend on a golden call. */
  countOf(golden: number): number {
    return this.touching[golden]!.length + this.before[golden]!.length + this.after[golden]!.length;
  }

  /** How many of the relations that depend on a golden call are kept. */
  keptBy(match: Int32Array, golden: number): number {
    let kept = 0;
    const touching = this.touching[golden]!;
    for (let i = 0; i < touching.length; i++) if (touching[i]!.kept(match)) kept++;
    const emitted = match[golden]!;
    if (emitted < 0) return kept;
    const { batch } = this;
    const place = batch[emitted]!;
    const before = this.before[golden]!;
    for (let i = 0; i < before.length; i++) {
      const other = match[before[i]!]!;
      if (other >= 0 && batch[other]! <= place) kept++;
    }
    const after = this.after[golden]!;
    for (let i = 0; i < after.length; i++) {
      const other = match[after[i]!]!;
      if (other >= 0 && batch[other]! >= place) kept++;
    }
    return kept;
  }

  /** How many relations that depend on both of two golden calls are kept. */
  keptByBoth(match: Int32Array, a: number, b: number): number {
    let kept = 0;
    const touching = this.touching[a]!;
    for (let i = 0; i < touching.length; i++) {
      if (touching[i]!.on.includes(b) && touching[i]!.kept(match)) kept++;
    }
    if (match[a]! < 0 || match[b]! < 0) return kept;
    const first = this.batch[match[a]!]!;
    const second = this.batch[match[b]!]!;
    if (first <= second && includes(this.before[b]!, a)) kept++;
    if (second <= first && includes(this.before[a]!, b)) kept++;
    return kept;
  }

  /** Whether a golden call has no relation that is broken. */
  isContent(match: Int32Array, golden: number): boolean {
    return this.keptBy(match, golden) === this.countOf(golden);
  }

  /** The worth of an alignment, as far as it depends on some of its golden calls. */
  worthOf(match: Int32Array, goldens: readonly number[]): Worth {
    const seen = new Set<Relation>();
    const among = new Uint8Array(match.length);
    for (const golden of goldens) among[golden] = 1;
    const worth = [0, 0, 0, 0, 0];
    for (const golden of goldens) {
      worth[0]! += this.keptBy(match, golden);
      for (const relation of this.touching[golden]!) {
        // Counted for each call that it depends on, but once.
        if (seen.has(relation) && relation.kept(match)) worth[0]!--;
        seen.add(relation);
      }
      worth[0]! -= this.keptBefore(match, golden, among);
      for (const [i, part] of this.outcomeOf(golden, match[golden]!).entries()) {
        worth[i + 1]! += part;
      }
    }
    return worth;
  }

  /** Of the calls that are `among` some: how many come before a golden call as they have to. */
  private keptBefore(match: Int32Array, golden: number, among: Uint8Array): number {
    const emitted = match[golden]!;
    if (emitted < 0) return 0;
    let kept = 0;
    for (const first of this.before[golden]!) {
      const other = match[first]!;
      if (among[first] === 1 && other >= 0 && this.batch[other]! <= this.batch[emitted]!) kept++;
    }
    return kept;
  }

  /** What follows relations in the order of worth, for one golden call: (5), (6) and (7). */
  outcomeOf(golden: number, emitted: number): Worth {
    if (emitted < 0) return [0, 0, 0, 0];
    const { succeeded, unknown } = this.run.calls[emitted]!;
    const { optional } = this.path.calls[golden]!.call;
    return [Number(succeeded), Number(unknown), Number(optional), -emitted];
  }
}

/** Whether a list of ascending numbers has one. */
function includes(list: Int32Array, sought: number): boolean {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]! < sought) low = middle + 1;
    else high = middle;
  }
  return list[low] === sought;
}
