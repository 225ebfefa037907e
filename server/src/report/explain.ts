/** What each line of a case gates, and what the last score found there. */
import type {
  Expectation,
  ExpectedCall,
  ExpectedPath,
  Fact,
  StateOptions,
} from '../model/expectation.ts';
import type { Severity } from '../model/finding.ts';
import type { GateTarget, RunScore, ScoreFinding, Verdict } from '../scoring/score.ts';
import type { CaseScore } from '../scoring/set/case-score.ts';
import { scoreSummary } from '../scoring/set/summary.ts';
import { either, show } from '../scoring/values/show.ts';
import { matcherWords } from './matcher-words.ts';

/** Why a line held or did not: a finding of the last score, told once for all runs that have it. */
export interface Reason {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** The runs that have it. */
  readonly runs: readonly string[];
}

/** One gate of a case. */
export interface ExplainedLine {
  /** The key that sets it, from `expected` down: `forbidden_tools`, `calls[0].args.date`. */
  readonly gate: string;
  /** What it asks of a run, in words. */
  readonly text: string;
  /** Where it stands: `placeOf` of the workspace turns it into a range. */
  readonly target: GateTarget;
  /** Of `any_of`: which path it belongs to. */
  readonly path?: number;
  readonly reasons: readonly Reason[];
}

export interface CaseExplanation {
  readonly case_id: string;
  readonly lines: readonly ExplainedLine[];
  /** How the runs make one verdict, where that is known. */
  readonly passRule?: string;
  /** Of the last score. */
  readonly verdict?: Verdict;
  readonly summary?: string;
  /** What the last score found that stands on none of the lines. */
  readonly others: readonly Reason[];
}

type Line = Omit<ExplainedLine, 'reasons'>;

const BEHAVIOR = {
  call: 'the calls below are due',
  no_call: 'no tool is called',
  no_write: 'reads are allowed, no write is made',
  clarify: 'the user is asked, and nothing is done',
} as const;

const PASS_RULE = {
  all: 'every run must pass',
  majority: 'more than half of the runs must pass',
  any: 'one passing run is enough',
} as const;

/**
 * Explains a case (`callsheet explain`, and the hover of a `case_id`).
 *
 * @param expectation the case, resolved: what it takes from its golden and dataset is told too
 * @param score its last score, where there is one
 */
export function explainCase(expectation: Expectation, score?: CaseScore): CaseExplanation {
  const lines = [
    ...behaviorLines(expectation),
    ...expectation.paths.flatMap((path, index) => pathLines(path, index, expectation)),
    ...outcomeLines(expectation),
  ];
  const { byLine, others } = sortReasons(lines, score);
  return {
    case_id: expectation.caseId,
    lines: lines.map((line) => ({ ...line, reasons: byLine.get(line) ?? [] })),
    others,
    ...(score && {
      verdict: score.verdict,
      summary: scoreSummary(score).message,
      passRule: PASS_RULE[score.profile.passRule],
    }),
  };
}

const expected = (key: string, text: string, item?: number): Line => ({
  gate: item === undefined ? key : `${key}[${item}]`,
  text,
  target: { kind: 'expected', key, ...(item !== undefined && { item }) },
});

function behaviorLines(of: Expectation): Line[] {
  const { behavior, allowedTools, forbiddenTools, confirmBefore, maxCalls } = of;
  return [
    ...(behavior ? [expected('tool_behavior', BEHAVIOR[behavior])] : []),
    ...(allowedTools
      ? [expected('allowed_tools', `only ${either(allowedTools)} may be called`)]
      : []),
    ...forbiddenTools.map((tool, i) => expected('forbidden_tools', `${tool} is not called`, i)),
    ...confirmBefore.map((tool, i) =>
      expected('confirm_before', `the user confirms before ${tool} is called`, i),
    ),
    ...(maxCalls === undefined
      ? []
      : [expected('max_calls', `at most ${maxCalls} calls are made`)]),
  ];
}

const EXTRA = {
  none: 'no other call is made',
  reads: 'other calls may only read',
  any: 'other calls do no harm',
} as const;

function pathLines(path: ExpectedPath, index: number, of: Expectation): Line[] {
  const several = of.paths.length > 1;
  const prefix = several ? `any_of[${index}].` : '';
  const lines: Line[] = path.calls.flatMap((call, golden) =>
    callLines(call, golden, `${prefix}calls[${golden}]`),
  );
  const mode = `${prefix}match.extra_calls`;
  const target: GateTarget = { kind: 'expected', key: 'calls' };
  const others = path.callMode === 'exact' ? 'none' : path.extraCalls;
  const extra: Line = { gate: mode, text: EXTRA[others], target };
  return [
    ...lines,
    extra,
    ...baselineLines(path),
    ...goldenLines(path, `${prefix}golden.`, of),
  ].map((line) => ({
    ...line,
    ...(several && { path: index }),
  }));
}

/** What a golden trajectory's own run is held to. */
const baselineLines = ({ baseline, tolerance }: ExpectedPath): Line[] =>
  baseline?.calls === undefined
    ? []
    : [
        {
          gate: 'baseline.calls',
          text: `${baseline.calls} calls are made, ± ${tolerance?.calls ?? 1}`,
          target: { kind: 'baseline' },
        },
      ];

/** What the golden trajectory that an alternative names asks beside its calls. */
function goldenLines({ outcome }: ExpectedPath, prefix: string, of: Expectation): Line[] {
  if (!outcome) return [];
  const own = of.finalState !== undefined || outcome.finalState === undefined;
  return [
    ...(own ? [] : [stateLine(`${prefix}final_state`, outcome.state)]),
    ...outcome.mustMention.map((fact, i): Line => {
      const { text, target } = factLine(fact, of.mustMention.length + i);
      return { gate: `${prefix}must_mention[${i}]`, text, target };
    }),
  ];
}

function callLines(call: ExpectedCall, golden: number, gate: string): Line[] {
  const facts = [
    ...(call.optional ? ['may be left out'] : []),
    ...(call.turn === undefined ? [] : [`in user turn ${call.turn}`]),
    ...(call.group === undefined ? [] : [`in group ${call.group}`]),
    ...(call.after.length > 0 ? [`after ${call.after.join(', ')}`] : []),
    ...(call.fails ? [`fails first (${call.fails.kind})`] : []),
  ];
  const text = `${call.name} is called${facts.length > 0 ? ` (${facts.join('; ')})` : ''}`;
  const line: Line = { gate, text, target: { kind: 'call', golden } };
  if (call.argsMode === 'ignore') return [{ ...line, text: `${text}, whatever its arguments` }];
  const ignored = new Set(call.ignoreArgs);
  return [
    line,
    ...[...call.args]
      .filter(([arg]) => !ignored.has(arg))
      .map(
        ([arg, matcher]): Line => ({
          gate: `${gate}.args.${arg}`,
          text: `${arg} is ${matcherWords(matcher)}`,
          target: { kind: 'arg', golden, arg },
        }),
      ),
  ];
}

const stateLine = (gate: string, { subset }: StateOptions): Line => ({
  gate,
  text: subset ? 'the end state has what is written here' : 'the end state is this one',
  target: { kind: 'state', pointer: '' },
});

const factLine = (fact: Fact, item: number): Line =>
  expected('must_mention', `a reply mentions ${either(fact.map(show))}`, item);

function outcomeLines(of: Expectation): Line[] {
  const { finalState, state, mustMention, mustNotMention } = of;
  return [
    ...(finalState === undefined ? [] : [stateLine('final_state', state)]),
    ...mustMention.map(factLine),
    ...mustNotMention.map((claim, i) =>
      expected('must_not_mention', `no reply mentions ${show(claim)}`, i),
    ),
  ];
}

/** Every finding of the score, on the line that it stands on. */
function sortReasons(lines: readonly Line[], score: CaseScore | undefined) {
  const byLine = new Map<Line, Reason[]>();
  const others: Reason[] = [];
  const tell = (line: Line | undefined, { code, severity, message }: ScoreFinding, run: string) => {
    const list = line ? (byLine.get(line) ?? []) : others;
    if (line) byLine.set(line, list);
    const at = list.findIndex((each) => each.code === code && each.message === message);
    const known = list[at];
    if (known) list[at] = { ...known, runs: [...known.runs, run] };
    else list.push({ code, severity, message, runs: [run] });
  };
  for (const { score: of } of score?.trials ?? []) {
    for (const finding of of.findings) tell(lineOf(lines, of, finding.target), finding, of.run_id);
  }
  for (const { run_id, findings } of score?.unscored ?? []) {
    for (const finding of findings) tell(undefined, finding, run_id);
  }
  return { byLine, others };
}

function lineOf(lines: readonly Line[], { pathIndex }: RunScore, target: GateTarget) {
  const own = lines.filter(({ path }) => path === undefined || path === pathIndex);
  return (
    own.find((line) => stands(line.target, target, true)) ??
    own.find((line) => stands(line.target, target, false))
  );
}

/** Whether a finding stands on a line: exactly, or on the nearest line that there is. */
function stands(line: GateTarget, target: GateTarget, exactly: boolean): boolean {
  if (target.kind === 'state' || target.kind === 'baseline') return line.kind === target.kind;
  if ('golden' in target) {
    if (!('golden' in line) || line.golden !== target.golden) return false;
    const [arg, own] = [target.kind === 'arg' && target.arg, line.kind === 'arg' && line.arg];
    return exactly ? arg === own : line.kind === 'call';
  }
  if (target.kind !== 'expected' || line.kind !== 'expected') return false;
  return line.key === target.key && (!exactly || line.item === target.item);
}
