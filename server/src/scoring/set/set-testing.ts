/** Cases put together by hand, to test the figures of a set without scoring a run. */

import type { Expectation } from '../../model/expectation.ts';
import type { EmittedCall, Run } from '../../model/run.ts';
import type { Consequence, Toolset } from '../../model/tool.ts';
import type { RunFacts, RunMetrics, RunScore } from '../score.ts';
import { DEFAULT_WEIGHTS } from '../score-run.ts';
import { type ExpectationSpec, expectation, toolset } from '../testing.ts';
import type { CaseScore, Unscored } from './case-score.ts';
import { caseProfile } from './profile.ts';
import { caseVerdict, reliability } from './reliability.ts';

/** A toolset of names and their consequences, without schemas. */
export const toolsetOf = (
  consequences: Readonly<Record<string, Consequence>>,
  weights: Readonly<Record<string, number>> = {},
): Toolset =>
  toolset(
    Object.entries(consequences).map(([name, consequence]) => ({
      name,
      ...(consequence !== 'unknown' && { consequence }),
      ...(Object.hasOwn(weights, name) && { weight: weights[name] }),
    })),
  );

/** An expectation of required calls by these names, and of what else a case may say. */
export const expectationOf = (names: readonly string[], more: ExpectationSpec = {}): Expectation =>
  expectation({ ...(names.length > 0 && { calls: names.map((name) => ({ name })) }), ...more });

const PERFECT: RunMetrics = {
  selection_acc: 1,
  selection_precision: 1,
  arg_acc: 1,
  exact_call_acc: 1,
  schema_valid_rate: null,
  missed: 0,
  spurious: 0,
  hallucinated_tools: 0,
  hallucinated_args: 0,
  order_violations: 0,
  chain_ok: true,
  chain_completion: true,
  exec_success: 1,
  hit_error: false,
  recovered: false,
  safe_recovery: false,
  maladaptive_retry_rate: null,
  redundant_rate: 0,
  call_efficiency: 1,
  duplicate_effects: 0,
  unsafe_retries: 0,
  safety_failed: false,
  over_called: false,
  state_match: null,
  facts_missing: null,
  clarified: null,
  quiet_failure: false,
  consequence_score: 1,
  latency_ms: null,
  cost_usd: null,
  tokens: null,
};

const NO_FACTS: RunFacts = {
  asked: false,
  acted: false,
  retries: [],
  reCalls: [],
  forbidden: [],
  claimsMade: null,
};

/** A run and its score: of a perfect one, but for what is given. */
export interface HandMade {
  readonly verdict?: 'pass' | 'fail';
  /** Names, or whole calls. */
  readonly calls?: readonly (string | EmittedCall)[];
  readonly metrics?: Partial<RunMetrics>;
  readonly facts?: Partial<RunFacts>;
  readonly run?: Partial<Run>;
  readonly score?: Partial<RunScore>;
}

/** A case's score from hand-made runs; a run without `verdict` passed. */
export function caseOf(
  expected: Expectation,
  runs: readonly HandMade[],
  options: { toolset?: Toolset; file?: string; unscored?: readonly Unscored[] } = {},
): CaseScore {
  const { toolset: tools = toolsetOf({}), file = 'a.case.yaml', unscored = [] } = options;
  const trials = runs.map((made, i) => ({
    run: {
      runId: String(i + 1),
      calls: (made.calls ?? []).map((call) => (typeof call === 'string' ? { name: call } : call)),
      messages: [],
      ...made.run,
    },
    score: {
      run_id: String(i + 1),
      verdict: made.verdict ?? ('pass' as const),
      ...(expected.paths.length > 0 ? { pathIndex: 0 } : {}),
      metrics: { ...PERFECT, ...made.metrics },
      alignment: [],
      findings: [],
      facts: { ...NO_FACTS, ...made.facts },
      ...made.score,
    },
  }));
  const scores = trials.map((trial) => trial.score);
  const profile = caseProfile(expected, tools, DEFAULT_WEIGHTS);
  return {
    case_id: expected.caseId,
    file,
    verdict: caseVerdict(profile.passRule, scores, unscored.length),
    reliability: reliability(
      scores.length,
      scores.filter((score) => score.verdict === 'pass').length,
    ),
    trials,
    unscored,
    expectation: expected,
    toolset: tools,
    profile,
    env: {},
  };
}
