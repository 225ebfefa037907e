import type { Finding, Place } from '../model/finding.ts';
import type { Json } from '../model/value.ts';
import type { RunScore, ScoreFinding } from '../scoring/score.ts';
import { scoreSummary } from '../scoring/summary.ts';
import { placeOf } from './score-places.ts';
import type { PlacedScore } from './scores.ts';

/** A finding of a score on its line, with both values where it compares two. */
export interface PlacedFinding {
  readonly finding: Finding;
  readonly expected?: Json;
  readonly actual?: Json;
  /** The lint tells it too, on the same place. */
  readonly isLint: boolean;
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

function placeAll(placed: PlacedScore): PlacedFinding[] {
  const { score } = placed;
  const seen = new Set<string>();
  const all: [RunScore | undefined, ScoreFinding][] = [
    [undefined, scoreSummary(score)],
    ...score.trials.flatMap(({ score: of }) =>
      of.findings.map((finding): [RunScore, ScoreFinding] => [of, finding]),
    ),
    ...score.unscored.flatMap(({ findings }) =>
      findings.map((finding): [undefined, ScoreFinding] => [undefined, finding]),
    ),
  ];
  return all.flatMap(([of, finding]) => {
    const made = placeFinding(placed, of, finding);
    const { code, message, place } = made.finding;
    const key = `${code} ${place.uri ?? ''} ${place.start} ${place.end} ${message}`;
    return seen.has(key) ? [] : seen.add(key) && [made];
  });
}

function placeFinding(
  { scored, lint }: PlacedScore,
  of: RunScore | undefined,
  scoreFinding: ScoreFinding,
): PlacedFinding {
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
      ...(earlier && { related: [{ message: 'this call comes before it', place: earlier }] }),
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
