/** Which emitted call stands for which golden one (scoring.md §1). */

import type { Json } from '../../model/value.ts';
import type { ScoringEnv } from '../score-run.ts';
import { assign, FORBIDDEN, Optima, type Optimum } from './assign.ts';
import type { CompiledCall, CompiledPath, ToolBlock } from './compile.ts';
import { type CallGrade, gradeCall, perArg } from './grade.ts';
import type { MatchContext } from './match.ts';
import { anyEarlier, matchedEarlier } from './provenance.ts';
import type { RunView } from './run-view.ts';
import { breakTies } from './ties.ts';

export interface Alignment {
  /** Golden → emitted call, or -1. */
  readonly match: Int32Array;
  /** Emitted → golden call, or -1. */
  readonly goldenOf: Int32Array;
  /** Of each golden call that is matched, with the provenance of this alignment. */
  readonly grades: readonly (CallGrade | undefined)[];
}

/** What may be assigned within one tool, and how each pair fares. */
interface Pairs {
  readonly goldens: readonly CompiledCall[];
  readonly emitted: readonly number[];
  /** Row by row; undefined where the pair may not be matched. */
  readonly grades: readonly (CallGrade | undefined)[];
}

/** The context in which a call's arguments are graded. */
class Context implements MatchContext {
  readonly outputsOf: MatchContext['outputsOf'];
  private readonly run: RunView;
  private readonly env: ScoringEnv;

  constructor(run: RunView, env: ScoringEnv, outputsOf: MatchContext['outputsOf']) {
    this.run = run;
    this.env = env;
    this.outputsOf = outputsOf;
  }

  get userTexts(): readonly string[] {
    return this.run.userTexts;
  }

  satisfies(schema: Json, value: Json): boolean | undefined {
    return this.env.satisfies?.(schema, value);
  }

  predicates(name: string, value: Json): boolean | undefined {
    return this.env.predicates?.(name, value);
  }
}

/** The context of a call in an alignment: `from_call` draws on what was matched. */
export const matchedContext = (
  run: RunView,
  env: ScoringEnv,
  match: Int32Array,
  emitted: number,
): MatchContext =>
  new Context(run, env, (producers) => matchedEarlier(run, match, producers, emitted));

function pairsOf(
  block: ToolBlock,
  path: CompiledPath,
  run: RunView,
  contextOf: (emitted: number) => MatchContext,
  barred: ReadonlySet<string>,
): Pairs {
  const emitted: number[] = [];
  for (const call of run.calls) if (call.tool.id === block.toolId) emitted.push(call.index);
  const goldens = block.goldens.map((index) => path.calls[index]!);
  const contexts = emitted.map(contextOf);
  const grades: (CallGrade | undefined)[] = [];
  for (const golden of goldens) {
    for (let i = 0; i < emitted.length; i++) {
      const grade = gradeCall(golden, run.calls[emitted[i]!]!, contexts[i]!);
      const possible =
        !golden.call.optional || (grade.exact && !barred.has(`${golden.index} ${emitted[i]!}`));
      grades.push(possible ? grade : undefined);
    }
  }
  return { goldens, emitted, grades };
}

/** The largest weight that leaves room for exact sums and differences. */
const ROOM = 2 ** 52;

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/**
 * The unit in which the shares of right arguments are whole numbers, or where that would be too large,
 * the finest that leaves room.
 */
function shareUnit(grades: Pairs['grades'], size: number): number {
  const finest = Math.floor(ROOM / (2 * (size + 1) ** 2));
  let unit = 1;
  for (const grade of grades) {
    if (!grade || grade.graded === 0 || unit % grade.graded === 0) continue;
    unit = (unit / gcd(unit, grade.graded)) * grade.graded;
    if (unit > finest) return finest;
  }
  return unit;
}

/** Optima of (1) matched required calls, (2) the sum of argument accuracies, (3) exact calls. */
function byArguments({ goldens, emitted, grades }: Pairs): Optimum {
  const size = Math.min(goldens.length, emitted.length);
  const unit = shareUnit(grades, size);
  const exactly = size + 1;
  const required = exactly * (unit * size + 1);
  const weights = new Float64Array(grades.length).fill(FORBIDDEN);
  for (let row = 0; row < goldens.length; row++) {
    const base = goldens[row]!.call.optional ? 0 : required;
    for (let i = row * emitted.length; i < (row + 1) * emitted.length; i++) {
      const grade = grades[i];
      if (!grade) continue;
      const share = Math.round(perArg(grade) * unit);
      weights[i] = base + share * exactly + (grade.exact ? 1 : 0);
    }
  }
  return assign(goldens.length, emitted.length, weights, new Float64Array(goldens.length));
}

/** Of given optima, those that are best by (5) outcome, (6) optional calls, (7) positions. */
function byOutcome({ goldens, emitted }: Pairs, optimum: Optimum, run: RunView): Optimum {
  const columns = emitted.length;
  const takesAll = optimum.match.filter((column) => column >= 0).length === columns;
  if (takesAll && !goldens.some(({ call }) => call.optional)) return optimum;
  const size = Math.min(goldens.length, columns);
  const optional = size * (run.calls.length + 1) + 1;
  const unknown = optional * (size + 1);
  const succeeded = unknown * (size + 1);
  const kept = succeeded * (size + 1);
  const weights = new Float64Array(goldens.length * columns).fill(FORBIDDEN);
  const idle = new Float64Array(goldens.length).fill(FORBIDDEN);
  for (const [row, options] of optimum.options.entries()) {
    for (const column of options) {
      if (column < 0) {
        idle[row] = 0;
        continue;
      }
      const call = run.calls[emitted[column]!]!;
      weights[row * columns + column] =
        (optimum.must[column] ? kept : 0) +
        (call.succeeded ? succeeded : call.unknown ? unknown : 0) +
        (goldens[row]!.call.optional ? optional : 0) -
        call.index;
    }
  }
  return assign(goldens.length, columns, weights, idle);
}

const hasChoice = (optimum: Optimum): boolean =>
  optimum.options.some((columns) => columns.length > 1);

/** Optima of all the tools side by side, by golden and emitted index. */
function sideBySide(
  parts: readonly { pairs: Pairs; optimum: Optimum }[],
  path: CompiledPath,
  run: RunView,
): Optimum {
  const match = new Int32Array(path.calls.length).fill(-1);
  const options: number[][] = path.calls.map(() => [-1]);
  const must = new Uint8Array(run.calls.length);
  for (const { pairs, optimum } of parts) {
    const global = (column: number) => (column < 0 ? -1 : pairs.emitted[column]!);
    for (const [row, golden] of pairs.goldens.entries()) {
      match[golden.index] = global(optimum.match[row]!);
      options[golden.index] = optimum.options[row]!.map(global);
    }
    for (const [column, forced] of optimum.must.entries()) must[global(column)] = forced;
  }
  return { match, options, must };
}

function matchCalls(
  path: CompiledPath,
  run: RunView,
  env: ScoringEnv,
  barred: ReadonlySet<string>,
): Int32Array {
  const contextOf = (emitted: number) => new Context(run, env, anyEarlier(path, run, emitted));
  const match = new Int32Array(path.calls.length).fill(-1);
  const open: { pairs: Pairs; optimum: Optimum }[] = [];
  for (const block of path.blocks) {
    const only = soleCall(block, path, run);
    if (only !== undefined) {
      match[block.goldens[0]!] = only;
      continue;
    }
    const pairs = pairsOf(block, path, run, contextOf, barred);
    if (pairs.emitted.length === 0) continue;
    const optimum = byArguments(pairs);
    for (const [row, golden] of pairs.goldens.entries()) {
      const column = optimum.match[row]!;
      match[golden.index] = column < 0 ? -1 : pairs.emitted[column]!;
    }
    if (hasChoice(optimum)) open.push({ pairs, optimum });
  }
  if (open.length === 0) return match;
  const settled = (parts: typeof open): Optima => {
    const all = sideBySide(parts, path, run);
    const known = new Set(parts.flatMap(({ pairs }) => pairs.goldens.map(({ index }) => index)));
    for (const [golden, column] of match.entries()) {
      if (known.has(golden)) continue;
      all.match[golden] = column;
      (all.options as number[][])[golden] = [column];
    }
    return new Optima(all);
  };
  const optima = settled(open);
  if (optima.loose.length === 0) return optima.match;
  const refined = open.map(({ pairs, optimum }) => ({
    pairs,
    optimum: byOutcome(pairs, optimum, run),
  }));
  const sameAsBefore = refined.every(({ optimum }, i) => optimum === open[i]!.optimum);
  const first = (sameAsBefore ? optima : settled(refined)).first();
  return breakTies(optima, first, path, run, (assigned, emitted) =>
    matchedContext(run, env, assigned, emitted),
  );
}

/** The call to match where one required golden call meets one emitted call: there is nothing to choose. */
function soleCall(block: ToolBlock, path: CompiledPath, run: RunView): number | undefined {
  if (block.goldens.length > 1 || path.calls[block.goldens[0]!]!.call.optional) return undefined;
  let only: number | undefined;
  for (const call of run.calls) {
    if (call.tool.id !== block.toolId) continue;
    if (only !== undefined) return undefined;
    only = call.index;
  }
  return only;
}

function gradeMatched(
  path: CompiledPath,
  run: RunView,
  env: ScoringEnv,
  match: Int32Array,
): (CallGrade | undefined)[] {
  return path.calls.map((golden) => {
    const emitted = match[golden.index]!;
    if (emitted < 0) return undefined;
    return gradeCall(golden, run.calls[emitted]!, matchedContext(run, env, match, emitted));
  });
}

/**
 * Aligns a run with a golden trajectory. An optional call that turns out not to be exact, once the
 * provenance of its arguments is known, is matched by another call or by none.
 */
export function align(path: CompiledPath, run: RunView, env: ScoringEnv): Alignment {
  const barred = new Set<string>();
  for (;;) {
    const match = matchCalls(path, run, env, barred);
    const grades = gradeMatched(path, run, env, match);
    const before = barred.size;
    for (const { index, call } of path.calls) {
      const grade = grades[index];
      if (call.optional && grade && !grade.exact) barred.add(`${index} ${match[index]}`);
    }
    if (barred.size === before) return { match, goldenOf: inverse(match, run), grades };
  }
}

function inverse(match: Int32Array, run: RunView): Int32Array {
  const goldenOf = new Int32Array(run.calls.length).fill(-1);
  for (let golden = 0; golden < match.length; golden++) {
    if (match[golden]! >= 0) goldenOf[match[golden]!] = golden;
  }
  return goldenOf;
}
