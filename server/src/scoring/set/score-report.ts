import type { Gate } from '../../model/config.ts';
import type { Severity } from '../../model/finding.ts';
import type { TextRange } from '../../model/range.ts';
import type { Json } from '../../model/value.ts';
import {
  type AlignedPair,
  type Reliability,
  RUN_METRICS,
  type RunMetrics,
  type ScoreFinding,
  type Verdict,
} from '../score.ts';
import { type Aggregate, aggregate } from './aggregate.ts';
import type { CaseScore } from './case-score.ts';
import { applyGates, type GateResult } from './gates.ts';
import { type ScoreboardWeights, scoreboard, type ToolScore } from './scoreboard.ts';
import { type Slices, sliceCases } from './slices.ts';

/** Where a finding stands, in a file as reports name it. */
export interface FindingPlace {
  readonly file: string;
  readonly range: TextRange;
}

/** Finds the line of the case that a finding's gate stands on; undefined where it is not known. */
export type Locate = (of: CaseScore, finding: ScoreFinding) => FindingPlace | undefined;

export interface ReportedFinding {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly golden?: number;
  readonly call?: number;
  readonly arg?: string;
  readonly expected?: Json;
  readonly actual?: Json;
  /** Where `range` is, when that is not the case's own file (a golden trajectory's). */
  readonly file?: string;
  readonly range?: TextRange;
}

export interface ReportedRun {
  readonly run_id: string;
  readonly verdict: Verdict;
  readonly path?: string;
  /** All null where the run could not be scored. */
  readonly metrics: { readonly [M in keyof RunMetrics]: RunMetrics[M] | null };
  readonly alignment: readonly AlignedPair[];
  readonly findings: readonly ReportedFinding[];
}

/** An entry of `cases`; a case that could not be scored has a run of verdict `error` that says why. */
export interface ReportedCase {
  readonly case_id: string;
  readonly file: string;
  readonly verdict: Verdict;
  readonly reliability: Reliability;
  readonly runs: readonly ReportedRun[];
}

export interface Regression {
  readonly kind: 'case' | 'tool' | 'slice' | 'metric';
  readonly name: string;
  readonly before: Verdict | number | null;
  readonly after: Verdict | number | null;
  /** Two-sided exact sign test over the cases that both reports have. */
  readonly p?: number;
}

/** Trials and how many of them passed. */
export interface Trials {
  readonly n: number;
  readonly c: number;
}

export interface ComparedRow {
  readonly kind: 'all' | 'case' | 'tool' | 'slice';
  /** Empty for all cases together. */
  readonly name: string;
  readonly before: Trials;
  readonly after: Trials;
  /** Two-sided exact sign test, paired by case; absent for a single case. */
  readonly p?: number;
}

/** The same cases with two sets of tools, side by side. */
export interface Compared {
  /** What the tools of each side are called. */
  readonly before: string;
  readonly after: string;
  readonly rows: readonly ComparedRow[];
}

/** What `score --format json` writes. */
export interface ScoreReport {
  readonly version: 1;
  readonly cases: readonly ReportedCase[];
  readonly aggregate: Aggregate;
  readonly slices: Slices;
  readonly tools: Readonly<Record<string, ToolScore>>;
  readonly gates: readonly GateResult[];
  readonly summary: { readonly pass: number; readonly fail: number; readonly error: number };
  readonly baseline?: { readonly file: string; readonly regressions: readonly Regression[] };
  /** Only where `run` compared two sets of tools. */
  readonly comparison?: Compared;
}

export interface ReportOptions {
  readonly gates: readonly Gate[];
  /** The configuration's `scoreboard`. */
  readonly scoreboard: ScoreboardWeights;
  readonly locate?: Locate;
}

const NO_METRICS = Object.fromEntries(
  RUN_METRICS.map((name) => [name, null]),
) as unknown as ReportedRun['metrics'];

function reportFinding(of: CaseScore, finding: ScoreFinding, locate?: Locate): ReportedFinding {
  const { target: _target, relatedGolden: _related, ...rest } = finding;
  const place = locate?.(of, finding);
  if (place === undefined) return rest;
  const elsewhere = place.file === of.file ? {} : { file: place.file };
  return { ...rest, ...elsewhere, range: place.range };
}

/** A case's entry of the JSON report. */
export function caseJson(of: CaseScore, locate?: Locate): ReportedCase {
  const findingsOf = (findings: readonly ScoreFinding[]) =>
    findings.map((finding) => reportFinding(of, finding, locate));
  const scored = of.trials.map(({ score }): ReportedRun => {
    const { run_id, verdict, path, metrics, alignment, findings } = score;
    const named = path === undefined ? {} : { path };
    return { run_id, verdict, ...named, metrics, alignment, findings: findingsOf(findings) };
  });
  const unscored = of.unscored.map(
    ({ run_id, findings }): ReportedRun => ({
      run_id,
      verdict: 'error',
      metrics: NO_METRICS,
      alignment: [],
      findings: findingsOf(findings),
    }),
  );
  const { case_id, file, verdict, reliability } = of;
  return { case_id, file, verdict, reliability, runs: [...scored, ...unscored] };
}

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The report of a set of cases, in the shape of `score --format json`: cases by file, in the order
 * given within one, and every figure at full precision.
 */
export function scoreReport(cases: readonly CaseScore[], options: ReportOptions): ScoreReport {
  const ordered = [...cases].sort((a, b) => byCodeUnits(a.file, b.file));
  const counted = (verdict: Verdict) => ordered.filter((of) => of.verdict === verdict).length;
  return {
    version: 1,
    cases: ordered.map((of) => caseJson(of, options.locate)),
    aggregate: aggregate(ordered),
    slices: sliceCases(ordered),
    tools: scoreboard(ordered, options.scoreboard),
    gates: applyGates(ordered, options.gates),
    summary: { pass: counted('pass'), fail: counted('fail'), error: counted('error') },
  };
}
