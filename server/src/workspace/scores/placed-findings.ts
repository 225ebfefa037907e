import { say } from '../../l10n/say.ts';
import type { Finding, Place } from '../../model/finding.ts';
import type { Json } from '../../model/value.ts';
import type { RunScore, ScoreFinding } from '../../scoring/score.ts';
import { scoreSummary } from '../../scoring/set/summary.ts';
import { placeOf } from './score-places.ts';
import type { PlacedScore } from './scores.ts';

/** A finding of a score on its line, with both values where it compares two. */
export interface PlacedFinding {
  readonly finding: Finding;
  readonly expected?: Json;
  readonly actual?: Json;
  /** The lint tells it too, on the same place. */
  readonly isLint: boolean;
  /** The runs that it was found in, as indices: scored ones come first, then those without a score. */
  readonly runs: readonly number[];
}

const cache = new WeakMap<PlacedScore, readonly PlacedFinding[]>();

/**
 * Every finding of a score, its summary included. What several runs share is told once. Placed once for
 * each score: places move with their trees.
 */
export function placedFindings(placed: PlacedScore): readonly PlacedFinding[] {
  const known = cache.get(placed);
  if (known) return known;
  const made = placeAll(placed);
  cache.set(placed, made);
  return made;
}

const alone = new WeakMap<PlacedScore, readonly Finding[]>();

/** The findings that the score alone tells; kept, since an edit looks at those of every scored case. */
export function scoreFindings(placed: PlacedScore): readonly Finding[] {
  let found = alone.get(placed);
  if (!found) {
    found = placedFindings(placed).flatMap(({ finding, isLint }) => (isLint ? [] : finding));
    alone.set(placed, found);
  }
  return found;
}

function placeAll(placed: PlacedScore): PlacedFinding[] {
  const { score } = placed;
  const { trials, unscored } = score;
  const all: [run: number | undefined, RunScore | undefined, ScoreFinding][] = [
    [undefined, undefined, scoreSummary(score)],
    ...trials.flatMap(({ score: of }, run) =>
      of.findings.map((finding): (typeof all)[number] => [run, of, finding]),
    ),
    ...unscored.flatMap(({ findings }, index) =>
      findings.map((finding): (typeof all)[number] => [trials.length + index, undefined, finding]),
    ),
  ];
  const byPlace = new Map<string, PlacedFinding & { runs: number[] }>();
  for (const [run, of, finding] of all) {
    const made = placeFinding(placed, of, finding);
    const { code, message, place } = made.finding;
    const key = `${code} ${place.uri ?? ''} ${place.start} ${place.end} ${message}`;
    const known = byPlace.get(key) ?? { ...made, runs: [] };
    byPlace.set(key, known);
    if (run !== undefined) known.runs.push(run);
  }
  return [...byPlace.values()];
}

function placeFinding(
  { scored, lint }: PlacedScore,
  of: RunScore | undefined,
  scoreFinding: ScoreFinding,
): Omit<PlacedFinding, 'runs'> {
  const { code, severity, message, target, relatedGolden, expected, actual } = scoreFinding;
  const linted = lint.get(scoreFinding);
  const earlier =
    relatedGolden === undefined
      ? undefined
      : placeOf(scored, of, { kind: 'call', golden: relatedGolden });
  return {
    finding: {
      code,
      severity,
      message,
      place: linted ?? placeOf(scored, of, target),
      ...(earlier && { related: [{ message: say`this call comes before it`, place: earlier }] }),
    },
    ...(expected !== undefined && { expected }),
    ...(actual !== undefined && { actual }),
    isLint: linted !== undefined,
  };
}

/** Where a finding of a case's score stands, for reports. */
export function findingPlace(placed: PlacedScore, finding: ScoreFinding): Place {
  const linted = placed.lint.get(finding);
  if (linted) return linted;
  const trial = placed.score.trials.find(({ score }) => score.findings.includes(finding));
  return placeOf(placed.scored, trial?.score, finding.target);
}
