import { say } from '../../l10n/say.ts';
import type { Expectation } from '../../model/expectation.ts';
import type { Run } from '../../model/run.ts';
import type { Toolset } from '../../model/tool.ts';
import type { Reliability, RunScore, ScoreFinding, Verdict } from '../score.ts';
import { DEFAULT_WEIGHTS, type ScoringEnv, scoreRun } from '../score-run.ts';
import { type CaseProfile, caseProfile } from './profile.ts';
import { caseVerdict, reliability } from './reliability.ts';

/** A run and what it scored. */
export interface Trial {
  readonly run: Run;
  readonly score: RunScore;
}

/** A run that has no score, or a case that has none at all, with the findings that say why. */
export interface Unscored {
  /** Empty where there is no run. */
  readonly run_id: string;
  readonly findings: readonly ScoreFinding[];
}

/** The score of one case over its trials. `caseJson` gives its entry of the JSON report. */
export interface CaseScore {
  readonly case_id: string;
  readonly file: string;
  readonly verdict: Verdict;
  /** Of the trials that could be scored. */
  readonly reliability: Reliability;
  readonly trials: readonly Trial[];
  readonly unscored: readonly Unscored[];
  readonly expectation: Expectation;
  readonly toolset: Toolset;
  readonly profile: CaseProfile;
  /** What it was scored with, so that a report can look at a run again. */
  readonly env: ScoringEnv;
}

export interface CaseInput {
  readonly expectation: Expectation;
  readonly toolset: Toolset;
  readonly runs: readonly Run[];
  /** Path of the case's file, as reports show it. */
  readonly file: string;
  readonly env?: ScoringEnv;
  /** What makes the case invalid: its error-level findings, or `vacuous-expectation`. */
  readonly invalid?: readonly ScoreFinding[];
  /** Runs that could not be read, each with the reason in words for a person. */
  readonly unreadable?: readonly { readonly run_id?: string; readonly reason: string }[];
}

const traceUnreadable = (message: string): ScoreFinding => ({
  code: 'trace-unreadable',
  severity: 'error',
  message,
  target: { kind: 'trace' },
});

function unscoredOf(input: CaseInput): readonly Unscored[] {
  const { invalid = [], runs, unreadable = [] } = input;
  if (invalid.length > 0) {
    return runs.length === 0
      ? [{ run_id: '', findings: invalid }]
      : runs.map((run) => ({ run_id: run.runId, findings: invalid }));
  }
  if (runs.length === 0 && unreadable.length === 0) {
    const message = say`There is no recorded run to score: name one under \`trace\`, or run the case.`;
    return [{ run_id: '', findings: [traceUnreadable(message)] }];
  }
  return unreadable.map(({ run_id = '', reason }) => ({
    run_id,
    findings: [traceUnreadable(reason)],
  }));
}

/**
 * Scores a case over its recorded runs (scoring.md §6 and §7). Pure; never throws. An invalid case is
 * not scored at all, and says with its findings why.
 */
export function scoreCase(input: CaseInput): CaseScore {
  const { expectation, toolset, runs, env = {}, file } = input;
  const unscored = unscoredOf(input);
  const trials = input.invalid?.length
    ? []
    : runs.map((run) => ({ run, score: scoreRun(expectation, toolset, run, env) }));
  const scores = trials.map((trial) => trial.score);
  const judged = scores.filter((score) => score.verdict !== 'error');
  const profile = caseProfile(expectation, toolset, env.weights ?? DEFAULT_WEIGHTS);
  return {
    case_id: expectation.caseId,
    file,
    verdict: caseVerdict(profile.passRule, scores, unscored.length),
    reliability: reliability(
      judged.length,
      judged.filter((score) => score.verdict === 'pass').length,
    ),
    trials,
    unscored,
    expectation,
    toolset,
    profile,
    env,
  };
}
