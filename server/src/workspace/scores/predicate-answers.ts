import { say } from '../../l10n/say.ts';
import type { Expectation } from '../../model/expectation.ts';
import type { Run } from '../../model/run.ts';
import type { Toolset } from '../../model/tool.ts';
import {
  modulePredicates,
  type PredicateQuestion,
  predicateQuestions,
  questionKey,
} from '../../scoring/matching/predicate-questions.ts';
import type { ScoreFinding } from '../../scoring/score.ts';
import type { ScoringEnv } from '../../scoring/score-run.ts';
import type { Uri } from '../files/uri.ts';
import { predicateModule } from '../links/predicate-module.ts';
import type { Snapshot } from '../workspace.ts';

/** Answers questions to a predicate module, in order, or says why it does not. */
export type PredicateRunner = (
  module: Uri,
  questions: readonly PredicateQuestion[],
) => Promise<
  | { readonly ok: true; readonly answers: readonly boolean[] }
  | { readonly ok: false; readonly reason: string }
>;

type Predicates =
  | { readonly ok: true; readonly lookUp: NonNullable<ScoringEnv['predicates']> }
  | { readonly ok: false; readonly finding: ScoreFinding };

/** What the configuration's predicates say of the runs' values, worked out before scoring. */
export async function answersOf(
  { around }: Snapshot,
  expectation: Expectation,
  runs: readonly Run[],
  toolset: Toolset,
  run: PredicateRunner | undefined,
): Promise<Predicates> {
  const answers = new Map<string, boolean>();
  const lookUp: Predicates = {
    ok: true,
    lookUp: (name, value) => answers.get(questionKey({ name, value })),
  };
  const [name] = modulePredicates(expectation);
  const module = predicateModule(around.config);
  if (name === undefined || !module) return lookUp;
  const failed = (reason: string): Predicates => ({
    ok: false,
    finding: {
      code: 'predicate-unknown',
      severity: 'error',
      message: say`the predicate \`${name}\` cannot be asked: ${reason}`,
      target: { kind: 'case' },
    },
  });
  if (!run)
    return failed(say`the predicate module runs only in a trusted workspace, or with --allow-code`);
  const questions = predicateQuestions(expectation, runs, toolset);
  const results = await run(module, questions);
  if (!results.ok) return failed(results.reason);
  questions.forEach((question, index) => {
    answers.set(questionKey(question), results.answers[index] === true);
  });
  return lookUp;
}
