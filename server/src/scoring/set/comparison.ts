import {
  type EarlierReport,
  keyOf,
  type Pair,
  pairedP,
  passShare,
  scoredPairs,
} from './baseline.ts';
import type { CaseScore } from './case-score.ts';
import { addTo } from './group.ts';
import type { Compared, ComparedRow, ScoreReport, Trials } from './score-report.ts';
import { type SliceKey, slicesOf } from './slices.ts';

const trialsOf = (cases: readonly Pair[number][]): Trials => ({
  n: cases.reduce((sum, { reliability }) => sum + reliability.n, 0),
  c: cases.reduce((sum, { reliability }) => sum + reliability.c, 0),
});

const rowOf = (kind: ComparedRow['kind'], name: string, pairs: readonly Pair[]): ComparedRow => ({
  kind,
  name,
  before: trialsOf(pairs.map(([before]) => before)),
  after: trialsOf(pairs.map(([, after]) => after)),
  ...(kind !== 'case' && pairedP(pairs, passShare)),
});

/** Whether a share of passed trials is another than before. */
const differs = ({ before, after }: ComparedRow): boolean =>
  before.c * after.n !== after.c * before.n;

/**
 * Passed trials side by side: of all cases, then of each case, tool and slice where they differ. Cases
 * that are missing or could not be scored on either side are left out. `p` is that of the exact sign test,
 * paired by case.
 *
 * @param cases the cases of `after`, for the slices they are in
 */
export function compareTrials(
  names: Pick<Compared, 'before' | 'after'>,
  before: EarlierReport,
  after: ScoreReport,
  cases: readonly CaseScore[],
): Compared {
  const pairs = scoredPairs(before, after);
  const byKey = new Map(pairs.map((pair) => [keyOf(pair[1]), pair]));
  const members = new Map<string, Pair[]>();
  for (const of of cases) {
    const pair = byKey.get(keyOf(of));
    for (const [key, name] of slicesOf(of.profile)) {
      if (pair) addTo(members, JSON.stringify([key, name]), pair);
    }
  }
  const ofSlices = [...members].map(([slice, each]) => {
    const [key, name] = JSON.parse(slice) as [SliceKey, string];
    return key === 'tool' ? rowOf('tool', name, each) : rowOf('slice', `${key}=${name}`, each);
  });
  const ofCases = pairs.map((pair) => rowOf('case', pair[1].case_id, [pair]));
  return {
    ...names,
    rows: [rowOf('all', '', pairs), ...[...ofCases, ...ofSlices].filter(differs)],
  };
}
