import type { Gate } from '../../model/config.ts';
import { RUN_METRICS, type RunMetrics } from '../score.ts';
import { type Aggregate, aggregate, meanOverCases } from './aggregate.ts';
import type { CaseScore } from './case-score.ts';
import { matchesWhere } from './slices.ts';

/** A gate with what was measured. */
export interface GateResult extends Gate {
  /** Null where nothing could be measured, or no such metric exists. */
  readonly value: number | null;
  readonly ok: boolean;
}

/** A figure that is healthy on its side of a bound, shown beside it. */
export interface Floor {
  readonly min?: number;
  readonly max?: number;
}

/** What a healthy suite reaches (scoring.md §7). */
export const HEALTHY_FLOORS: Readonly<Partial<Record<keyof Aggregate, Floor>>> = {
  selection_acc: { min: 0.8 },
  arg_acc: { min: 0.9 },
  quiet_failure_rate: { max: 0.05 },
};

/** Sums of fractions may miss their bound by this much. */
const TOLERANCE = 1e-9;

/** Whether a figure is within bounds. What is not known is within none. */
export const withinBounds = (value: number | null, { min, max }: Floor): boolean =>
  value !== null &&
  (min === undefined || value >= min - TOLERANCE) &&
  (max === undefined || value <= max + TOLERANCE);

const isRunMetric = (name: string): name is keyof RunMetrics =>
  (RUN_METRICS as readonly string[]).includes(name);

/** Names that a gate may measure: the aggregates that are one number (at `k`), and every run metric. */
export const GATE_METRICS: readonly string[] = [
  ...new Set([...Object.keys(aggregate([])).filter((name) => name !== 'need'), ...RUN_METRICS]),
].sort();

function measure(cases: readonly CaseScore[], metric: string, k: number): number | null {
  const figures = aggregate(cases);
  if (Object.hasOwn(figures, metric)) {
    const figure = figures[metric as keyof Aggregate];
    if (typeof figure !== 'object' || figure === null) return figure;
    return metric === 'need' ? null : ((figure as Record<string, number>)[String(k)] ?? null);
  }
  return isRunMetric(metric) ? meanOverCases(cases, metric) : null;
}

/**
 * Measures each gate over the cases its `where` takes. `k` is 1 where it is not given. A value that is
 * null fails its gate: what was not measured was not shown to hold.
 */
export function applyGates(
  cases: readonly CaseScore[],
  gates: readonly Gate[],
): readonly GateResult[] {
  return gates.map((gate) => {
    const taken = cases.filter((of) => matchesWhere(of.profile, gate.where ?? {}));
    const value = measure(taken, gate.metric, gate.k ?? 1);
    return { ...gate, value, ok: withinBounds(value, gate) };
  });
}
