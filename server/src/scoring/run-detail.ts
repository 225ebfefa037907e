/** One run beside its golden, call by call: what a report draws. */
import type { ExpectedCall, Matcher } from '../model/expectation.ts';
import type { EmittedCall } from '../model/run.ts';
import type { Json } from '../model/value.ts';
import { type Analysis, analyse } from './analysis/analysis.ts';
import { countEffects } from './analysis/effects.ts';
import type { StateDifference } from './analysis/state.ts';
import { matchedContext } from './matching/align.ts';
import { type CompiledCall, compile } from './matching/compile.ts';
import { extraArguments, gradeArgument, isUnanswered, MISSING } from './matching/grade.ts';
import { BROKEN, UNGRADED, WRONG } from './matching/match.ts';
import { type CallView, RunView } from './matching/run-view.ts';
import { type ProvenanceLink, provenanceLinks } from './provenance-links.ts';
import type { CaseScore, Trial } from './set/case-score.ts';

/** How an argument came out. `ungraded`: nothing is held against it; `extra`: known, but not asked for. */
export type ArgumentOutcome =
  | 'right'
  | 'wrong'
  | 'broken'
  | 'missing'
  | 'ungraded'
  | 'unanswered'
  | 'extra'
  | 'hallucinated';

export interface ArgumentDetail {
  readonly name: string;
  /** Undefined where the golden does not name it. */
  readonly wanted?: Matcher;
  /** Undefined where the call does not have it. */
  readonly given?: Json;
  readonly outcome: ArgumentOutcome;
  /** Whether it keeps the call from being exact. */
  readonly breaks: boolean;
}

/** What a row of the report stands for. */
export type PairKind =
  | 'matched'
  | 'missed'
  | 'not-needed'
  | 'retry'
  | 'hallucinated'
  | 'forbidden'
  | 'extra';

/** A golden call and the emitted call matched to it, or one of them alone. */
export interface CallPair {
  readonly kind: PairKind;
  readonly golden?: { readonly index: number; readonly call: ExpectedCall };
  readonly emitted?: { readonly index: number; readonly call: EmittedCall };
  /** Of a matched pair. */
  readonly exact?: boolean;
  /** Of a matched pair: the call had to be made, and ended without success. */
  readonly failed?: boolean;
  readonly args: readonly ArgumentDetail[];
  /** It fails the case by being there. */
  readonly gates: boolean;
}

export interface RunDetail {
  /** Golden calls in their order; extra calls after the call that they follow. */
  readonly pairs: readonly CallPair[];
  readonly links: readonly ProvenanceLink[];
  /** Matched golden calls that came before one that they should follow, or (without it) in another turn. */
  readonly order: readonly { readonly golden: number; readonly after?: number }[];
  /** Whether the order of the calls is asked for at all. */
  readonly ordered: boolean;
  readonly effects: readonly {
    readonly tool: string;
    readonly fired: number;
    readonly wanted: number;
  }[];
  /** Null where the case expects no state. */
  readonly state: readonly StateDifference[] | null;
  readonly facts: readonly { readonly anyOf: readonly string[]; readonly said: boolean }[];
  readonly claims: readonly { readonly text: string; readonly said: boolean }[];
}

/** Looks at a scored run again, along the path that counts. Pure; the figures are those of its score. */
export function runDetail(of: CaseScore, { run, score }: Trial): RunDetail {
  const compiled = compile(of.expectation, of.toolset);
  const path = compiled.paths[score.pathIndex ?? 0] ?? compiled.empty;
  const view = new RunView(of.expectation, run, compiled.tools);
  const a = analyse(compiled, path, view, of.env);
  const { missing, claimed } = a.facts;
  return {
    pairs: pairsOf(a),
    links: provenanceLinks(a),
    order: a.orderViolations.map(({ golden, predecessor: after }) => ({
      golden,
      ...(after !== undefined && { after }),
    })),
    ordered: path.predecessors.some((before) => before.length > 0),
    effects: countEffects(path, view).map(({ golden, fired, wanted }) => {
      return { tool: path.calls[golden]!.tool.name, fired, wanted };
    }),
    state: a.stateDifferences,
    facts: path.outcome.mustMention.map((anyOf, i) => ({ anyOf, said: !missing.includes(i) })),
    claims: of.expectation.mustNotMention.map((text, i) => ({ text, said: claimed.includes(i) })),
  };
}

function pairsOf(a: Analysis): CallPair[] {
  const { path, run, alignment } = a;
  const pairs = path.calls.map((golden) => goldenPair(a, golden));
  for (const call of run.calls) {
    if (alignment.goldenOf[call.index] !== -1) continue;
    const before = pairs.findLastIndex(({ emitted }) => emitted && emitted.index < call.index);
    pairs.splice(before + 1, 0, extraPair(a, call));
  }
  return pairs;
}

function goldenPair(a: Analysis, golden: CompiledCall): CallPair {
  const { index, call } = golden;
  const matched = a.alignment.match[index]!;
  const emitted = matched < 0 ? undefined : a.run.calls[matched]!;
  if (!emitted) {
    return {
      kind: call.optional ? 'not-needed' : 'missed',
      golden: { index, call },
      args: [...call.args].map(([name, wanted]) => {
        return { name, wanted, outcome: 'ungraded', breaks: false };
      }),
      gates: !call.optional,
    };
  }
  const exact = a.alignment.grades[index]?.exact ?? false;
  const failed = emitted.failed && !call.optional;
  return {
    kind: 'matched',
    golden: { index, call },
    emitted: { index: emitted.index, call: emitted.call },
    exact,
    failed,
    args: [...gradedArguments(a, golden, emitted), ...otherArguments(golden, emitted)],
    gates: !exact || failed,
  };
}

function gradedArguments(a: Analysis, golden: CompiledCall, emitted: CallView): ArgumentDetail[] {
  const context = matchedContext(a.run, a.env, a.alignment.match, emitted.index);
  return [...golden.call.args].map(([name, wanted]) => {
    const arg = golden.args.find((each) => each.name === name);
    const result = arg && emitted.args ? gradeArgument(golden, arg, emitted, context) : UNGRADED;
    const outcome = outcomeOf(result);
    return {
      name,
      wanted,
      ...givenOf(emitted, name),
      outcome,
      breaks: (result & WRONG) !== 0,
    };
  });
}

function outcomeOf(result: number): ArgumentOutcome {
  if (isUnanswered(result)) return 'unanswered';
  if ((result & MISSING) !== 0) return 'missing';
  if ((result & BROKEN) !== 0) return 'broken';
  if ((result & WRONG) !== 0) return 'wrong';
  return (result & UNGRADED) !== 0 ? 'ungraded' : 'right';
}

const otherArguments = (golden: CompiledCall, emitted: CallView): ArgumentDetail[] =>
  (emitted.args ? extraArguments(golden, emitted) : []).map(({ name, hallucinated, breaks }) => ({
    name,
    ...givenOf(emitted, name),
    outcome: hallucinated ? 'hallucinated' : 'extra',
    breaks,
  }));

const givenOf = ({ args }: CallView, name: string): { readonly given?: Json } =>
  args && Object.hasOwn(args, name) ? { given: args[name]! } : {};

function extraPair(a: Analysis, call: CallView): CallPair {
  const { behavior, retryOf, spuriousDestructive } = a;
  const is = (calls: readonly CallView[]) => calls.includes(call);
  const kind = is(behavior.forbidden)
    ? 'forbidden'
    : is(behavior.hallucinated)
      ? 'hallucinated'
      : retryOf[call.index]! >= 0
        ? 'retry'
        : 'extra';
  const args = call.keys.map((name): ArgumentDetail => {
    return { name, ...givenOf(call, name), outcome: 'ungraded', breaks: false };
  });
  return {
    kind,
    emitted: { index: call.index, call: call.call },
    args,
    gates:
      kind === 'forbidden' ||
      kind === 'hallucinated' ||
      is(behavior.gatingExtras) ||
      is(spuriousDestructive),
  };
}
