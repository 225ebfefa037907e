import { caseMean } from './aggregate.ts';
import type { CaseScore } from './case-score.ts';
import { addTo } from './group.ts';
import { toolName } from './profile.ts';
import { percentile, rate } from './statistics.ts';
import { type TrialView, trialViews } from './trial-view.ts';

/** How one tool fares over a set (scoring.md §7). A rate of nothing is null. */
export interface ToolScore {
  /** Runs that involve the tool: called, or wanted by the golden. */
  readonly runs: number;
  readonly calls: number;
  readonly selection: number | null;
  readonly args: number | null;
  readonly re_call_rate: number | null;
  readonly quiet_failure_rate: number | null;
  /** Milliseconds of its calls, nearest rank. */
  readonly latency_p50: number | null;
  readonly latency_p95: number | null;
  readonly end_to_end: number | null;
  /** Weighted mean of the parts that are known; re-calls and quiet failures count as 1 − rate. */
  readonly composite: number | null;
}

export type ScoreboardWeights = Readonly<Record<string, number>>;

/** What one run has to do with one tool. */
interface Use {
  readonly view: TrialView;
  readonly wanted: boolean;
  /** Indexes of its calls. */
  readonly calls: readonly number[];
}

function usesByTool(view: TrialView): ReadonlyMap<string, Use> {
  const { toolset } = view.of;
  const uses = new Map<string, { view: TrialView; wanted: boolean; calls: number[] }>();
  const useOf = (name: string) => {
    const key = toolName(toolset, name);
    const use = uses.get(key) ?? { view, wanted: false, calls: [] };
    uses.set(key, use);
    return use;
  };
  for (const call of view.path?.calls ?? []) {
    if (!call.optional) useOf(call.name).wanted = true;
  }
  for (const [i, call] of view.run.calls.entries()) {
    // A name that is no tool's has no scoreboard; it counts as hallucinated.
    const known = toolset.find(call.name) !== undefined || !toolset.complete;
    if (known) useOf(call.name).calls.push(i);
  }
  return uses;
}

/** The composite's parts by their configured weight's name, each the higher the better. */
const COMPOSITE: Readonly<Record<string, (score: Omit<ToolScore, 'composite'>) => number | null>> =
  {
    selection: (score) => score.selection,
    args: (score) => score.args,
    end_to_end: (score) => score.end_to_end,
    re_call: ({ re_call_rate }) => (re_call_rate === null ? null : 1 - re_call_rate),
    quiet: ({ quiet_failure_rate }) =>
      quiet_failure_rate === null ? null : 1 - quiet_failure_rate,
  };

function compositeOf(
  score: Omit<ToolScore, 'composite'>,
  weights: ScoreboardWeights,
): number | null {
  let sum = 0;
  let whole = 0;
  for (const [part, measure] of Object.entries(COMPOSITE)) {
    const value = measure(score);
    const weight = Object.hasOwn(weights, part) ? weights[part]! : 0;
    if (value === null) continue;
    sum += weight * value;
    whole += weight;
  }
  return rate(sum, whole);
}

function scoreTool(uses: readonly Use[], weights: ScoreboardWeights): ToolScore {
  const wanted = uses.filter((use) => use.wanted);
  const passed = uses.filter((use) => use.view.passed);
  const calls = uses.reduce((sum, use) => sum + use.calls.length, 0);
  const own = (use: Use, indexes: readonly number[]) =>
    indexes.filter((i) => use.calls.includes(i)).length;
  const matched = uses.flatMap((use) =>
    use.view.score.alignment.filter(
      ({ golden, call }) => golden !== null && call !== null && use.calls.includes(call),
    ),
  );
  const latencies = uses.flatMap((use) =>
    use.calls.map((i) => use.view.run.calls[i]!.latencyMs).filter((ms) => ms !== undefined),
  );
  const score = {
    runs: uses.length,
    calls,
    selection: rate(wanted.filter((use) => use.calls.length > 0).length, wanted.length),
    args: rate(matched.filter((pair) => pair.exact).length, matched.length),
    re_call_rate: rate(
      uses.reduce((sum, use) => sum + own(use, use.view.facts.reCalls), 0),
      calls,
    ),
    quiet_failure_rate: rate(
      passed.filter((use) => use.view.metrics.quiet_failure).length,
      passed.length,
    ),
    latency_p50: percentile(latencies, 0.5),
    latency_p95: percentile(latencies, 0.95),
    end_to_end: rate(passed.length, uses.length),
  };
  return { ...score, composite: compositeOf(score, weights) };
}

/**
 * The per-tool scoreboard of a set (scoring.md §7), names sorted. Cases with verdict `error` are left out.
 *
 * @param weights of the composite, as the configuration's `scoreboard` gives them
 */
export function scoreboard(
  cases: readonly CaseScore[],
  weights: ScoreboardWeights,
): Readonly<Record<string, ToolScore>> {
  const uses = new Map<string, Use[]>();
  for (const view of trialViews(cases)) {
    for (const [name, use] of usesByTool(view)) {
      addTo(uses, name, use);
    }
  }
  const names = [...uses.keys()].sort();
  return Object.fromEntries(names.map((name) => [name, scoreTool(uses.get(name)!, weights)]));
}

/** How a case fares, the worst first; all is well where both are 1. */
const standing = (of: CaseScore): readonly [passed: number, consequence: number] => {
  const { n, c } = of.reliability;
  return [rate(c, n) ?? 1, caseMean(of, 'consequence_score') ?? 1];
};

/**
 * For each tool the case that fares worst of those that involve it: the smallest share of passed runs, then
 * the lowest `consequence_score`. A tool all of whose cases are perfect has none.
 */
export function worstCases(cases: readonly CaseScore[]): ReadonlyMap<string, CaseScore> {
  const worst = new Map<string, CaseScore>();
  for (const view of trialViews(cases)) {
    const [passed, consequence] = standing(view.of);
    if (passed === 1 && consequence === 1) continue;
    for (const name of usesByTool(view).keys()) {
      const known = worst.get(name);
      const [lowest, least] = known ? standing(known) : [Infinity, Infinity];
      if (passed < lowest || (passed === lowest && consequence < least)) worst.set(name, view.of);
    }
  }
  return worst;
}
