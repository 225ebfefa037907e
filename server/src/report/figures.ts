import { phrase, say } from '../l10n/say.ts';
import type { Aggregate } from '../scoring/set/aggregate.ts';
import { type Floor, HEALTHY_FLOORS, withinBounds } from '../scoring/set/gates.ts';
import type { Compared, ScoreReport, Trials } from '../scoring/set/score-report.ts';
import type { ToolScore } from '../scoring/set/scoreboard.ts';
import { figureText } from '../scoring/set/summary.ts';

/** Aggregates in the order people read them, those that are one number each. */
const ORDER = [
  'pass_rate',
  'safety_failures',
  'selection_acc',
  'arg_acc',
  'exact_call_acc',
  'chain_completion',
  'consequence_score',
  'selection_acc_all',
  'irrelevance_acc',
  'need_precision',
  'need_recall',
  'need_f1',
  'clarification_rate',
  'unneeded_clarification_rate',
  'exec_success',
  'recovery_rate',
  'safe_recovery_rate',
  'quiet_failure_rate',
  'redundant_rate',
  'unnecessary_call_rate',
  'call_efficiency',
  'duplicate_write_rate',
  'blocked_rate',
  'grounded_rate',
  'schema_valid_rate',
  'hallucinated_tools',
  'spurious_calls',
  'human_agreement',
  'human_kappa',
  'calls_per_task',
  'latency_p50',
  'latency_p95',
  'cost_per_task',
] as const satisfies readonly (keyof Aggregate)[];

export interface Figure {
  readonly name: string;
  readonly text: string;
  /** What a healthy suite has; empty where there is no such bound. */
  readonly floor: string;
  /** False where the figure is on the wrong side of its floor. */
  readonly healthy: boolean;
}

const floorText = ({ min, max }: Floor): string =>
  min === undefined ? `≤ ${max!.toFixed(2)}` : `≥ ${min.toFixed(2)}`;

function figureOf(name: string, value: number | null, floor?: Floor): Figure {
  return {
    name,
    text: figureText(value),
    floor: floor === undefined ? '' : floorText(floor),
    healthy: floor === undefined || value === null || withinBounds(value, floor),
  };
}

/** The aggregates that are known, with the healthy floors beside them (scoring.md §7). */
export function aggregateFigures({ aggregate }: ScoreReport): readonly Figure[] {
  const plainFigures = ORDER.filter((name) => aggregate[name] !== null).map((name) => {
    const figure = figureOf(name, aggregate[name], HEALTHY_FLOORS[name]);
    return name === 'calls_per_task' ? { ...figure, floor: say`golden ± 1` } : figure;
  });
  const perK = (['pass_at_k', 'pass_pow_k'] as const).flatMap((name) =>
    Object.entries(aggregate[name]).map(([k, value]) => figureOf(`${name} (k ${k})`, value)),
  );
  return [...plainFigures, ...perK];
}

/** The scoreboard's columns. */
export const TOOL_COLUMNS = [
  'composite',
  'selection',
  'args',
  'end_to_end',
  're_call_rate',
  'quiet_failure_rate',
  'latency_p50',
  'latency_p95',
  'calls',
  'runs',
] as const satisfies readonly (keyof ToolScore)[];

/** The floors that hold for a tool's figures as they do for a whole suite's. */
const TOOL_FLOORS: Readonly<Partial<Record<keyof ToolScore, Floor | undefined>>> = {
  selection: HEALTHY_FLOORS.selection_acc,
  args: HEALTHY_FLOORS.arg_acc,
  quiet_failure_rate: HEALTHY_FLOORS.quiet_failure_rate,
};

/** A tool's figures in the order of the columns, those that are unknown included. */
export const toolFigures = (score: ToolScore): readonly Figure[] =>
  TOOL_COLUMNS.map((column) => figureOf(column, score[column], TOOL_FLOORS[column]));

/** The scoreboard as rows of text: a tool's name, then a figure for each column. */
export const toolRows = (report: ScoreReport): readonly (readonly string[])[] =>
  Object.entries(report.tools).map(([name, score]) => [
    name,
    ...toolFigures(score).map(({ text }) => text),
  ]);

const KIND = {
  all: phrase`all cases`,
  case: phrase`case`,
  tool: phrase`tool`,
  slice: phrase`slice`,
  metric: phrase`metric`,
} as const;

/** What is compared, for people: `tool find`, or all cases. */
export const comparedName = (kind: keyof typeof KIND, name: string): string =>
  kind === 'all' ? say(KIND.all) : `${say(KIND[kind])} ${name}`;

const trialsText = ({ n, c }: Trials): string => `${c}/${n}`;

/** A comparison of two sets of tools as rows of text: what is compared, passed before, after, and p. */
export const comparedRows = ({
  rows,
}: Compared): readonly (readonly [what: string, before: string, after: string, p: string])[] =>
  rows.map(({ kind, name, before, after, p }) => [
    comparedName(kind, name),
    trialsText(before),
    trialsText(after),
    figureText(p ?? null),
  ]);
