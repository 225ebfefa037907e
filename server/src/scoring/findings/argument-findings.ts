/** What is wrong with the arguments of matched calls, in words (rules.md, "Scores"). */
import { say } from '../../l10n/say.ts';
import type { Analysis } from '../analysis/analysis.ts';
import { matchedContext } from '../matching/align.ts';
import type { CompiledArgument, CompiledCall } from '../matching/compile.ts';
import { explain } from '../matching/explain.ts';
import { extraArguments, gradeArgument, isUnanswered, MISSING } from '../matching/grade.ts';
import { BROKEN, type MatchContext, predicatesOf, UNGRADED, WRONG } from '../matching/match.ts';
import type { CallView } from '../matching/run-view.ts';
import type { ScoreFinding } from '../score.ts';
import { either, show } from '../values/show.ts';

/** A value that nobody could judge: the run has no verdict. */
function unanswered(
  golden: CompiledCall,
  arg: CompiledArgument,
  { index }: CallView,
): ScoreFinding {
  const predicates = predicatesOf(arg.test);
  const named = predicates.filter((each) => typeof each === 'string');
  const what = named.length > 0 ? either(named) : say`the schema`;
  return {
    code: named.length > 0 ? 'predicate-unknown' : 'predicate-invalid',
    severity: 'error',
    message: say`${golden.call.name}.${arg.name}: ${what} gives no answer, so nobody knows whether the value is right`,
    target: { kind: 'arg', golden: golden.index, arg: arg.name },
    golden: golden.index,
    call: index,
    arg: arg.name,
  };
}

function argumentFinding(
  a: Analysis,
  golden: CompiledCall,
  arg: CompiledArgument,
  emitted: CallView,
  context: MatchContext,
): ScoreFinding | undefined {
  const result = gradeArgument(golden, arg, emitted, context);
  if (isUnanswered(result)) return unanswered(golden, arg, emitted);
  if ((result & UNGRADED) !== 0 || (result & WRONG) === 0) return undefined;
  const name = `${golden.call.name}.${arg.name}`;
  const at = { golden: golden.index, call: emitted.index, arg: arg.name };
  const target = { kind: 'arg', golden: golden.index, arg: arg.name } as const;
  const severity = 'error' as const;
  if ((result & MISSING) !== 0) {
    const { test } = arg;
    const only = test.kind === 'value' && test.allowed?.length === 1 ? test.allowed[0] : undefined;
    const message =
      only === undefined
        ? say`${name}: missing`
        : say`${name}: expected ${show(only)}, but the argument is missing`;
    return {
      code: 'missing-arg',
      severity,
      message,
      target,
      ...at,
      ...(only !== undefined && { expected: only }),
    };
  }
  const nameOf = (index: number) => a.path.calls[index]!.call.name;
  const fault = explain(arg.test, emitted.args![arg.name]!, context, nameOf);
  const place = fault.inside.map((step) => `[${show(step)}]`).join('');
  return {
    code: (result & BROKEN) !== 0 ? 'broken-provenance' : 'wrong-arg',
    severity,
    message: say`${name}${place}: expected ${fault.wanted}, got ${show(fault.actual)}`,
    target: fault.inside.length > 0 ? { ...target, inside: fault.inside } : target,
    ...at,
    ...(fault.expected !== undefined && { expected: fault.expected }),
    ...(fault.actual !== undefined && { actual: fault.actual }),
  };
}

function extraFindings(golden: CompiledCall, emitted: CallView): ScoreFinding[] {
  const { index, call } = golden;
  return extraArguments(golden, emitted).map(({ name, hallucinated, breaks }) => {
    const actual = emitted.args![name]!;
    const what = hallucinated ? say`the tool has no such argument` : say`not expected`;
    const remedy = breaks && !hallucinated ? say`; \`match: { args: partial }\` lets it pass` : '';
    return {
      code: hallucinated ? 'hallucinated-arg' : 'extra-arg',
      severity: breaks ? 'error' : 'info',
      message: say`${call.name}.${name}: ${what}, got ${show(actual)}${remedy}`,
      target: { kind: 'args', golden: index },
      golden: index,
      call: emitted.index,
      arg: name,
      actual,
    };
  });
}

/** The findings on the arguments of one matched pair. */
function pairFindings(a: Analysis, golden: CompiledCall, emitted: CallView): ScoreFinding[] {
  if (emitted.call.argumentsUnknown) return [];
  if (emitted.unparsable) {
    const actual = emitted.call.rawArguments ?? null;
    return [
      {
        code: 'unparsable-args',
        severity: golden.args.length > 0 ? 'error' : 'info',
        message: say`${golden.call.name}: the arguments are no JSON object, got ${show(actual)}`,
        target: { kind: 'args', golden: golden.index },
        golden: golden.index,
        call: emitted.index,
        actual,
      },
    ];
  }
  const context = matchedContext(a.run, a.env, a.alignment.match, emitted.index);
  const graded = golden.args.flatMap(
    (arg) => argumentFinding(a, golden, arg, emitted, context) ?? [],
  );
  return [...graded, ...extraFindings(golden, emitted)];
}

const NONE: ScoreFinding[] = [];

/** The findings on the arguments of every matched call. */
export function argumentFindings(a: Analysis): ScoreFinding[] {
  let findings = NONE;
  for (const golden of a.path.calls) {
    const grade = a.alignment.grades[golden.index];
    if (!grade) continue;
    const emitted = a.run.calls[a.alignment.match[golden.index]!]!;
    // An exact call can only have extras, which are told though they do not gate.
    const plain =
      grade.exact &&
      !grade.unanswered &&
      !emitted.unparsable &&
      emitted.keys.every((key) => golden.named.has(key));
    if (plain) continue;
    findings = findings.concat(pairFindings(a, golden, emitted));
  }
  return findings;
}
