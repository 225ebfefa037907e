import { explainCase } from '../report/explain.ts';
import {
  EXPLAIN_FORMATS,
  type ExplainFormat,
  type LocatedExplanation,
} from '../report/explain-formats.ts';
import { locate } from '../workspace/locate.ts';
import { placeOf } from '../workspace/scores/score-places.ts';
import type { PlacedScore } from '../workspace/scores/scores.ts';
import { EXIT, Failure } from './failure.ts';
import { recordedRuns } from './recorded-runs.ts';
import { fileName, openRoots } from './roots.ts';
import {
  type ChosenCase,
  casesOf,
  noSuchCase,
  type ScoreCommandOptions,
  scoringOf,
} from './score.ts';
import type { Terminal } from './terminal.ts';

export interface ExplainCommandOptions
  extends Pick<ScoreCommandOptions, 'config' | 'trace' | 'results' | 'allowCode'> {
  readonly format: ExplainFormat;
}

/**
 * Tells what each line of a case gates, and what its recorded runs were found to do there. The answer is
 * what was asked for, whatever the verdict in it.
 *
 * @param caseId of a case or of a golden trajectory; all that bear it are explained
 * @returns the exit code
 * @throws Failure where there is no such case
 */
export async function explain(
  terminal: Terminal,
  caseId: string,
  paths: readonly string[],
  options: ExplainCommandOptions,
): Promise<number> {
  const { cwd } = terminal;
  const roots = await openRoots(terminal, paths, options.config);
  const scoring = scoringOf(cwd, options, await recordedRuns(terminal, roots, options));
  const explained: LocatedExplanation[] = [];
  for (const root of roots) {
    for await (const chosen of casesOf(root, { case: caseId })) {
      const placed = await root.session.scorer.score(chosen.snapshot, chosen.unit, scoring);
      explained.push(explanationOf(chosen, placed, cwd));
    }
  }
  if (explained.length === 0) {
    throw new Failure(await noSuchCase(roots, caseId));
  }
  terminal.out(EXPLAIN_FORMATS[options.format](explained, { color: terminal.color }));
  return EXIT.fine;
}

function explanationOf(
  { root, snapshot }: ChosenCase,
  { score, scored }: PlacedScore,
  cwd: string,
): LocatedExplanation {
  const explanation = explainCase(score.expectation, score);
  return {
    ...explanation,
    file: score.file,
    lines: explanation.lines.map((line) => {
      const place = placeOf(scored, { pathIndex: line.path ?? 0 }, line.target);
      const { uri, range } = locate(root.session.workspace, snapshot.file, place);
      return { ...line, place: { file: fileName(cwd)(uri), range } };
    }),
  };
}
