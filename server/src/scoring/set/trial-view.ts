import type { ExpectedPath } from '../../model/expectation.ts';
import type { Run } from '../../model/run.ts';
import type { RunFacts, RunMetrics, RunScore } from '../score.ts';
import type { CaseScore, Trial } from './case-score.ts';

/** A trial with what the set-level figures ask of it. */
export interface TrialView {
  readonly of: CaseScore;
  readonly run: Run;
  readonly score: RunScore;
  readonly metrics: RunMetrics;
  readonly facts: RunFacts;
  readonly passed: boolean;
  readonly called: boolean;
  /** The path that counts. */
  readonly path: ExpectedPath | undefined;
  /** The path that counts has a call that must be made. */
  readonly callExpected: boolean;
  /** Whether calling is right at all (scoring.md §7, `need`); undefined where the case leaves it open. */
  readonly needed: boolean | undefined;
}

function neededOf(of: CaseScore, callExpected: boolean): boolean | undefined {
  const { behavior, behaviorExplicit } = of.expectation;
  if (behavior === 'no_call') return false;
  return callExpected || (behavior === 'call' && behaviorExplicit) ? true : undefined;
}

function viewOf(of: CaseScore, { run, score }: Trial): TrialView {
  const path = of.expectation.paths[score.pathIndex ?? 0];
  const callExpected = path?.calls.some((call) => !call.optional) ?? false;
  return {
    of,
    run,
    score,
    metrics: score.metrics,
    facts: score.facts,
    passed: score.verdict === 'pass',
    called: run.calls.length > 0,
    path,
    callExpected,
    needed: neededOf(of, callExpected),
  };
}

/** The trials that figures over runs count: those of cases that have a verdict. */
export const trialViews = (cases: readonly CaseScore[]): readonly TrialView[] =>
  cases
    .filter((of) => of.verdict !== 'error')
    .flatMap((of) => of.trials.map((trial) => viewOf(of, trial)));
