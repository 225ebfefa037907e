import { phrase, say } from '../../l10n/say.ts';
import type { ScoreFinding } from '../score.ts';
import type { CaseScore } from './case-score.ts';
import { caseJson, type ReportedCase } from './score-report.ts';
import { mean } from './statistics.ts';

/**
 * A figure for people: three decimals, whole numbers as they are. What is short of 1, or above 0, never
 * rounds up to it, or down to it.
 */
export function figureText(value: number | null): string {
  if (value === null) return '–';
  if (Number.isInteger(value)) return String(value);
  const text = value.toFixed(3);
  if (text === '1.000') return value < 1 ? '0.999' : '1.001';
  if (text === '0.000' || text === '-0.000') return value > 0 ? '0.001' : '-0.001';
  return text;
}

type RunValue = number | boolean | null;

/** What a case is told by: a word, the metric, averaged over its runs, and its value where all is well. */
const DIMENSIONS = [
  [phrase`selection`, 'selection_acc', 1],
  [phrase`arguments`, 'arg_acc', 1],
  [phrase`exact`, 'exact_call_acc', 1],
  [phrase`order violations`, 'order_violations', 0],
  [phrase`chain`, 'chain_completion', 1],
  [phrase`state`, 'state_match', 1],
  [phrase`facts missing`, 'facts_missing', 0],
] as const;

/** A case's score by dimension, those that nothing was measured of left out. */
export const caseDimensions = (of: ReportedCase): readonly (readonly [string, number])[] =>
  DIMENSIONS.flatMap(([word, metric]) => {
    const value = mean(of.runs.map((run): RunValue => run.metrics[metric]));
    return value === null ? [] : [[say(word), value] as const];
  });

/** `4 of 5 runs passed; selection 1, arguments 0.833, …`, or that nothing was scored. */
export function caseSummary(of: ReportedCase): string {
  const { n, c } = of.reliability;
  if (n === 0) return say`not scored`;
  const passes = n === 1 ? say`${c} of ${n} run passed` : say`${c} of ${n} runs passed`;
  const figures = caseDimensions(of).map(([word, value]) => `${word} ${figureText(value)}`);
  return figures.length === 0 ? passes : `${passes}; ${figures.join(', ')}`;
}

const VERDICT_TEXT = {
  pass: phrase`Passed`,
  fail: phrase`Failed`,
  error: phrase`Could not be scored`,
} as const;

/** The longest text that editors show at the end of a line before they cut it. */
const MAX_BRIEF = 40;

/** As `caseSummary`, short enough for the end of a line: runs passed, and the figures that fall short. */
export function briefSummary(of: CaseScore): string {
  const reported = caseJson(of);
  const { n, c } = reported.reliability;
  if (n === 0) return say`not scored`;
  let text = `${c}/${n}`;
  for (const [word, , ideal] of DIMENSIONS) {
    const value = caseDimensions(reported).find(([name]) => name === say(word))?.[1];
    const more = `${text} · ${say(word)} ${figureText(value ?? null)}`;
    if (value !== undefined && value !== ideal && more.length <= MAX_BRIEF) text = more;
  }
  return text;
}

/** The `score-summary` of a case, for the line of its `case_id` (rules.md, Scores). */
export const scoreSummary = (of: CaseScore): ScoreFinding => ({
  code: 'score-summary',
  severity: 'info',
  message: `${say(VERDICT_TEXT[of.verdict])}: ${caseSummary(caseJson(of))}`,
  target: { kind: 'case' },
});
