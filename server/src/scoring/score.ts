/** What scoring says: per run, per case and per set. Names are those of the JSON report. */
import type { Severity } from '../model/finding.ts';
import type { Json } from '../model/value.ts';

export type Verdict = 'pass' | 'fail' | 'error';

/** The line of the case that a failed gate stands on. The first path's calls where `path` is absent. */
export type GateTarget =
  | { readonly kind: 'case' }
  | { readonly kind: 'call'; readonly golden: number }
  | { readonly kind: 'args'; readonly golden: number }
  /** The argument's key, or the part inside its literal at `inside`. */
  | {
      readonly kind: 'arg';
      readonly golden: number;
      readonly arg: string;
      readonly inside?: readonly (string | number)[];
    }
  /**
   * A key of `expected`, or an item of its list. `calls` stands for `calls`, `golden` or `any_of`. Items of
   * `must_mention` beyond the case's are those of the golden trajectory that the path names.
   */
  | { readonly kind: 'expected'; readonly key: string; readonly item?: number }
  /** A place in `final_state`: the deepest written part on the way to the JSON Pointer. */
  | { readonly kind: 'state'; readonly pointer: string }
  | { readonly kind: 'baseline' }
  | { readonly kind: 'trace' };

export interface ScoreFinding {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly target: GateTarget;
  /** Another golden call that matters, e.g. the earlier one of an order violation. */
  readonly relatedGolden?: number;
  readonly golden?: number;
  readonly call?: number;
  readonly arg?: string;
  readonly expected?: Json;
  readonly actual?: Json;
}

/** A golden call and the emitted call matched to it; null on the side that has none. */
export interface AlignedPair {
  readonly golden: number | null;
  readonly call: number | null;
  /** Share of graded arguments that are right, 0 to 1. */
  readonly per_arg?: number;
  readonly exact?: boolean;
}

export interface RunMetrics {
  readonly selection_acc: number;
  readonly selection_precision: number;
  readonly arg_acc: number;
  readonly exact_call_acc: number;
  readonly schema_valid_rate: number | null;
  readonly missed: number;
  readonly spurious: number;
  readonly hallucinated_tools: number;
  readonly hallucinated_args: number;
  readonly order_violations: number;
  readonly chain_ok: boolean;
  readonly chain_completion: boolean;
  readonly exec_success: number;
  readonly hit_error: boolean;
  readonly recovered: boolean;
  readonly safe_recovery: boolean;
  readonly maladaptive_retry_rate: number | null;
  readonly redundant_rate: number;
  readonly call_efficiency: number;
  readonly duplicate_effects: number;
  readonly unsafe_retries: number;
  readonly safety_failed: boolean;
  readonly over_called: boolean;
  readonly state_match: boolean | null;
  readonly facts_missing: number | null;
  readonly clarified: boolean | null;
  readonly quiet_failure: boolean;
  readonly consequence_score: number;
  readonly latency_ms: number | null;
  readonly cost_usd: number | null;
  readonly tokens: number | null;
}

/** The metrics' names, in the order of scoring.md §6. */
export const RUN_METRICS = [
  'selection_acc',
  'selection_precision',
  'arg_acc',
  'exact_call_acc',
  'schema_valid_rate',
  'missed',
  'spurious',
  'hallucinated_tools',
  'hallucinated_args',
  'order_violations',
  'chain_ok',
  'chain_completion',
  'exec_success',
  'hit_error',
  'recovered',
  'safe_recovery',
  'maladaptive_retry_rate',
  'redundant_rate',
  'call_efficiency',
  'duplicate_effects',
  'unsafe_retries',
  'safety_failed',
  'over_called',
  'state_match',
  'facts_missing',
  'clarified',
  'quiet_failure',
  'consequence_score',
  'latency_ms',
  'cost_usd',
  'tokens',
] as const satisfies readonly (keyof RunMetrics)[];

/**
 * What the aggregates of scoring.md §7 need of a run beyond its metrics. Not part of the JSON report.
 * Numbers in lists are indexes of emitted calls, ascending.
 */
export interface RunFacts {
  /** The final reply asks something, or the run says `clarified: true`; under every behaviour. */
  readonly asked: boolean;
  /** A call was made that `no_write` and `clarify` forbid (§5); under every behaviour. */
  readonly acted: boolean;
  /** Unmatched calls that are retries (§1): they count in `spurious` but not as unnecessary. */
  readonly retries: readonly number[];
  /** Spurious calls of a tool already called in that turn with other arguments (§6, `quiet_failure`). */
  readonly reCalls: readonly number[];
  /** Calls that `forbidden_tools` or `allowed_tools` rule out, those with status `denied` included. */
  readonly forbidden: readonly number[];
  /** Texts of `must_not_mention` that a reply contains; null where the case lists none. */
  readonly claimsMade: number | null;
}

/** The score of one run against the path that counts. */
export interface RunScore {
  readonly run_id: string;
  readonly verdict: Verdict;
  /** Index in `Expectation.paths` of the path that counts; undefined where there is none. */
  readonly pathIndex?: number;
  /** Its name, where the case has several. */
  readonly path?: string;
  readonly metrics: RunMetrics;
  readonly alignment: readonly AlignedPair[];
  readonly findings: readonly ScoreFinding[];
  readonly facts: RunFacts;
}

export interface Reliability {
  readonly n: number;
  readonly c: number;
  readonly pass_at_k: Readonly<Record<string, number>>;
  readonly pass_pow_k: Readonly<Record<string, number>>;
  /** 95 % Wilson interval of c/n. */
  readonly wilson: readonly [number, number];
  readonly flaky: boolean;
}
