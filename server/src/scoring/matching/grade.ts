/** Grades an emitted call against a golden one (scoring.md §2). */
import { comparer } from '../values/compare.ts';
import type { CompiledArgument, CompiledCall } from './compile.ts';
import { BROKEN, grade, type MatchContext, RIGHT, UNANSWERED, UNGRADED, WRONG } from './match.ts';
import type { CallView } from './run-view.ts';

export interface CallGrade {
  readonly graded: number;
  readonly correct: number;
  /** Every graded argument is right, and no extra breaks it. */
  readonly exact: boolean;
  /** The provenance of an argument is broken. */
  readonly broken: boolean;
  /** Nothing is wrong with an argument but that a predicate has no answer for it. */
  readonly unanswered: boolean;
}

/** correct / graded, 1 where nothing is graded. */
export const perArg = ({ graded, correct }: Pick<CallGrade, 'graded' | 'correct'>): number =>
  graded === 0 ? 1 : correct / graded;

/** How one argument fared: as `grade` says, or `MISSING`. */
export const MISSING = 8;

const UNKNOWN: CallGrade = {
  graded: 0,
  correct: 0,
  exact: true,
  broken: false,
  unanswered: false,
};

/** Whether a predicate without an answer is all that stands between an argument and its being right. */
export const isUnanswered = (result: number): boolean =>
  (result & (UNANSWERED | WRONG)) === UNANSWERED;

export function gradeArgument(
  golden: CompiledCall,
  arg: CompiledArgument,
  emitted: CallView,
  context: MatchContext,
): number {
  const args = emitted.args!;
  if (Object.hasOwn(args, arg.name)) {
    const { test } = arg;
    if (test.kind === 'value' && test.plain) {
      return test.allowedKeys!.has(emitted.keyOf(arg.name, test.how)) ? RIGHT : WRONG;
    }
    return grade(test, args[arg.name]!, context);
  }
  if (arg.optional) return UNGRADED;
  const { schema } = golden.tool;
  const assumed = schema?.required.has(arg.name) ? undefined : schema?.defaultOf(arg.name);
  if (assumed === undefined) return WRONG | MISSING;
  const accepted = grade(arg.test, assumed, context);
  return (accepted & WRONG) === 0 ? UNGRADED | (accepted & UNANSWERED) : WRONG | MISSING;
}

/** An argument that the golden does not name: known to the schema or not, breaking exactness or not. */
export interface ExtraArgument {
  readonly name: string;
  readonly hallucinated: boolean;
  readonly breaks: boolean;
}

export function extraArguments(golden: CompiledCall, emitted: CallView): ExtraArgument[] {
  const extras: ExtraArgument[] = [];
  for (const name of emitted.keys) {
    if (golden.named.has(name)) continue;
    const { schema } = golden.tool;
    const hallucinated = !schema?.knows(name);
    const assumed = hallucinated ? undefined : schema?.defaultOf(name);
    const harmless =
      assumed !== undefined && comparer(golden.fallback).equal(assumed, emitted.args![name]!);
    extras.push({ name, hallucinated, breaks: golden.extrasBreak && !harmless });
  }
  return extras;
}

function extrasBreak(golden: CompiledCall, emitted: CallView): boolean {
  if (!golden.extrasBreak) return false;
  for (const name of emitted.keys) {
    if (!golden.named.has(name)) {
      return extraArguments(golden, emitted).some((extra) => extra.breaks);
    }
  }
  return false;
}

/** Grades a pair of calls of one tool. */
export function gradeCall(
  golden: CompiledCall,
  emitted: CallView,
  context: MatchContext,
): CallGrade {
  if (emitted.call.argumentsUnknown) return UNKNOWN;
  if (emitted.args === undefined) {
    const graded = golden.args.length;
    return { ...UNKNOWN, graded, exact: graded === 0 };
  }
  let graded = 0;
  let correct = 0;
  let broken = false;
  let unanswered = false;
  for (const arg of golden.args) {
    const result = gradeArgument(golden, arg, emitted, context);
    if (isUnanswered(result)) unanswered = true;
    if ((result & UNGRADED) !== 0) continue;
    graded++;
    if ((result & WRONG) === 0) correct++;
    if ((result & BROKEN) !== 0) broken = true;
  }
  return {
    graded,
    correct,
    exact: correct === graded && !extrasBreak(golden, emitted),
    broken,
    unanswered,
  };
}
