import * as z from 'zod';
import type { Verdict } from '../score.ts';
import type { Aggregate } from './aggregate.ts';
import type { CaseScore } from './case-score.ts';
import type { Regression, ReportedCase, ScoreReport } from './score-report.ts';
import { type SliceKey, slicesOf } from './slices.ts';
import { mean, signTest } from './statistics.ts';

const figures = z.record(z.string(), z.unknown());

/** As much of an earlier report as a comparison needs. */
const earlierReport = z.object({
  version: z.literal(1),
  cases: z.array(
    z.object({
      case_id: z.string(),
      file: z.string(),
      verdict: z.enum(['pass', 'fail', 'error']),
      reliability: z.object({ n: z.number(), c: z.number() }),
      runs: z.array(z.object({ metrics: figures })),
    }),
  ),
  aggregate: figures,
  slices: z.record(z.string(), z.record(z.string(), figures)),
  tools: z.record(z.string(), figures),
});

export type EarlierReport = z.infer<typeof earlierReport>;

/**
 * Reads what an earlier `score --format json` wrote.
 *
 * @returns the report; undefined where the value is none.
 */
export function readReport(value: unknown): EarlierReport | undefined {
  const result = earlierReport.safeParse(value);
  return result.success ? result.data : undefined;
}

interface Direction {
  readonly better: 'higher' | 'lower';
  /** What noise may do: worse only beyond this factor. */
  readonly factor?: number;
}

const HIGHER: Direction = { better: 'higher' };
const LOWER: Direction = { better: 'lower' };
/** As a golden trajectory's own tolerance (format.md). */
const MEASURED: Direction = { better: 'lower', factor: 1.5 };

/** Which way each aggregate is worse; those left out have no better side of their own. */
const DIRECTIONS: Readonly<Partial<Record<keyof Aggregate, Direction>>> = {
  pass_rate: HIGHER,
  selection_acc: HIGHER,
  selection_acc_all: HIGHER,
  arg_acc: HIGHER,
  exact_call_acc: HIGHER,
  chain_completion: HIGHER,
  exec_success: HIGHER,
  consequence_score: HIGHER,
  schema_valid_rate: HIGHER,
  call_efficiency: HIGHER,
  recovery_rate: HIGHER,
  safe_recovery_rate: HIGHER,
  irrelevance_acc: HIGHER,
  need_precision: HIGHER,
  need_recall: HIGHER,
  need_f1: HIGHER,
  clarification_rate: HIGHER,
  human_agreement: HIGHER,
  human_kappa: HIGHER,
  blocked_rate: HIGHER,
  grounded_rate: HIGHER,
  redundant_rate: LOWER,
  unneeded_clarification_rate: LOWER,
  unnecessary_call_rate: LOWER,
  duplicate_write_rate: LOWER,
  quiet_failure_rate: LOWER,
  safety_failures: LOWER,
  hallucinated_tools: LOWER,
  spurious_calls: LOWER,
  latency_p50: MEASURED,
  latency_p95: MEASURED,
  cost_per_task: MEASURED,
};

const SLACK = 1e-9;

function isWorse(before: unknown, after: unknown, { better, factor = 1 }: Direction): boolean {
  if (typeof before !== 'number' || typeof after !== 'number') return false;
  return better === 'higher' ? after < before - SLACK : after > before * factor + SLACK;
}

type AnyCase = EarlierReport['cases'][number] | ReportedCase;
/** A case in both reports. */
export type Pair = readonly [before: AnyCase, after: AnyCase];

/** What a case is known by from one report to another. */
export const keyOf = (of: { file: string; case_id: string }): string => `${of.file}\0${of.case_id}`;

/** The share of a case's trials that passed; null where there is none. */
export const passShare = ({ reliability: { n, c } }: AnyCase): number | null =>
  n === 0 ? null : c / n;

/** A case's mean of a run-level metric; null where its runs have none by that name. */
const metricMean =
  (metric: string) =>
  (of: AnyCase): number | null =>
    mean(
      of.runs.map((run) => {
        const value = (run.metrics as Readonly<Record<string, unknown>>)[metric];
        return typeof value === 'number' || typeof value === 'boolean' ? value : null;
      }),
    );

/** The cases that both reports have. */
function pairsOf(before: EarlierReport, after: ScoreReport): Pair[] {
  const earlier = new Map(before.cases.map((of) => [keyOf(of), of]));
  return after.cases.flatMap((of): Pair[] => {
    const old = earlier.get(keyOf(of));
    return old === undefined ? [] : [[old, of]];
  });
}

/** Those of them that could be scored on both sides. */
export const scoredPairs = (before: EarlierReport, after: ScoreReport): Pair[] =>
  pairsOf(before, after).filter((pair) => pair.every((of) => of.verdict !== 'error'));

/** The sign test over pairs of cases; undefined where no case has the figure on both sides. */
export function pairedP(
  pairs: readonly Pair[],
  figure: (of: AnyCase) => number | null,
): { readonly p?: number } {
  let better = 0;
  let worse = 0;
  let known = 0;
  for (const [before, after] of pairs) {
    const a = figure(before);
    const b = figure(after);
    if (a === null || b === null) continue;
    known++;
    if (b > a + SLACK) better++;
    else if (b < a - SLACK) worse++;
  }
  return known === 0 ? {} : { p: signTest(better, worse) };
}

const RANK: Readonly<Record<Verdict, number>> = { pass: 2, fail: 1, error: 0 };

/**
 * What became worse since an earlier report: cases whose verdict fell, tools whose `end_to_end` and
 * slices whose `pass_rate` fell, aggregates that moved to their bad side (times and costs only beyond a
 * factor of 1.5). Each with the p of an exact sign test paired by case, where the figure is known by
 * case: of the pass share for tools and slices, of the metric itself for metrics.
 *
 * @param cases the cases of `after`, for the slices they are in
 */
export function findRegressions(
  before: EarlierReport,
  after: ScoreReport,
  cases: readonly CaseScore[],
): readonly Regression[] {
  const slices = new Map(cases.map((of) => [keyOf(of), slicesOf(of.profile)]));
  const pairs = pairsOf(before, after);
  const scored = scoredPairs(before, after);
  const membersOf = (key: SliceKey, name: string) =>
    scored.filter(([, of]) => slices.get(keyOf(of))?.some(([k, n]) => k === key && n === name));

  /** The groups of figures under names that both reports have, compared by one of them. */
  const fallen = (
    kind: 'tool' | 'slice',
    key: SliceKey,
    old: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
    now: Readonly<Record<string, object>>,
    metric: string,
  ): Regression[] =>
    Object.entries(now).flatMap(([name, figuresNow]) => {
      const a = Object.hasOwn(old, name) ? old[name]![metric] : undefined;
      const b = (figuresNow as Readonly<Record<string, unknown>>)[metric];
      if (!isWorse(a, b, HIGHER)) return [];
      return {
        kind,
        name: kind === 'tool' ? name : `${key}=${name}`,
        before: a as number,
        after: b as number,
        ...pairedP(membersOf(key, name), passShare),
      };
    });

  return [
    ...pairs
      .filter(([old, now]) => RANK[now.verdict] < RANK[old.verdict])
      .map(([old, now]): Regression => {
        return { kind: 'case', name: now.case_id, before: old.verdict, after: now.verdict };
      }),
    ...fallen('tool', 'tool', before.tools, after.tools, 'end_to_end'),
    ...(Object.keys(after.slices) as SliceKey[])
      .filter((key) => key !== 'tool')
      .flatMap((key) =>
        fallen('slice', key, before.slices[key] ?? {}, after.slices[key], 'pass_rate'),
      ),
    ...Object.entries(DIRECTIONS).flatMap(([name, direction]): Regression[] => {
      const a = before.aggregate[name];
      const b = after.aggregate[name as keyof Aggregate];
      if (!isWorse(a, b, direction)) return [];
      const figure = name === 'pass_rate' ? passShare : metricMean(name);
      return [
        {
          kind: 'metric',
          name,
          before: a as number,
          after: b as number,
          ...pairedP(scored, figure),
        },
      ];
    }),
  ];
}

/** A sign test's p from which on a difference is taken for noise. */
const NOISE_P = 0.05;

/** Whether a regression is more than noise: a verdict that fell, or a figure that the sign test speaks for. */
export const isBeyondNoise = ({ kind, p }: Regression): boolean =>
  kind === 'case' || (p !== undefined && p < NOISE_P);

/** The report with what became worse since an earlier one. */
export const withBaseline = (
  report: ScoreReport,
  cases: readonly CaseScore[],
  file: string,
  before: EarlierReport,
): ScoreReport => ({
  ...report,
  baseline: { file, regressions: findRegressions(before, report, cases) },
});
