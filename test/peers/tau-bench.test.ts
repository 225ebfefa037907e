import { expect, it } from 'vitest';
import { scoreRun } from '../../server/src/scoring/score-run.ts';
import { expectation, run, toolset } from '../../server/src/scoring/testing.ts';
import { describeCorpora } from '../corpora.ts';
import {
  type Recorded,
  readRuns,
  readTasks,
  readTools,
  taskExpectation,
  tauRun,
} from './tau-bench.ts';

/** The runs in which tau-bench's reward and the verdict differ, by task and trial. */
const DIFFERENCES = [
  // The log ends after the last tool result, before any reward was worked out: all writes were made as
  // expected and the fact was told, so the run passes.
  { task: 2, trial: 1, reward: 0, verdict: 'pass', codes: [] },
  // The flights were given with `origin` and `destination`, which the tool's code ignores: the same end
  // state, other arguments.
  { task: 5, trial: 1, reward: 1, verdict: 'fail', codes: ['wrong-arg'] },
];

describeCorpora('tau-bench airline', 'tau-bench', (folder) => {
  const tasks = readTasks(folder);
  const tools = toolset(readTools(folder));
  const recorded = readRuns(folder);

  function score(of: Recorded) {
    const { calls, spec } = tauRun(of);
    return scoreRun(expectation(taskExpectation(tasks[of.task_id]!)), tools, run(calls, spec));
  }

  it('is agreed with in all runs but two', () => {
    const scores = recorded.map((of) => ({ of, score: score(of) }));
    const differences = scores
      .filter(({ of, score }) => (score.verdict === 'pass') !== (of.reward === 1))
      .map(({ of, score }) => ({
        task: of.task_id,
        trial: of.trial,
        reward: of.reward,
        verdict: score.verdict,
        codes: score.findings
          .filter(({ severity }) => severity === 'error')
          .map(({ code }) => code),
      }));
    expect(recorded).toHaveLength(100);
    expect(recorded.filter(({ reward }) => reward === 1)).toHaveLength(31);
    expect(differences).toEqual(DIFFERENCES);
  });
});
